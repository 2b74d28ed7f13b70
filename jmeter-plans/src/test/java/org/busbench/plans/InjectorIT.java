package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The injector as the harness uses it: a process that is told what to run, again and again. */
class InjectorIT {
    private static final Path CBR = JMeterHome.plan("cbr");

    @TempDir
    private Path folder;

    private static InjectorProcess injector;

    private final List<Received> received = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    @Test
    void aRunLeavesNothingToTheNextOne() throws IOException {
        Path first = folder.resolve("first.jtl");
        try (StubService stub = stub()) {
            Map<String, String> wrongRoute =
                    Map.of("port", "" + stub.port(), "loops", "6", "users", "1", "payload", "1K", "route", "backend-X");
            assertThat(injector.run("cbr", first, wrongRoute).failures()).hasSize(6);
            byte[] firstAsItWas = Files.readAllBytes(first);

            Jtl second = injector.run(
                    "virtualization",
                    folder.resolve("second.jtl"),
                    Map.of("port", "" + stub.port(), "loops", "4", "users", "2"));

            assertThat(second.failures()).isEmpty();
            assertThat(second.samples())
                    .hasSize(8)
                    .allMatch(sample -> sample.get("label").equals("virtualization"));
            assertThat(second.samples())
                    .allSatisfy(sample -> assertThat(Integer.parseInt(sample.get("allThreads")))
                            .isBetween(1, 2));
            assertThat(first).hasBinaryContent(firstAsItWas);
            assertThat(stub.connections()).isEqualTo(1 + 2);
        }
        String firstNonce = QuoteRows.rows().get(0).nonce();
        assertThat(received.get(0).body()).contains(firstNonce).contains(firstNonce + "-z");
        assertThat(received.subList(6, 14))
                .as("payload and rows start afresh")
                .allMatch(request -> !request.body().contains("-z<"))
                .anyMatch(request -> request.body().contains(">" + firstNonce + "<"));
    }

    @Test
    void theJtlHasTheColumnsThatTheReportsReadAndNoOthers() throws IOException {
        try (StubService stub = stub()) {
            Jtl jtl = injector.run(
                    "xslt", folder.resolve("x.jtl"), Map.of("port", "" + stub.port(), "loops", "1", "users", "1"));

            assertThat(String.join(",", jtl.columns()))
                    .isEqualTo("timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,"
                            + "bytes,sentBytes,grpThreads,allThreads,Latency,Connect");
        }
    }

    @Test
    void whatCannotRunIsRefusedWithItsReasonAndTheNextRunIsNoneTheWorse() throws IOException {
        Path existing = Files.writeString(folder.resolve("existing.jtl"), "older data\n");
        Path broken = Files.writeString(folder.resolve("broken.jmx"), "<jmeterTestPlan><hashTree>");
        Path alone = Files.copy(CBR, folder.resolve("alone.jmx"));
        Path jtl = folder.resolve("x.jtl");

        assertThat(failure(folder.resolve("none.jmx"), jtl, Map.of())).contains("there is no plan ", "none.jmx");
        assertThat(failure(broken, jtl, Map.of())).contains("broken.jmx cannot be read: ");
        assertThat(failure(alone, jtl, Map.of())).contains("prepare.js");
        assertThat(failure(CBR, jtl, Map.of("payload", "7K"))).contains("property payload is '7K'");
        assertThat(failure(CBR, jtl, Map.of("duration", "soon"))).contains("property duration is 'soon'");
        assertThat(failure(CBR, jtl, Map.of("messages", "/nowhere")))
                .contains("there is no message /nowhere/500/getQuote.xml");
        assertThat(failure(CBR, folder.resolve("none/x.jtl"), Map.of())).contains("cannot be written");
        assertThat(failure(CBR, existing, Map.of())).contains("existing.jtl exists already");
        assertThat(existing).hasContent("older data");
        injector.send("{\"command\":\"run\",\"plan\":\"x\",\"jtl\":\"y\",\"propertys\":{}}");
        assertThat(injector.expect("failed").get("message").asText()).contains("propertys");
        injector.send("{\"command\":\"mark\"}");
        assertThat(injector.expect("failed").get("message").asText()).contains("nothing to mark");
        injector.send("{\"command\":\"fly\"}");
        assertThat(injector.expect("failed").get("message").asText()).contains("not a command", "fly");

        try (StubService stub = stub()) {
            assertThat(injector.run("cbr", jtl, Map.of("port", "" + stub.port(), "loops", "2", "users", "1"))
                            .failures())
                    .isEmpty();
        }
    }

    @Test
    void aScriptThatHasChangedIsReadAgain() throws IOException {
        Path plan = Files.copy(CBR, folder.resolve("changing.jmx"));
        Path script = folder.resolve("prepare.js");
        Files.writeString(script, "throw new Error('as it was')");
        assertThat(failure(plan, folder.resolve("x.jtl"), Map.of())).contains("as it was");
        assertThat(failure(plan, folder.resolve("y.jtl"), Map.of())).contains("as it was");

        Files.writeString(script, "throw new Error('as it is')");

        assertThat(failure(plan, folder.resolve("z.jtl"), Map.of())).contains("as it is");
    }

    @Test
    void stopEndsARunWithoutLimitAndItsJtlIsComplete() throws IOException, InterruptedException {
        CountDownLatch underLoad = new CountDownLatch(50);
        Path jtl = folder.resolve("x.jtl");
        try (StubService stub = new StubService(request -> {
            underLoad.countDown();
            return Answers.right(request);
        })) {
            injector.start(CBR, jtl, Map.of("port", "" + stub.port(), "users", "4", "duration", "3600"));
            injector.expect("started");
            underLoad.await();
            injector.start(CBR, folder.resolve("y.jtl"), Map.of());
            assertThat(injector.expect("failed").get("message").asText()).contains("a plan is running");
            long before = System.currentTimeMillis();
            injector.send("{\"command\":\"mark\"}");
            assertThat(injector.expect("marked").get("millis").asLong()).isBetween(before, System.currentTimeMillis());
            injector.send("{\"command\":\"stop\",\"graceMillis\":5000}");

            JsonNode finished = injector.expect("finished");
            long samples = finished.get("samples").asLong();
            assertThat(finished.get("totals").isNull())
                    .as("the stock samplers count no totals")
                    .isTrue();

            Jtl result = Jtl.read(jtl);
            assertThat(result.samples()).hasSize((int) samples).hasSize(stub.requests());
            assertThat(result.failures()).isEmpty();
        }
    }

    @Test
    void stopAbortsRequestsThatAreNeverAnswered() throws IOException, InterruptedException {
        CountDownLatch asked = new CountDownLatch(3);
        CountDownLatch never = new CountDownLatch(1);
        try (StubService stub = new StubService(request -> {
            asked.countDown();
            try {
                never.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            return Answers.right(request);
        })) {
            injector.start(
                    CBR,
                    folder.resolve("x.jtl"),
                    Map.of("port", "" + stub.port(), "users", "3", "responseTimeout", "0", "duration", "3600"));
            injector.expect("started");
            asked.await();
            injector.send("{\"command\":\"stop\",\"graceMillis\":100}");

            assertThat(injector.expect("finished").get("samples").asLong()).isEqualTo(3);
            assertThat(Jtl.read(folder.resolve("x.jtl")).failures()).hasSize(3);
        }
    }

    @Test
    void theProcessEndsWithItsStandardInputEvenUnderLoad() throws Exception {
        try (StubService stub = stub();
                InjectorProcess ending = new InjectorProcess(folder)) {
            ending.start(
                    CBR, folder.resolve("x.jtl"), Map.of("port", "" + stub.port(), "users", "2", "duration", "3600"));
            ending.expect("started");

            assertThat(ending.end()).isZero();
        }
    }

    private String failure(Path plan, Path jtl, Map<String, String> properties) throws IOException {
        injector.start(plan, jtl, properties);
        return injector.expect("failed").get("message").asText();
    }

    private StubService stub() throws IOException {
        return new StubService(request -> {
            received.add(request);
            return Answers.right(request);
        });
    }
}
