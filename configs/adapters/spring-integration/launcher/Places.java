package spring;

import java.nio.file.Path;

/** Where the backends and the adapter's files are. */
record Places(String a, String b, String c, Path folder) {}
