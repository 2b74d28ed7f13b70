package org.busbench.harness.process;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of a command line that runs a class on the harness's own Java. */
public final class JavaCommand {
    public static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(Epsilon|G1|Parallel|Serial|Shenandoah|Z)GC");
    private static final Pattern HEAP = Pattern.compile("-Xm[sx].*|-XX:\\w*(HeapSize|RAMPercentage|RAMFraction)=.*");
    /** Variables by which a user's shell would change a JVM without a trace in the record. */
    private static final List<String> HIDDEN_SETTINGS =
            List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH");

    private JavaCommand() {}

    /**
     * The options of a JVM. A collector, or any size of the heap, in its own options takes the place of the common one: a JVM
     * refuses two collectors, and a first heap above its greatest.
     */
    public static List<String> options(List<String> common, List<String> own) {
        Stream<String> kept = common.stream();
        for (Pattern kind : List.of(COLLECTOR, HEAP)) {
            if (own.stream().anyMatch(kind.asMatchPredicate())) {
                kept = kept.filter(kind.asMatchPredicate().negate());
            }
        }
        return Stream.concat(kept, own.stream()).toList();
    }

    /** A process in this one's environment, without what would change a JVM there. */
    public static ProcessBuilder process(List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().keySet().removeAll(HIDDEN_SETTINGS);
        return process;
    }

    public static String joined(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
