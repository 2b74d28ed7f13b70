package org.busbench.plans;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("-j", Files.createTempFile(folder, "jmeter", ".log").toString()));
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("HEAP", "-Xmx512m");
        builder.environment().put("JVM_ARGS", "-XX:TieredStopAtLevel=1 -XX:-UseParallelGC -XX:+UseSerialGC");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
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

    static Path plan(String name) {
        return PLANS.resolve(name + ".jmx");
    }
}
