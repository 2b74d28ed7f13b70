package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.busbench.common.http.Access;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.Supervisor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The backend is the real one, and the mediator a server of this test that does one thing wrong. */
class ConformanceIT {
    @TempDir
    private static Path home;

    private static Backends backends;
    private static Supervisor supervisor;
    private static BackendProcess backend;

    @TempDir
    private Path folder;

    private SmallMediator mediator;
    private Conformance conformance;

    @BeforeAll
    static void startBackend() throws Exception {
        assumeThat(ProjectFiles.ROOT.resolve("backend-stockquote/target/backend/lib"))
                .as("the backend is built: mvn -pl backend-stockquote package")
                .isDirectory();
        backends = Backends.free();
        supervisor = Supervisor.open(home);
        backend = BackendProcess.start(
                supervisor,
                BackendProcess.spec(ProjectFiles.ROOT, backends, List.of("-Xmx128m"), List.of(), home.resolve("logs")),
                backends);
    }

    @AfterAll
    static void stopBackend() throws Exception {
        if (supervisor != null) {
            supervisor.close();
        }
    }

    @BeforeEach
    void startMediator() throws IOException {
        mediator = new SmallMediator(backends);
        Map<String, URI> urls =
                Map.of("backend-A", backends.url("A"), "backend-B", backends.url("B"), "backend-C", backends.url("C"));
        conformance = new Conformance(urls, Access.USUAL, folder, backend);
    }

    @AfterEach
    void stopMediator() {
        mediator.close();
    }

    @Test
    void whoPassesEveryMessageOnAsItIsConforms() throws Exception {
        assertThat(conformance.check(target("cbr")).reason()).isNull();
        Verification boundaries = conformance.checkBoundaries(target("cbr"));
        assertThat(boundaries.reason()).isNull();
        assertThat(boundaries.limit()).isNull();
    }

    @Test
    void blanksAndCommentsAndAnEmptyHeaderMayDifferAtTheBackend() throws Exception {
        mediator.request = text(message -> message.replaceAll("(?s)<!--.*?-->", "")
                .replaceAll(">\\s*\n\\s*<", "><")
                .replace("?><soapenv:Envelope", "?><!-- passed on --><soapenv:Envelope")
                .replaceAll("(/envelope/\">)<soapenv:Body>", "$1<soapenv:Header/><soapenv:Body>"));

        assertThat(conformance.check(target("cbr")).reason()).isNull();
    }

    @Test
    void whoLeavesOutWhatNoAnswerRepeatsDoesNot() throws Exception {
        mediator.request = text(message -> message.replaceAll("<m:note>[^<]*</m:note>", ""));

        assertThat(conformance.check(target("cbr")).reason())
                .startsWith("1500 bytes: the message that reached the backend is not the one that was sent: ")
                .contains("getQuote[1]/request[1]");
        assertThat(folder.resolve("verify/m/cbr/conformance/1500-bytes.arrived.xml"))
                .content()
                .doesNotContain("note");
    }

    @Test
    void whoTrimsTextsDoesNot() throws Exception {
        mediator.request = text(message -> message.replace("  kept:", "kept:"));

        assertThat(conformance.check(target("cbr")).reason()).contains("in other words of XML", "is not the one");
    }

    @Test
    void whoMakesNothingOfATextOfBlanksDoesNot() throws Exception {
        mediator.request = text(message -> message.replaceAll("<(m:note)>\\s+</m:note>", "<$1/>"));

        assertThat(conformance.check(target("cbr")).reason())
                .startsWith("texts of blanks alone: the message that reached the backend is not the one that was sent");
    }

    @Test
    void whoMakesNothingOfATextOfBlanksOnTheWayBackDoesNot() throws Exception {
        mediator.step = message -> {
            Answer answer = mediator.forwarded(message);
            String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
            return answer.withBody(body.replaceAll("<ref>\\s+</ref>", "<ref/>").getBytes(StandardCharsets.ISO_8859_1));
        };

        assertThat(conformance.check(target("cbr")).reason()).startsWith("texts of blanks alone: another answer");
    }

    @Test
    void whoTellsTheBackendAnotherActionDoesNot() throws Exception {
        mediator.action = "\"urn:checkPrice\"";

        assertThat(conformance.check(target("cbr")).reason())
                .endsWith("the SOAPAction that reached the backend is \"urn:checkPrice\" instead of \"urn:getQuote\"");
    }

    @Test
    void whoTellsTheBackendNoActionDoesNot() throws Exception {
        mediator.action = null;

        assertThat(conformance.check(target("cbr")).reason())
                .endsWith("no SOAPAction reached the backend where \"urn:getQuote\" must");
    }

    @Test
    void theQuotationMarksAroundAnActionMayBeLeftOut() throws Exception {
        mediator.action = "urn:getQuote";

        assertThat(conformance.check(target("cbr")).reason()).isNull();
    }

    @Test
    void whoLooksForTextInsteadOfXmlDoesNot() throws Exception {
        mediator.route = message -> SmallMediator.routeOf(message.replaceFirst("(?s).*?<m:symbol>([^<]*)<.*", "$1"));

        assertThat(conformance.check(target("cbr")).reason())
                .matches(
                        "a message for backend-A in other words of XML: wrong route: it went to backend-[BC] instead of"
                                + " backend-A.*");
    }

    @Test
    void whoDropsTheBlocksOfASoapHeaderDoesNot() throws Exception {
        mediator.request = text(message -> message.replaceAll("<soapenv:Header>.*</soapenv:Header>", ""));

        assertThat(conformance.check(target("cbr")).reason()).startsWith("a SOAP header: the message that reached");
    }

    @Test
    void whoCannotWriteLettersBeyondAsciiDoesNot() throws Exception {
        mediator.request = message -> new String(message, StandardCharsets.UTF_8)
                .replaceAll("[^\\x00-\\x7f]", "?")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(conformance.check(target("cbr")).reason()).startsWith("letters beyond ASCII: another answer");
    }

    @Test
    void whoStatesAnotherCharsetDoesNot() throws Exception {
        mediator.type = "text/xml; charset=ISO-8859-1";

        assertThat(conformance.check(target("cbr")).reason())
                .startsWith("letters beyond ASCII: the right answer, but not in the charset 'ISO-8859-1'");
    }

    @Test
    void whoSendsAMessageTwiceDoesNot() throws Exception {
        mediator.step = message -> {
            mediator.forwarded(message);
            return mediator.forwarded(message);
        };

        assertThat(conformance.check(target("cbr")).reason()).startsWith("duplicated: the backend received");
    }

    @Test
    void whoAnswersWithoutTheBackendDoesNotThoughTheAnswerIsRight() throws Exception {
        // Another backend than the one that is counted knows the answers too.
        Backends others = Backends.free();
        BackendProcess.start(
                supervisor,
                BackendProcess.spec(ProjectFiles.ROOT, others, List.of("-Xmx128m"), List.of(), folder.resolve("logs")),
                others);
        try (SmallMediator elsewhere = new SmallMediator(others)) {
            mediator.step = elsewhere::forwarded;

            assertThat(conformance.check(target("cbr")).reason())
                    .startsWith("answered without the backend: the backend received 0 messages");
        }
    }

    @Test
    void whoMakesASuccessOfAFaultDoesNot() throws Exception {
        mediator.step = message -> {
            Answer answer = mediator.forwarded(message);
            return new Answer(200, Map.of(), answer.body());
        };

        assertThat(conformance.check(target("cbr")).reason())
                .startsWith("a SOAP fault of backend-A: a fault answered with status 200");
    }

    @Test
    void whoPublishesNoWsdlOfWhatItVirtualizesDoesNot() throws Exception {
        mediator.route = message -> "A";

        assertThat(conformance.check(target("virtualization")).reason()).startsWith("no answer to ?wsdl");
    }

    @Test
    void whoLeavesALengthUnansweredHasALimitAndServes() throws Exception {
        mediator.step = message -> message.length == 8192 ? null : mediator.forwarded(message);

        Verification boundaries = conformance.checkBoundaries(target("cbr"));

        assertThat(boundaries.served()).isTrue();
        assertThat(boundaries.limit()).startsWith("8192 bytes: no answer from");
    }

    @Test
    void everyLengthIsAnsweredByTheBackendInOnePieceAndInChunks() throws Exception {
        Map<Integer, Set<Boolean>> framings = new ConcurrentHashMap<>();
        mediator.step = message -> {
            Answer answer = mediator.forwarded(message);
            framings.computeIfAbsent(answer.body().length, length -> ConcurrentHashMap.newKeySet())
                    .add(answer.isChunked());
            return answer;
        };

        assertThat(conformance.checkBoundaries(target("cbr")).reason()).isNull();
        assertThat(framings.keySet()).containsAll(BoundaryMessages.LENGTHS);
        BoundaryMessages.LENGTHS.forEach(
                length -> assertThat(framings.get(length)).containsExactlyInAnyOrder(true, false));
    }

    @Test
    void whoIsWrongOnlyAboutAFaultInChunksDoesNotConform() throws Exception {
        mediator.step = message -> {
            Answer answer = mediator.forwarded(message);
            return answer.status() == 500 && answer.isChunked() ? new Answer(200, Map.of(), answer.body()) : answer;
        };

        assertThat(conformance.check(target("cbr")).reason())
                .startsWith("a SOAP fault of backend-")
                .endsWith("; the backend answered in chunks");
    }

    @Test
    void whoCutsALengthDoesNotServe() throws Exception {
        mediator.step = message -> {
            Answer answer = mediator.forwarded(message);
            return answer.body().length <= 16_384 ? answer : answer.withBody(Arrays.copyOf(answer.body(), 16_384));
        };

        assertThat(conformance.checkBoundaries(target("cbr")).reason()).startsWith("16385 bytes: cut short");
        assertThat(Files.exists(folder.resolve("verify/m/cbr/boundaries/16385-bytes.answer.http")))
                .isTrue();
    }

    /** Of each byte a character, so that what is not looked for stays as it is. */
    private static UnaryOperator<byte[]> text(UnaryOperator<String> change) {
        return message ->
                change.apply(new String(message, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private Target target(String scenario) {
        return new Target("m", true, scenario, ProjectFiles.SCENARIOS.find(scenario), mediator.url(), null);
    }
}
