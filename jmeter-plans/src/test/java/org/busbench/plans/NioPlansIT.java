package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans on the NIO sampler, in an injector, and what is left beside the JTL. */
class NioPlansIT {
    @TempDir
    private Path folder;

    private static InjectorProcess injector;

    private Path jtl;

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    @BeforeEach
    void nameTheJtl() {
        jtl = folder.resolve("x.jtl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"virtualization", "cbr", "xslt"})
    void eachPlanAsksAndChecksInEachSize(String plan) throws IOException {
        for (String payload : List.of("500", "100K")) {
            String message = plan.equals("xslt") ? "checkPrice" : "getQuote";
            String sample = Files.readString(
                    JMeterHome.PLANS.resolveSibling("xslt").resolve("messages/" + payload + "/" + message + ".xml"));
            AtomicInteger row = new AtomicInteger();
            Path samples = Files.createDirectory(folder.resolve(payload)).resolve("x.jtl");
            try (StubService stub = new StubService(request -> {
                QuoteRows.Row fields = QuoteRows.rows().get(row.getAndIncrement());
                String expected = sample.replaceFirst(">IBM<", ">" + fields.symbol() + "<")
                        .replace("0123456789abcdef", fields.nonce());
                boolean asTheStockPlan = request.body().equals(expected)
                        && request.head().contains("\nSOAPAction: \"urn:" + message + "\"\n")
                        && request.head().contains("\nContent-Type: text/xml; charset=UTF-8\n")
                        && request.head().contains("\nConnection: keep-alive\n");
                return asTheStockPlan ? Answers.right(request) : new Answer(400, "");
            })) {
                Jtl result = injector.run(
                        "nio/" + plan,
                        samples,
                        Map.of("port", "" + stub.port(), "loops", "9", "users", "1", "payload", payload));

                assertThat(result.failures()).isEmpty();
                assertThat(result.samples())
                        .hasSize(9)
                        .allMatch(found -> found.get("label").equals(plan));
                assertThat(stub.connections()).isEqualTo(1);
            }
        }
    }

    @Test
    void totalsLogAndJtlAgree() throws IOException {
        try (StubService stub = new StubService(Answers.everyNth(5, Answers::broken))) {
            JsonNode totals = totals("cbr", stub.port(), Map.of("loops", "50", "users", "4", "nio.jtl", "failures"));

            assertThat(totals.get("sent").asLong()).isEqualTo(200).isEqualTo(stub.requests());
            assertThat(totals.get("verified").asLong()).isEqualTo(160).isEqualTo(loggedLatencies());
            assertThat(totals.get("unfinished").asLong()).isZero();
            assertThat(totals.get("errors").get("status").asLong()).isEqualTo(40);
            assertThat(totals.get("errors")).hasSize(8);
            assertThat(loggedErrors()).isEqualTo(Map.of("status", 40L));
            assertThat(Jtl.read(jtl).samples())
                    .hasSize(40)
                    .allMatch(sample -> sample.get("success").equals("false"))
                    .allMatch(sample -> sample.get("responseCode").equals("500"))
                    .allMatch(sample -> sample.get("failureMessage").equals("status: 200 expected, 500 received"));
        }
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                wrong("virtualization", Answers::fromTheWrongBackend, "route"),
                wrong("cbr", Answers::fromTheWrongBackend, "route"),
                wrong("xslt", Answers::fromTheWrongBackend, "route"),
                wrong("virtualization", Answers::ofAnotherRequest, "foreign"),
                wrong("cbr", Answers::cutInTheMiddle, "content"),
                wrong("cbr", Answers::empty, "content"),
                wrong("cbr", Answers::broken, "status"),
                wrong("cbr", Answers::accepted, "status"),
                wrong("xslt", Answers::untransformed, "content"));
    }

    private static Arguments wrong(String plan, Function<Received, Answer> answer, String error) {
        return Arguments.of(plan, answer, error);
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void aWrongAnswerIsAnErrorOfItsClass(String plan, Function<Received, Answer> answer, String error)
            throws IOException {
        try (StubService stub = new StubService(Answers.everyNth(4, answer))) {
            JsonNode totals = totals(plan, stub.port(), Map.of("loops", "12", "users", "1", "payload", "1K"));

            assertThat(totals.get("verified").asLong()).isEqualTo(9);
            assertThat(totals.get("errors").get(error).asLong()).isEqualTo(3);
            assertThat(Jtl.read(jtl).failures())
                    .hasSize(3)
                    .allMatch(sample -> sample.get("failureMessage").startsWith(error + ": "));
        }
    }

    @Test
    void aMarkPartsTheLog() throws Exception {
        CountDownLatch underLoad = new CountDownLatch(200);
        try (StubService stub = new StubService(request -> {
            underLoad.countDown();
            return Answers.right(request);
        })) {
            Map<String, String> properties =
                    Map.of("port", "" + stub.port(), "users", "2", "duration", "600", "nio.jtl", "failures");
            injector.start(JMeterHome.plan("nio/cbr"), jtl, properties);
            injector.expect("started");
            underLoad.await();
            injector.send("{\"command\":\"mark\"}");
            JsonNode marked = injector.expect("marked");
            long mark = marked.get("millis").asLong();
            injector.send("{\"command\":\"stop\"}");
            JsonNode totals = injector.expect("finished").get("totals");

            assertThat(totals.get("verified").asLong())
                    .isEqualTo(totals.get("sent").asLong())
                    .isEqualTo(loggedLatencies())
                    .isEqualTo(stub.requests());
            assertThat(marked.get("verified").asLong())
                    .isBetween(100L, totals.get("verified").asLong());
            assertThat(intervals()).anyMatch(interval -> Math.abs(interval.getStartTimeStamp() - mark) <= 1);
        }
    }

    @Test
    void whatIsNotAnsweredWhenThePlanIsStoppedIsUnfinished() throws Exception {
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
                    JMeterHome.plan("nio/cbr"), jtl, Map.of("port", "" + stub.port(), "users", "3", "duration", "600"));
            injector.expect("started");
            asked.await();
            injector.send("{\"command\":\"stop\",\"graceMillis\":100}");
            JsonNode finished = injector.expect("finished");

            assertThat(finished.get("totals").get("sent").asLong()).isEqualTo(3);
            assertThat(finished.get("totals").get("unfinished").asLong()).isEqualTo(3);
            assertThat(finished.get("samples").asLong()).isZero();
        }
    }

    @Test
    void aPlanThatIsStoppedWaitsForTheAnswersThatAreDue() throws Exception {
        CountDownLatch asked = new CountDownLatch(4);
        try (StubService stub = new StubService(request -> {
            asked.countDown();
            try {
                Thread.sleep(300);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            return Answers.right(request);
        })) {
            injector.start(
                    JMeterHome.plan("nio/cbr"), jtl, Map.of("port", "" + stub.port(), "users", "4", "duration", "600"));
            injector.expect("started");
            asked.await();
            injector.send("{\"command\":\"stop\",\"graceMillis\":20000}");
            JsonNode finished = injector.expect("finished");

            assertThat(finished.get("totals").get("unfinished").asLong()).isZero();
            assertThat(finished.get("totals").get("verified").asLong()).isEqualTo(stub.requests());
            assertThat(finished.get("samples").asLong()).isEqualTo(stub.requests());
        }
    }

    @Test
    void evidenceHoldsTheFirstFailuresAsBytesAndEveryNthAnswer() throws IOException {
        Path evidence = folder.resolve("evidence");
        try (StubService stub = new StubService(Answers.everyNth(10, Answers::ofAnotherRequest))) {
            totals(
                    "virtualization",
                    stub.port(),
                    Map.of(
                            "loops", "400",
                            "users", "1",
                            "nio.evidence", evidence.toString(),
                            "nio.keepEvery", "100",
                            "nio.keepMost", "2"));
        }

        assertThat(Files.readAllLines(evidence.resolve("failures.jsonl")))
                .hasSize(20)
                .allMatch(line -> line.contains("\"class\":\"foreign\""));
        assertThat(evidence.resolve("failure-01.request")).content().startsWith("POST /services/VirtualizationProxy");
        assertThat(evidence.resolve("failure-20.response")).content().contains("200 Stub", ">ffffffffffffffff<");
        assertThat(evidence.resolve("failure-21.response")).doesNotExist();
        assertThat(Files.readAllLines(evidence.resolve("kept.jsonl"))).hasSize(2);
        QuoteRows.Row hundredth = QuoteRows.rows().get(110);
        assertThat(evidence.resolve("kept-01.request.xml"))
                .content()
                .startsWith("<?xml")
                .contains(hundredth.nonce());
        assertThat(evidence.resolve("kept-01.response.xml"))
                .content()
                .startsWith("<soapenv")
                .contains(hundredth.nonce());
        assertThat(evidence.resolve("kept-03.response.xml")).doesNotExist();
    }

    @Test
    void everyAnswerIsComparedWithOneThatIsKeptAndTheSaltMakesItsNoncesNew() throws IOException {
        Path evidence = folder.resolve("evidence");
        try (StubService stub = new StubService(Answers.everyNth(50, Answers::withAnotherPrice))) {
            totals(
                    "virtualization",
                    stub.port(),
                    Map.of(
                            "loops", "400",
                            "users", "1",
                            "nio.evidence", evidence.toString(),
                            "nio.contents", "40",
                            "nio.salt", "ff"));
        }

        List<String> rows = Files.readAllLines(evidence.resolve("contents.csv"));
        List<String> prices = new ArrayList<>();
        for (int i = 1; i < rows.size(); i++) {
            String name = rows.get(i).substring(0, rows.get(i).indexOf(","));
            if (Files.readString(evidence.resolve(name + ".response.xml")).contains(Answers.OTHER_PRICE)) {
                prices.add(rows.get(i));
            }
        }
        assertThat(prices).as("wrong prices among %s", rows).isNotEmpty();
        String nonce = QuoteRows.rows().get(0).nonce();
        String salted = String.format("%016x", Long.parseUnsignedLong(nonce, 16) ^ 0xff);
        assertThat(evidence.resolve("content-01.request.xml")).content().contains(">" + salted + "<");
    }

    @Test
    void aRateIsKeptUpWithoutWaitingForAnswers() throws IOException {
        try (StubService stub = new StubService(request -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            return Answers.right(request);
        })) {
            JsonNode totals = totals(
                    "cbr", stub.port(), Map.of("users", "200", "rate", "500", "duration", "2", "nio.threads", "2"));

            assertThat(totals.get("sent").asLong() + totals.get("unsent").asLong())
                    .as("due in less than two seconds")
                    .isBetween(1L, 1_001L);
            assertThat(totals.get("verified").asLong())
                    .isEqualTo(totals.get("sent").asLong());
        }
    }

    @Test
    void aWrongSettingEndsTheRunWithItsReasonAndSendsNothing() throws IOException {
        try (StubService stub = new StubService(Answers::right)) {
            assertThat(failure(Map.of("port", "" + stub.port(), "rate", "much")))
                    .contains("setting ratePerSecond is 'much'");
            assertThat(failure(Map.of("port", "" + stub.port(), "keepAlive", "yes")))
                    .contains("setting keepAlive is 'yes'");
            assertThat(failure(Map.of("port", "" + stub.port(), "nio.jtl", "some")))
                    .contains("nio.jtl is 'some'");
            assertThat(failure(Map.of("port", "" + stub.port(), "users", "2000000")))
                    .contains("users is '2000000'", "ulimit -n");
            assertThat(failure(Map.of("port", "" + stub.port(), "nio.threads", "2", "users", "1")))
                    .contains("setting users is '1'");
            assertThat(failure(Map.of("port", "" + stub.port(), "host", "no.such.host.invalid")))
                    .contains("setting host is 'no.such.host.invalid'");
            assertThat(stub.connections()).isZero();
        }
    }

    /** JMeter stops a plan on a thread of its own, which may come late and take the engine from the next one. */
    @Test
    void aPlanThatBreaksOffTakesNothingFromTheNext() throws IOException {
        try (StubService stub = new StubService(Answers::right)) {
            for (int plan = 0; plan < 12; plan++) {
                assertThat(failure(Map.of("port", "" + stub.port(), "rate", "much")))
                        .contains("setting ratePerSecond is 'much'");
            }
        }
    }

    private String failure(Map<String, String> properties) throws IOException {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("nio.record", "none");
        Files.deleteIfExists(jtl);
        injector.start(JMeterHome.plan("nio/cbr"), jtl, all);
        injector.expect("started");
        return injector.expect("failed").get("message").asText();
    }

    private JsonNode totals(String plan, int port, Map<String, String> properties) throws IOException {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("port", "" + port);
        injector.start(JMeterHome.plan("nio/" + plan), jtl, all);
        injector.expect("started");
        return injector.expect("finished").get("totals");
    }

    private long loggedLatencies() throws IOException {
        return intervals().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    private List<Histogram> intervals() throws IOException {
        List<Histogram> intervals = new java.util.ArrayList<>();
        try (HistogramLogReader reader =
                new HistogramLogReader(folder.resolve("latency.hlog").toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                intervals.add((Histogram) next);
            }
        }
        return intervals;
    }

    private Map<String, Long> loggedErrors() throws IOException {
        Map<String, Long> errors = new TreeMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("errors.csv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            errors.merge(fields[1], Long.parseLong(fields[2]), Long::sum);
        }
        return errors;
    }
}
