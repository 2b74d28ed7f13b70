package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Failing;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mediator of 256 MB whose messages ask for all of its stack, its memory and its time: others are served, and each gets an answer. */
class OneMessageIT {
    private static final int OK = 200;
    /** Small messages one after the other would take the processors that the long ones need. */
    private static final long PAUSE_MILLIS = 20;

    private static final String SYMBOL = "<m:symbol>IBM</m:symbol>";

    @TempDir
    private static Path folder;

    private static StubBackend backend;
    private static Home home;
    private static Child mediator;
    private static Operator operator;

    @BeforeAll
    static void start() throws Exception {
        backend = new StubBackend("backend-A").forgetful();
        home = Home.copy(folder.resolve("home"), backend);
        entry(
                "endless.xsl",
                "<xsl:template name='t'><a><xsl:call-template name='t'/></a></xsl:template>"
                        + "<xsl:template match='/'><xsl:call-template name='t'/></xsl:template>");
        entry(
                "tree.xsl",
                "<xsl:decimal-format/><xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'>"
                        + "<xsl:sort select='position()' data-type='number'/></xsl:apply-templates></xsl:copy></xsl:template>");
        String cases = "<switch source='//m:symbol' xmlns:m='http://services.samples'><case regex='([A-Z]|[0-9])+'>"
                + "<send><endpoint key='backend-A'/></send></case><case regex='(b?)(?:a|a)*c\\1'><drop/></case>"
                + "<default><makefault version='soap11'><code value='s:Client' xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/>"
                + "<reason value='no symbol'/></makefault><header name='To' action='remove'/>"
                + "<property name='RESPONSE' value='true'/><send/></default></switch>";
        proxy("Regex", cases);
        proxy("Endless", "<xslt key='endless.xsl'/><send><endpoint key='backend-A'/></send>");
        proxy("Tree", "<xslt key='tree.xsl'/><send><endpoint key='backend-A'/></send>");
        proxy(
                "EngineTree",
                "<class name='" + Failing.class.getName()
                        + "'/><xslt key='tree.xsl'/><send><endpoint key='backend-A'/></send>");
        proxy("Engine", "<class name='" + Failing.class.getName() + "'/><send><endpoint key='backend-A'/></send>");
        int admin = Child.freePort();
        mediator = Child.ours(home, "--admin", Integer.toString(admin));
        operator = new Operator(admin);
    }

    @AfterAll
    static void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    private static void entry(String key, String templates) throws IOException {
        Files.writeString(
                home.folder().resolve("synapse-config/local-entries/" + key + ".xml"),
                "<localEntry xmlns='http://ws.apache.org/ns/synapse' key='" + key
                        + "'><xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + templates
                        + "</xsl:stylesheet></localEntry>");
    }

    private static void proxy(String name, String in) throws IOException {
        Files.writeString(
                home.folder().resolve("synapse-config/proxy-services/" + name + ".xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name
                        + "' transports='http'><target faultSequence='fault'><inSequence>" + in
                        + "</inSequence><outSequence><send/></outSequence></target></proxy>");
    }

    private static byte[] message(String proxy, String symbol, String... fields) {
        String text = new String(
                Scenario.VIRTUALIZATION.post(
                        Scenario.VIRTUALIZATION.request("500").replace(SYMBOL, "<m:symbol>" + symbol + "</m:symbol>"),
                        fields),
                StandardCharsets.UTF_8);
        return text.replace("VirtualizationProxy", proxy).getBytes(StandardCharsets.UTF_8);
    }

    private static void serves() throws IOException {
        assertThat(Wire.exchange(mediator.port(), message("Tree", "IBM")).status())
                .isEqualTo(OK);
        assertThat(Wire.exchange(mediator.port(), message("VirtualizationProxy", "IBM"))
                        .text())
                .isEqualTo(Scenario.VIRTUALIZATION.response("500"));
        assertThat(operator.get("/health").status()).isEqualTo(OK);
    }

    @ParameterizedTest
    @CsvSource({"A,20000,,200", "A,2000000,,200", "A,2000000,-,500", "a,64,,500"})
    void matchesTextsOfClientsInBoundedTimeAndStack(String letter, int length, String end, int status)
            throws Exception {
        String symbol = letter.repeat(length) + (end == null ? "" : end);
        assertThat(Wire.exchange(mediator.port(), message("Regex", symbol)).status())
                .isEqualTo(status);
        serves();
    }

    /** On the loop and off it. */
    @ParameterizedTest
    @ValueSource(ints = {3, 100_000})
    void answersWithAFaultWhenAStylesheetTakesAllOfTheStack(int length) throws Exception {
        HttpMessage answer = Wire.exchange(mediator.port(), message("Endless", "A".repeat(length)));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("Fault");
        serves();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stack", "memory", "linkage", "error"})
    void answersWhenAMediatorOfTheEngineThrowsAnError(String error) throws Exception {
        assertThat(Wire.exchange(mediator.port(), message("Engine", "IBM", "Fail: " + error))
                        .status())
                .isEqualTo(500);
        assertThat(Wire.exchange(mediator.port(), message("Engine", "IBM")).status())
                .isEqualTo(OK);
        serves();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Tree", "EngineTree"})
    void transformsTheSameNamesAgainAndAgain(String proxy) throws Exception {
        String body = Scenario.VIRTUALIZATION.request("500").replace(SYMBOL, SYMBOL + "<m:e a='' b=''/>".repeat(2000));
        String request = new String(Scenario.VIRTUALIZATION.post(body), StandardCharsets.UTF_8);

        assertThat(Wire.exchange(
                                mediator.port(),
                                request.replace("VirtualizationProxy", proxy).getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(OK);
    }

    /** 4,096 of one hash, which Saxon would compare with each other. */
    @ParameterizedTest
    @ValueSource(strings = {"Tree", "EngineTree"})
    void refusesToTransformNamesThatShareAHash(String proxy) throws Exception {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 1 << 12; i++) {
            String bits = Integer.toBinaryString(1 << 12 | i).substring(1);
            names.append('<').append(bits.replace("0", "Aa").replace("1", "BB")).append("/>");
        }
        String body = Scenario.VIRTUALIZATION.request("500").replace(SYMBOL, SYMBOL + names);
        String request = new String(Scenario.VIRTUALIZATION.post(body), StandardCharsets.UTF_8);

        HttpMessage answer = Wire.exchange(
                mediator.port(), request.replace("VirtualizationProxy", proxy).getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(500);
        mediator.awaitStderr("has the hash of 512 other names");
        serves();
        assertThat(Wire.exchange(mediator.port(), message(proxy, "IBM")).status())
                .isEqualTo(OK);
    }

    /** Legal messages that are transformed, and such that need a tree in one of the lanes; those of 24 MiB are too long for it. */
    @ParameterizedTest
    @CsvSource({"XsltProxy,12,2", "Tree,4,3", "EngineTree,24,3"})
    void servesSmallMessagesBesideLongOnesAndAnswersEach(String proxy, int megabytes, int clients) throws Exception {
        serveSmallMessagesBeside(proxy, megabytes, clients);
    }

    @ParameterizedTest
    @CsvSource({"XsltProxy,60,2", "Tree,24,8", "EngineTree,4,4", "EngineTree,24,8"})
    @Tag("nightly")
    void servesSmallMessagesBesideManyLongOnesAndAnswersEach(String proxy, int megabytes, int clients)
            throws Exception {
        serveSmallMessagesBeside(proxy, megabytes, clients);
    }

    private static void serveSmallMessagesBeside(String proxy, int megabytes, int clients) throws Exception {
        byte[] filling =
                "<m:e>0123456789abcdef</m:e>".repeat((megabytes << 20) / 27).getBytes(StandardCharsets.UTF_8);
        String sample = Scenario.XSLT.request("500");
        int at = sample.indexOf("</m:CheckPriceRequest>");
        byte[] head = Scenario.XSLT
                .head(sample.length() + filling.length)
                .replace("XsltProxy", proxy)
                .getBytes(StandardCharsets.UTF_8);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Callable<Integer> client = () -> {
                    try (Wire wire = new Wire(mediator.port(), Duration.ofSeconds(60))) {
                        wire.send(head).send(sample.substring(0, at));
                        return answer(wire, filling, sample.substring(at));
                    }
                };
                answers.add(threads.submit(client));
            }
            int small = 0;
            while (small < 50 || !answers.stream().allMatch(Future::isDone)) {
                assertThat(Wire.exchange(mediator.port(), message("VirtualizationProxy", "IBM"))
                                .status())
                        .isEqualTo(OK);
                small++;
                Thread.sleep(PAUSE_MILLIS);
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isIn(OK, 413, 500, 503);
            }
        } finally {
            threads.shutdownNow();
        }
        serves();
        operator.awaitBuffersInUse(0);
    }

    /** Of 60 KB that are 60 MiB without their coding. */
    @Test
    void servesOthersBesideMessagesThatDecodeToFarMore() throws Exception {
        serveOthersBesideCoded(4);
    }

    @Test
    @Tag("nightly")
    void servesOthersBesideManyMessagesThatDecodeToFarMore() throws Exception {
        serveOthersBesideCoded(24);
    }

    private static void serveOthersBesideCoded(int messages) throws Exception {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
            String sample = Scenario.XSLT.request("500");
            int at = sample.indexOf("</m:CheckPriceRequest>");
            out.write(sample.substring(0, at).getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 60; i++) {
                out.write(" ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8));
            }
            out.write(sample.substring(at).getBytes(StandardCharsets.UTF_8));
        }
        byte[] head = Scenario.XSLT.head(coded.size(), "Content-Encoding: gzip").getBytes(StandardCharsets.UTF_8);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                answers.add(threads.submit(() -> {
                    try (Wire wire = new Wire(mediator.port(), Duration.ofSeconds(60))) {
                        return wire.send(head)
                                .send(coded.toByteArray())
                                .receive()
                                .status();
                    }
                }));
            }
            while (!answers.stream().allMatch(Future::isDone)) {
                assertThat(Wire.exchange(mediator.port(), message("VirtualizationProxy", "IBM"))
                                .status())
                        .isEqualTo(OK);
                Thread.sleep(PAUSE_MILLIS);
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isIn(OK, 500, 503);
            }
        } finally {
            threads.shutdownNow();
        }
        serves();
    }

    /** A client that is refused may not be able to send all. */
    private static int answer(Wire wire, byte[] filling, String end) throws IOException {
        try {
            wire.send(filling).send(end);
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?i).*(broken pipe|reset).*");
        }
        return wire.receive().status();
    }

    @Test
    void endsWithOneLineAndAnExitCodeWhenMemoryIsGoneForGood(@TempDir Path own) throws Exception {
        try (Child other = Child.ours(home);
                Wire client = new Wire(other.port())) {
            client.send(message("Engine", "IBM", "Fail: heap"));
            assertThat(other.exitCode(Duration.ofMinutes(2))).isEqualTo(70);
            assertThat(other.stderr().lines().filter(line -> line.startsWith("mediator: thread")))
                    .first()
                    .asString()
                    .contains("java.lang.OutOfMemoryError", "the process ends: start it anew");
        }
    }
}
