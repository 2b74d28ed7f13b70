package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.plans.JMeterHome.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans by {@code bin/jmeter} of the assembled home, as on the README's command line. */
class LaunchedPlansIT {
    @TempDir
    private Path folder;

    /** With the one setting of a stock JMeter that would cost a connection per request. */
    @ParameterizedTest
    @CsvSource({"virtualization,UserThreads", "cbr,threads", "xslt,users", "nio/cbr,UserThreads"})
    void aPlanRunsWithoutErrorAndKeepsOneConnectionPerUser(String plan, String users) throws Exception {
        try (StubService stub = new StubService(Answers::right)) {
            Path jtl = folder.resolve("samples.jtl");

            Ended jmeter = JMeterHome.run(
                    folder,
                    JMeterHome.LAUNCHER,
                    "-n",
                    "-t",
                    JMeterHome.plan(plan).toString(),
                    "-l",
                    jtl.toString(),
                    "-Jport=" + stub.port(),
                    "-J" + users + "=5",
                    "-Jloops=40",
                    "-Jpayload=1K",
                    "-Jhttpclient.reset_state_on_thread_group_iteration=true");

            assertThat(jmeter.status()).as(jmeter.output()).isZero();
            assertThat(jmeter.output()).containsPattern("summary = +200 in .* Err: +0 \\(0\\.00%\\)");
            Jtl result = Jtl.read(jtl);
            assertThat(result.failures()).isEmpty();
            assertThat(result.samples()).hasSize(200).allMatch(sample -> plan.endsWith(sample.get("label")));
            assertThat(stub.requests()).isEqualTo(200);
            assertThat(stub.connections()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cbr", "nio/cbr"})
    void theDashboardIsMadeAfterARunAndFromAnOlderJtl(String plan) throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("jm"), JMeterHome.LAUNCHER);
        Path jtl = folder.resolve("samples.jtl");
        try (StubService stub = new StubService(Answers.everyNth(10, Answers::fromTheWrongBackend))) {
            JMeterHome.run(
                    folder,
                    link,
                    "-n",
                    "-t",
                    JMeterHome.plan(plan).toString(),
                    "-l",
                    jtl.toString(),
                    "-e",
                    "-o",
                    folder.resolve("report").toString(),
                    "-Jport=" + stub.port(),
                    "-Jloops=50",
                    "-Jusers=2");
        }
        JMeterHome.run(
                folder,
                link,
                "-g",
                jtl.toString(),
                "-o",
                folder.resolve("again").toString());

        for (String report : new String[] {"report", "again"}) {
            assertThat(folder.resolve(report).resolve("index.html")).content().contains("Apache JMeter Dashboard");
            JsonNode figures = new JsonMapper()
                    .readTree(folder.resolve(report).resolve("statistics.json").toFile())
                    .get("cbr");
            assertThat(figures.get("sampleCount").asInt()).isEqualTo(100);
            assertThat(figures.get("errorCount").asInt()).isEqualTo(10);
        }
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

            assertThat(jmeter.output())
                    .contains("The plan cannot run: property payload is '7K': ")
                    .contains("500, 1K, 5K, 10K, 100K");
            assertThat(jtl).doesNotExist();
            assertThat(stub.connections()).isZero();
        }
    }
}
