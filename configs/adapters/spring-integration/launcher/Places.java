package spring;

import java.nio.file.Path;

/**
 * Where the backends and the adapter's files are.
 *
 * @param port for TLS
 * @param t the backend over TLS
 * @param keyStore of the key and the trusted certificates
 * @param trusted the key store of those who sign messages
 */
record Places(String a, String b, String c, Path folder, int port, String t, Path keyStore, String trusted) {}
