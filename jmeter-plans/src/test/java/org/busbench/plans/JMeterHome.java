package org.busbench.plans;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The JMeter home that the build has assembled, used as a user uses it: through {@code bin/jmeter}. */
final class JMeterHome {
    static final Path HOME = Path.of(System.getProperty("jmeter.home")).toAbsolutePath();
    static final Path PLANS = Path.of("").toAbsolutePath();
    static final Path LAUNCHER = HOME.resolve("bin/jmeter");

    private static final int SECONDS = 120;

    private JMeterHome() {}

    /** How a process ended, and what it printed on both streams. */
    record Ended(int status, String output) {}

    /** Runs a launcher to its end, in a folder that also takes JMeter's log. */
    static Ended run(Path folder, Path launcher, String... arguments) throws IOException, InterruptedException {
        return run(folder, Map.of(), launcher, arguments);
    }

    /** The same with variables of its own. */
    static Ended run(Path folder, Map<String, String> environment, Path launcher, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("-j", Files.createTempFile(folder, "jmeter", ".log").toString()));
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("HEAP", "-Xmx512m");
        builder.environment().put("JVM_ARGS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end within " + SECONDS + " s: " + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }

    /** The newest JDK beside the one that runs this, or in a variable such as JAVA_HOME_25_X64. */
    static Path newestJdk() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        try (Stream<Path> beside = Files.list(own.getParent())) {
            return Stream.concat(
                            Stream.concat(Stream.of(own), beside),
                            System.getenv().entrySet().stream()
                                    .filter(variable -> variable.getKey().startsWith("JAVA_HOME"))
                                    .map(variable -> Path.of(variable.getValue())))
                    .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                    .max(Comparator.comparingInt(JMeterHome::feature))
                    .orElseThrow();
        }
    }

    private static int feature(Path jdk) {
        try {
            String release = Files.readString(jdk.resolve("release"));
            return Integer.parseInt(release.replaceFirst("(?s).*JAVA_VERSION=\"(\\d+).*", "$1"));
        } catch (IOException | NumberFormatException unknown) {
            return 0;
        }
    }

    static Path plan(String name) {
        return PLANS.resolve(name + ".jmx");
    }
}
