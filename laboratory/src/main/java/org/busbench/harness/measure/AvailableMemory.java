package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel says it can give to new programs without swapping: {@code MemAvailable} of {@code /proc/meminfo}. Any
 * thread may ask.
 */
public final class AvailableMemory {

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Pattern LINE = Pattern.compile("(?m)^MemAvailable:\\s+([0-9]+) kB$");

    private AvailableMemory() {}

    /** Reads it now. Returns bytes; {@link Long#MAX_VALUE} where the system does not say it, so that nothing is held back for it. */
    public static long bytes() {
        return bytes(MEMINFO);
    }

    static long bytes(Path meminfo) {
        try {
            Matcher matcher = LINE.matcher(Files.readString(meminfo));
            return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : Long.MAX_VALUE;
        } catch (IOException notThisSystem) {
            return Long.MAX_VALUE;
        }
    }
}
