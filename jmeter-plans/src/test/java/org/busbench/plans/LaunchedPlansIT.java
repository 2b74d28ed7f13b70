package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.plans.JMeterHome.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plans by {@code bin/jmeter} of the assembled home, as on the README's command line. */
class LaunchedPlansIT {
    @TempDir
    private Path folder;

    /** With the one setting of a stock JMeter that would cost a connection per request. */
    @Test
    void aPlanRunsWithoutErrorAndKeepsOneConnectionPerUser() throws Exception {
        try (StubService stub = new StubService(Answers::right)) {
            Path jtl = folder.resolve("samples.jtl");

            Ended jmeter = JMeterHome.run(
                    folder,
                    JMeterHome.LAUNCHER,
                    "-n",
                    "-t",
                    JMeterHome.plan("virtualization").toString(),
                    "-l",
                    jtl.toString(),
                    "-Jport=" + stub.port(),
                    "-JUserThreads=5",
                    "-Jloops=40",
                    "-Jpayload=1K",
                    "-Jhttpclient.reset_state_on_thread_group_iteration=true");

            assertThat(jmeter.status()).as(jmeter.output()).isZero();
            assertThat(jmeter.output()).containsPattern("summary = +200 in .* Err: +0 \\(0\\.00%\\)");
            Jtl result = Jtl.read(jtl);
            assertThat(result.failures()).isEmpty();
            assertThat(result.samples())
                    .hasSize(200)
                    .allMatch(sample -> sample.get("label").equals("virtualization"));
            assertThat(stub.requests()).isEqualTo(200);
            assertThat(stub.connections()).isEqualTo(5);
        }
    }

    @Test
    void theDashboardIsMadeAfterARun() throws Exception {
        makeADashboard("cbr", false);
    }

    @Test
    @Tag("nightly")
    void theDashboardIsMadeFromAnOlderJtl() throws Exception {
        makeADashboard("nio/cbr", true);
    }

    private void makeADashboard(String plan, boolean afterwards) throws Exception {
        String report = folder.resolve("report").toString();
        Path link = Files.createSymbolicLink(folder.resolve("jm"), JMeterHome.LAUNCHER);
        String jtl = folder.resolve("samples.jtl").toString();
        try (StubService stub = new StubService(Answers.everyNth(10, Answers::fromTheWrongBackend))) {
            List<String> arguments = new ArrayList<>(List.of("-n", "-t"));
            arguments.addAll(List.of(JMeterHome.plan(plan).toString(), "-l", jtl));
            arguments.addAll(List.of("-Jport=" + stub.port(), "-Jloops=50", "-Jthreads=2"));
            if (!afterwards) {
                arguments.addAll(List.of("-e", "-o", report));
            }
            JMeterHome.run(folder, link, arguments.toArray(String[]::new));
            assertThat(stub.requests()).isEqualTo(100);
            // The NIO sampler takes another connection after a wrong answer.
            assertThat(stub.connections()).isGreaterThanOrEqualTo(2).isLessThanOrEqualTo(afterwards ? 12 : 2);
        }
        if (afterwards) {
            JMeterHome.run(folder, link, "-g", jtl, "-o", report);
        }

        assertThat(Path.of(report, "index.html")).content().contains("Apache JMeter Dashboard");
        JsonNode figures = new JsonMapper()
                .readTree(Path.of(report, "statistics.json").toFile())
                .get("cbr");
        assertThat(figures.get("sampleCount").asInt()).isEqualTo(100);
        assertThat(figures.get("errorCount").asInt()).isEqualTo(10);
    }

    @Test
    void aWrongSettingEndsTheRunWithItsReasonAndSendsNothing() throws Exception {
        Path jtl = folder.resolve("refused.jtl");
        try (StubService stub = new StubService(Answers::right)) {
            Ended jmeter = JMeterHome.run(
                    folder,
                    JMeterHome.LAUNCHER,
                    "-n",
                    "-t",
                    JMeterHome.plan("cbr").toString(),
                    "-l",
                    jtl.toString(),
                    "-Jport=" + stub.port(),
                    "-Jpayload=7K");

            assertThat(jmeter.status()).isEqualTo(1);
            assertThat(jmeter.output())
                    .contains("The plan cannot run: property payload is '7K': ")
                    .contains("500, 1K, 5K, 10K, 100K");
            assertThat(jtl).doesNotExist();
            assertThat(stub.connections()).isZero();
        }
    }

    @Test
    void aScriptThatFailsEndsJMeterWithOneLineAndAnExitCode() throws Exception {
        failInOneLine("var a = ;", "syntax error");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                                                                        | NoSuchFileException
            org.mozilla.javascript.Context.throwAsScriptRuntimeEx(new java.lang.Error()) | an Error of Java: see the log
            """)
    @Tag("nightly")
    void aScriptThatIsNotThereOrThrowsAnErrorEndsJMeterInTheSameWay(String script, String said) throws Exception {
        failInOneLine(script, said);
    }

    private void failInOneLine(String script, String said) throws Exception {
        Path plan = Files.copy(JMeterHome.plan("cbr"), folder.resolve("cbr.jmx"));
        if (script != null) {
            Files.writeString(folder.resolve("prepare.js"), script);
        }

        Ended jmeter = JMeterHome.run(folder, JMeterHome.LAUNCHER, "-n", "-t", plan.toString());

        assertThat(jmeter.status()).as(jmeter.output()).isEqualTo(1);
        assertThat(jmeter.output().lines().filter(line -> line.startsWith("The plan cannot run: ")))
                .singleElement()
                .asString()
                .contains(said);
    }

    /** With a script of the user's in Groovy, whose compiler reads the classes of the JDK, and with the NIO sampler. */
    @Test
    @Tag("nightly")
    void plansRunOnTheNewestJdk() throws Exception {
        Map<String, String> newest = Map.of("JAVA_HOME", JMeterHome.newestJdk().toString());
        String cbr = Files.readString(JMeterHome.plan("cbr"));
        Path groovy = Files.writeString(
                folder.resolve("groovy.jmx"),
                cbr.replaceFirst("(\"Argument.value\">)\\$\\{__P\\(host,[^<]*", "$1\\${__groovy('127.0.0.1'.trim())}"));
        assertThat(groovy).content().isNotEqualTo(cbr).contains("__groovy");
        Files.copy(JMeterHome.PLANS.resolve("prepare.js"), folder.resolve("prepare.js"));
        for (Path plan : List.of(groovy, JMeterHome.plan("nio/cbr"))) {
            try (StubService stub = new StubService(Answers::right)) {
                Ended jmeter = JMeterHome.run(
                        folder,
                        newest,
                        JMeterHome.LAUNCHER,
                        "-n",
                        "-t",
                        plan.toString(),
                        "-Jport=" + stub.port(),
                        "-Jloops=4",
                        "-Jusers=1",
                        "-Jscenario=" + JMeterHome.PLANS.resolve("../configs/scenarios/cbr"));

                assertThat(jmeter.status()).as(jmeter.output()).isZero();
                assertThat(stub.requests()).as(jmeter.output()).isEqualTo(4);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JVM_ARGS,-XX:+UseG1GC -XX:MaxGCPauseMillis=200,UseG1GC",
        "JVM_ARGS,-XX:+UseSerialGC -Xmx64m,MaxHeapSize=67108864",
        "GC_ALGO,-XX:+UseZGC,UseZGC",
        "HEAP,-Xmx96m -XX:+UseSerialGC,MaxHeapSize=100663296",
        "JDK_JAVA_OPTIONS,-XX:+UseSerialGC -Xmx64m,MaxHeapSize=67108864",
        "JAVA_TOOL_OPTIONS,-XX:+UseSerialGC,UseSerialGC",
        "JVM_ARGS,-Dany=UseG1GC,UseParallelGC"
    })
    void theOptionsOfTheUserWin(String variable, String options, String flag) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of("HEAP", "", "JVM_ARGS", ""));
        environment.put(variable, options);
        environment.merge("JVM_ARGS", " -XX:+PrintCommandLineFlags -version", String::concat);

        Ended jmeter = JMeterHome.run(folder, environment, JMeterHome.LAUNCHER);

        assertThat(jmeter.status()).as(jmeter.output()).isZero();
        assertThat(jmeter.output()).contains(flag);
    }
}
