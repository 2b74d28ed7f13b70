package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script {@code busbench} says while it builds, with a stand-in for Maven; and Ctrl-C in the build and after it. */
class LauncherIT {

    private static final String MODULES = """
            echo '[INFO] Scanning for projects...'
            echo '[INFO] Building busbench-backend-stockquote 0.1.0-SNAPSHOT                [1/2]'
            echo '[INFO] Building jar: /somewhere/backend.jar'
            echo '[INFO] Building busbench harness 0.1.0-SNAPSHOT                           [2/2]'
            """;

    @TempDir
    private Path root;

    private Process process;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.copy(ProjectFiles.ROOT.resolve("busbench"), root.resolve("busbench"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @AfterEach
    void endTheProcess() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void eachModuleIsNamedWhenItsBuildBeginsAndAFailureShowsMavensErrors() throws Exception {
        maven(MODULES + "echo '[ERROR] COMPILATION ERROR : /somewhere/Backend.java:[3,1]'\nexit 1\n");

        start("sh", root.resolve("busbench").toString(), "run");

        assertThat(exitCode()).isEqualTo(2);
        Path log = root.resolve("target/busbench-build.log");
        assertThat(errors())
                .containsExactly(
                        "busbench: building from source; the first time takes a few minutes",
                        "busbench: building backend-stockquote (1 of 2)",
                        "busbench: building harness (2 of 2)",
                        "[ERROR] COMPILATION ERROR : /somewhere/Backend.java:[3,1]",
                        "busbench: the build failed; all of its messages are in " + log);
        assertThat(log).content().contains("Scanning for projects");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            list                               | harness
            --adapters mine verify x           | harness,backend-stockquote,mediation
            run                                | harness,backend-stockquote,mediation,jmeter-plans
            --build injectors/gatling-injector/target/injector/lib | injectors/gatling-injector
            --build mutants/target/mutants/lib | mutants
            """)
    void onlyTheProgramsThatACommandNeedsAreBuiltWithoutTestsAndChecks(String words, String modules) throws Exception {
        maven("echo \"$*\" >asked; exit 1\n");
        List<String> command =
                new ArrayList<>(List.of("sh", root.resolve("busbench").toString()));
        command.addAll(List.of(words.split(" ", -1)));

        start(command.toArray(String[]::new));

        assertThat(exitCode()).isEqualTo(2);
        assertThat(root.resolve("asked")).hasContent("-B -ntp -Dprograms.only -pl " + modules + " -am package");
    }

    /** Of the checkout's script and the archive's: a stand-in for Java tells what it is called with. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JDK_JAVA_OPTIONS  | -Dx=y                 | -XX:+UseSerialGC -Xmx512m
            JDK_JAVA_OPTIONS  | -XX:+UseG1GC          | -Xmx512m
            JAVA_TOOL_OPTIONS | -XX:+UseZGC -Xms600m  |
            _JAVA_OPTIONS     | -XX:MaxRAMPercentage=50 | -XX:+UseSerialGC
            """)
    void theOptionsOfTheUserTakeThePlaceOfTheLaunchers(String variable, String options, String kept) throws Exception {
        Path jdk = Files.createDirectories(root.resolve("jdk/bin"));
        script(jdk.resolve("java"), "echo \"$*\"; echo \"$LC_ALL\"\n");
        script(jdk.resolve("javac"), "");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        maven("mkdir -p harness/target/harness/lib && touch harness/target/harness/lib/busbench-harness-1.jar\n");
        Files.createDirectories(root.resolve("archive/bin"));
        Path released =
                Files.copy(ProjectFiles.ROOT.resolve("release/src/bin/busbench"), root.resolve("archive/bin/busbench"));
        for (Path launcher : List.of(root.resolve("busbench"), released)) {
            start(
                    "env",
                    "LANG=C",
                    "LC_ALL=",
                    "LC_CTYPE=",
                    "JAVA_HOME=" + root.resolve("jdk"),
                    variable + "=" + options,
                    "sh",
                    launcher.toString(),
                    "list");

            assertThat(exitCode()).as("" + errors()).isZero();
            List<String> said = text(out());
            assertThat(said).hasSize(2);
            assertThat(said.get(0)).startsWith((kept == null ? "" : kept + " ") + "-XX:TieredStopAtLevel=1 ");
            assertThat(said.get(1)).isEqualTo("C.UTF-8");
        }
    }

    @Test
    void signsThatAsciiLacksAreWrittenWithoutALocale() throws Exception {
        Path scenario = scenario("schema: busbench/scenario/1\nµs: 1\n");

        lint(scenario, "-Xmx512m");

        assertThat(exitCode()).isEqualTo(2);
        assertThat(errors()).anyMatch(line -> line.contains("'µs'"));
    }

    @Test
    void aFullHeapAndTooFewOpenFilesAreOneLineAndExitCodeTwo() throws Exception {
        lint(scenario("#".repeat(40 << 20)), "-Xmx16m");
        assertThat(exitCode()).isEqualTo(2);
        assertThat(errors()).hasSize(1).first().asString().contains("busbench: its heap of ", " MB is full: ");

        start("sh", "-c", "ulimit -n 64; sh " + root.resolve("busbench") + " list");
        assertThat(exitCode()).isEqualTo(2);
        assertThat(errors()).hasSize(1).first().asString().startsWith("busbench: only 64 files may be open at a time");
    }

    private Path scenario(String text) throws IOException {
        Path scenario = Files.createDirectories(root.resolve("mine"));
        Files.writeString(scenario.resolve("scenario.yaml"), text);
        return scenario;
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "list --json", "--help"})
    void whoReadsTheOutputMayLeaveEarly(String words) throws Exception {
        started(List.of("sh", "-c", "{ \"$@\"; echo \"code $?\" >&2; } | :", "sh"), "-Xmx512m", words.split(" "));

        assertThat(exitCode()).isZero();
        assertThat(errors()).containsExactly("code 0");
    }

    private void lint(Path scenario, String heap) throws IOException {
        started(List.of("env", "LC_ALL=C"), heap, "scenario", "lint", scenario.toString());
    }

    private void started(List<String> by, String heap, String... words) throws IOException {
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbusbench.project=" + ProjectFiles.ROOT,
                "-cp",
                System.getProperty("java.class.path"),
                Busbench.class.getName()));
        command.addAll(List.of(words));
        start(command.toArray(String[]::new));
    }

    @Test
    void ctrlCDuringTheBuildSaysOneLine() throws Exception {
        maven(MODULES + "exec sleep 60\n");
        start("sh", root.resolve("busbench").toString(), "run");
        await(() -> errors().contains("busbench: building harness (2 of 2)"));

        pressCtrlC();

        assertThat(exitCode()).isEqualTo(130);
        assertThat(errors()).last().isEqualTo("busbench: interrupted during the build; the next start builds again");
        assertThat(errors()).hasSize(4);
    }

    @Test
    void ctrlCBeforeTheFirstTrialSaysOneLineAndLeavesNothingRunning() throws Exception {
        Path runs = ProjectFiles.ROOT.resolve("runs");
        start(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbusbench.project=" + ProjectFiles.ROOT,
                "-cp",
                System.getProperty("java.class.path"),
                Busbench.class.getName(),
                "run",
                "smoke",
                "--adapter",
                "direct",
                "--id",
                "ctrl-c-" + ProcessHandle.current().pid());
        await(() -> Files.exists(out()) && text(out()).stream().anyMatch(line -> line.startsWith("smoke: ")));

        pressCtrlC();

        assertThat(exitCode()).isEqualTo(130);
        assertThat(errors())
                .containsExactly(
                        "busbench: interrupted before the first trial: nothing was measured, and there is no report");
        Path run = runs.resolve("ctrl-c-" + ProcessHandle.current().pid());
        if (Files.exists(run)) {
            assertThat(run.resolve("finished.json")).content().contains("interrupted");
            deleteAll(run);
        }
    }

    /** A command in a session and thus a process group of its own, which Ctrl-C ends, whatever this JVM ignores. */
    private void start(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT", "setsid"));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process = builder.redirectOutput(out().toFile())
                .redirectError(err().toFile())
                .start();
    }

    private void pressCtrlC() throws Exception {
        new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).start().waitFor();
    }

    private int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as("ended: " + errors())
                .isTrue();
        return process.exitValue();
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(process.isAlive()).as("alive: " + errors()).isTrue();
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private void maven(String script) throws IOException {
        script(Files.createDirectories(root.resolve("bin")).resolve("mvn"), script);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path out() {
        return root.resolve("out");
    }

    private Path err() {
        return root.resolve("err");
    }

    private List<String> errors() {
        return text(err());
    }

    private static List<String> text(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
