package org.busbench.harness.process;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.text.Template;

/**
 * How much memory a process may come to, from its command line alone: what a JVM is given as its heap counts in full,
 * since a heap that is allowed to grow will be touched under load. Pure.
 */
public final class Footprint {

    private static final long MEGABYTE = 1L << 20;
    /** Machine code, classes, threads and direct buffers of a JVM. */
    private static final long BESIDE_HEAP = 192 * MEGABYTE;
    /** A JVM that is not told takes a quarter of the machine; in bytes, what is assumed of that. */
    private static final long UNTOLD_HEAP = 1024 * MEGABYTE;

    private static final long NATIVE = 128 * MEGABYTE;

    private static final String MEMORY_OPTION = "--memory=";
    private static final Pattern HEAP = Pattern.compile("-Xmx([0-9]+)([kKmMgG]?)");

    private Footprint() {}

    public static long of(ProcessSpec spec) {
        if (spec.container().isPresent()) {
            return contained(spec.command().stream()
                    .filter(word -> word.startsWith(MEMORY_OPTION))
                    .findFirst()
                    .map(word -> word.substring(MEMORY_OPTION.length())));
        }
        return of(spec.command());
    }

    /** Bytes of what an adapter would start; 0 where nothing is started. */
    public static long of(Adapter adapter, List<String> jvmOptions) {
        if (adapter.program() instanceof AdapterProgram.Java java) {
            List<String> own = java.options().stream().map(Template::text).toList();
            return of(Stream.concat(Stream.of("java"), JavaCommand.options(jvmOptions, own).stream())
                    .toList());
        }
        if (adapter.program() instanceof AdapterProgram.Command command) {
            return of(command.words().stream().map(Template::text).toList());
        }
        if (adapter.program() instanceof AdapterProgram.Container container) {
            return contained(container.memory());
        }
        return 0;
    }

    /** The memory limit of a container; without one, the memory that is assumed of a JVM without options. */
    private static long contained(Optional<String> memory) {
        return memory.map(limit -> Long.parseLong(limit.substring(0, limit.length() - 1))
                        * unit(limit.substring(limit.length() - 1)))
                .orElse(UNTOLD_HEAP + BESIDE_HEAP);
    }

    /** The memory of a process with this command line. */
    public static long of(List<String> command) {
        boolean jvm = command.stream().anyMatch(word -> word.equals("java") || word.endsWith("/java"));
        if (!jvm) {
            return NATIVE;
        }
        long heap = UNTOLD_HEAP;
        for (String word : command) {
            Matcher matcher = HEAP.matcher(word);
            if (matcher.matches()) {
                heap = Long.parseLong(matcher.group(1)) * unit(matcher.group(2));
            }
        }
        return heap + BESIDE_HEAP;
    }

    private static long unit(String letter) {
        return switch (letter.toLowerCase(Locale.ROOT)) {
            case "k" -> 1024;
            case "m" -> MEGABYTE;
            case "g" -> 1024 * MEGABYTE;
            default -> 1;
        };
    }
}
