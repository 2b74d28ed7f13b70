package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that the fast lane splits: parts that differ, and what becomes of them when backends are slow or clients impatient. */
class SplitMessagesIT {

    private static final String AGGREGATE =
            "<aggregate id='i'><completeCondition %s><messageCount min='-1' max='-1'/></completeCondition>"
                    + "<onComplete xmlns:m='http://services.samples' expression='//m:getQuoteResponse'><send/></onComplete></aggregate>";
    private static final String ITERATE =
            "<iterate xmlns:m='http://services.samples' id='i' preservePayload='true' attachPath='//m:getQuote'"
                    + " expression='//m:getQuote/m:request'><target><sequence>%s</sequence></target></iterate>";

    @TempDir
    private Path folder;

    private StubBackend backend;
    private String send;

    @BeforeEach
    void start() throws IOException {
        backend = new StubBackend("backend-A");
        send = "<send><endpoint><address uri='http://127.0.0.1:" + backend.port()
                + "/services/Backend'><timeout><duration>30000</duration><responseAction>fault</responseAction></timeout><suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure></address></endpoint></send>";
    }

    @AfterEach
    void stop() throws IOException {
        backend.close();
    }

    @Test
    void answersWithTheAnswersToAllParts() throws Exception {
        try (Child mediator = mediator(ITERATE.formatted(send), AGGREGATE.formatted(""))) {
            HttpMessage answer = Wire.exchange(mediator.port(), message(25, ""));

            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(all("<symbol>(S\\d+)</symbol>", answer.text())).containsExactlyInAnyOrderElementsOf(symbols(25));
            assertThat(backend.requests())
                    .hasSize(25)
                    .allMatch(part -> all("symbol>(S\\d+)<", part.text()).size() == 1);
        }
    }

    @Test
    void hasSoManyPartsUnderWayAtOnceAndStartsTheNextWhenOneIsAnswered() throws Exception {
        try (Child mediator = mediator(ITERATE.formatted(send), AGGREGATE.formatted(""), "--limit", "parts=2");
                Wire client = new Wire(mediator.port())) {
            client.send(message(9, StubBackend.HOLD));
            backend.awaitRequests(2);
            assertThat(Wire.exchange(mediator.port(), message(1, "")).status()).isEqualTo(200);

            assertThat(backend.requests()).hasSize(3);
            backend.release();
            assertThat(all("<symbol>(S\\d+)</symbol>", client.receive().text()))
                    .containsExactlyInAnyOrderElementsOf(symbols(9));
        }
    }

    @Test
    void sendsTheOtherPartsWhenTheClientHasGone() throws Exception {
        try (Child mediator = mediator(ITERATE.formatted(send), AGGREGATE.formatted(""), "--limit", "parts=2")) {
            try (Wire client = new Wire(mediator.port())) {
                client.send(message(9, StubBackend.HOLD));
                backend.awaitRequests(2);
                client.reset();
            }
            assertThat(Wire.exchange(mediator.port(), message(1, "")).status()).isEqualTo(200);
            backend.release();

            backend.awaitRequests(10);
            assertThat(Wire.exchange(mediator.port(), message(3, "")).status()).isEqualTo(200);
        }
    }

    @Test
    void answersOnceWhenEveryPartFails() throws Exception {
        try (Child mediator = mediator(ITERATE.formatted(send), AGGREGATE.formatted(""));
                Wire client = new Wire(mediator.port())) {
            assertThat(client.send(message(5, StubBackend.CLOSE)).receive().status())
                    .isEqualTo(502);

            assertThat(client.send(message(2, "")).receive().status()).isEqualTo(200);
        }
    }

    @Test
    void aggregatesWhatHasComeWhenTheTimeIsUp() throws Exception {
        String late = "<property name='Stub' value='hold' scope='transport'/>" + send;
        String clone = "<clone id='i'><target><sequence>" + late + "</sequence></target><target><sequence>" + send
                + "</sequence></target><target><sequence>" + send + "</sequence></target></clone>";
        try (Child mediator = mediator(clone, AGGREGATE.formatted("timeout='1'"))) {
            HttpMessage answer = Wire.exchange(mediator.port(), message(1, ""));

            assertThat(all("<symbol>(S\\d+)</symbol>", answer.text())).containsExactly("S0", "S0");
            backend.release();
            assertThat(Wire.exchange(mediator.port(), message(1, "")).status()).isEqualTo(200);
        }
    }

    @Test
    void failsWhenAnAggregationCannotBeComplete() throws Exception {
        String some = "<filter source='//*[local-name()=\"symbol\"][1]' regex='S1'><then><drop/></then><else>" + send
                + "</else></filter>";
        try (Child mediator = mediator(ITERATE.formatted(some), AGGREGATE.formatted(""))) {
            assertThat(Wire.exchange(mediator.port(), message(3, "")).status()).isEqualTo(504);
            assertThat(Wire.exchange(mediator.port(), message(1, "")).status()).isEqualTo(200);
        }
    }

    @Test
    void accepts202WhenNoPartIsSent() throws Exception {
        try (Child mediator =
                mediator("<property name='p'><a/></property>" + ITERATE.formatted(send), AGGREGATE.formatted(""))) {
            assertThat(Wire.exchange(mediator.port(), message(0, "")).status()).isEqualTo(202);
            assertThat(backend.requests()).isEmpty();
        }
    }

    private Child mediator(String in, String out, String... options) throws IOException, InterruptedException {
        Home home = Home.copy(folder, backend);
        Files.writeString(
                folder.resolve("synapse-config/proxy-services/Split.xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='Split' transports='http'><target><inSequence>"
                        + in + "</inSequence><outSequence>" + out
                        + "</outSequence><faultSequence><makefault version='soap11'>"
                        + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='it failed'/></makefault>"
                        + "<property name='RESPONSE' value='true'/><header name='To' action='remove'/>"
                        + "<property name='HTTP_SC' value='502' scope='axis2'/><send/></faultSequence></target></proxy>");
        String[] all = new String[options.length + 2];
        all[0] = "--lanes";
        all[1] = "fast";
        System.arraycopy(options, 0, all, 2, options.length);
        return Child.ours(home, all);
    }

    private static List<String> symbols(int parts) {
        return IntStream.range(0, parts).mapToObj(i -> "S" + i).toList();
    }

    private static byte[] message(int parts, String field) {
        String body =
                "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><m:getQuote xmlns:m=\"http://services.samples\">"
                        + symbols(parts).stream()
                                .map(symbol -> "<m:request><m:symbol>" + symbol
                                        + "</m:symbol><m:ref>0123456789abcdef</m:ref></m:request>")
                                .collect(Collectors.joining())
                        + "</m:getQuote></e:Body></e:Envelope>";
        return ("POST /services/Split HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: \"urn:getQuote\"\r\n"
                        + (field.isEmpty() ? "" : field + "\r\n") + "Content-Length: " + body.length() + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
