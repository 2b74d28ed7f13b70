package org.busbench.mediation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.LaneUnderTest;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.Snippet;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are no plain SOAP envelope, on their way through the out sequences of the fast lane that look into them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnusualAnswersIT {

    private static final String POX = "<r><symbol>IBM</symbol></r>";
    private static final String SOAP = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + POX + "</s:Body></s:Envelope>";
    private static final String MULTIPART = "multipart/related; boundary=b; type=\"text/xml\"; start=\"<r@x>\"";
    private static final String FOUND = "<property name='X-Found' value='%s' scope='transport'/>";

    /** Each looks into the answer, and all but the last two say what they found. */
    private static final Map<String, String> LOOKING = Map.of(
            "Switch",
            "<switch source='//symbol'><case regex='IBM'>" + FOUND.formatted("IBM") + "</case><default>"
                    + FOUND.formatted("none") + "</default></switch>",
            "Filter",
            "<filter xpath='//symbol=\"IBM\"'><then>" + FOUND.formatted("IBM") + "</then><else>"
                    + FOUND.formatted("none") + "</else></filter>",
            "Property",
            "<property name='p' expression=\"concat(//symbol, substring('none', 1, 4 * not(//symbol)))\"/>"
                    + "<property name='X-Found' expression='$ctx:p' scope='transport'/>",
            "Header",
            "<header name='X-Found' scope='transport' expression=\"concat(//symbol, substring('none', 1, 4 * not(//symbol)))\"/>",
            "Log",
            "<log level='custom' category='ERROR'><property name='s' expression='//symbol'/></log>",
            "Full",
            "<log level='full' category='ERROR'/>");

    private LaneUnderTest fast;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        List<Snippet> snippets = new ArrayList<>();
        LOOKING.forEach((name, out) -> snippets.add(Snippet.out(name, out + "<send/>")));
        snippets.add(Snippet.out("Xslt", "<xslt key='parameters.xsl'/><send/>"));
        snippets.add(Snippet.out("XsltOfAll", "<xslt key='envelope.xsl' source='/*'/><send/>"));
        snippets.add(Snippet.out("XsltOfAllToAnElement", "<xslt key='parameters.xsl' source='/*'/><send/>"));
        snippets.add(Snippet.out("Status", "<property name='HTTP_SC' value='503' scope='axis2'/><send/>"));
        snippets.add(Snippet.out("Relay", "<send/>"));
        fast = new LaneUnderTest(folder, "fast", snippets, Child.freePort());
        assertThat(fast.explained())
                .filteredOn(line -> line.contains("\tengine"))
                .isEmpty();
    }

    @AfterAll
    void stop() throws IOException {
        fast.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "200 OK",
                "201 Created",
                "202 Accepted",
                "204 No Content",
                "302 Found",
                "304 Not Modified",
                "401 No",
                "404 No",
                "500 No"
            })
    void relaysAnEmptyAnswerAndFindsNothingInIt(String status) throws IOException {
        int code = Integer.parseInt(status.substring(0, 3));
        String framing = code == 204 || code == 304 ? "" : "Content-Length: 0\r\n";
        for (String type : List.of("", "Content-Type: text/xml; charset=UTF-8\r\n")) {
            byte[] empty = ("HTTP/1.1 " + status + "\r\nX-B: 1\r\n" + type + framing + "\r\n").getBytes(UTF_8);
            for (String proxy : LOOKING.keySet()) {
                assertRelayed(ask(proxy, empty), code, "", proxy, "none");
            }
            for (String proxy : List.of("Xslt", "XsltOfAll")) {
                assertRelayed(ask(proxy, empty), code, "", proxy, null);
            }
        }
    }

    @Test
    void takesAnEmptyBodyInChunksForEmptyToo() throws IOException {
        byte[] empty = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                .getBytes(UTF_8);

        assertRelayed(ask("Switch", empty), 200, "", "Switch", "none");
    }

    @ParameterizedTest
    @CsvSource({
        "text/html; charset=utf-8, none",
        "application/json, none",
        "text/plain, none",
        "application/octet-stream, none",
        "application/vnd.x+json, none",
        "text/xml, none",
        "application/xml, IBM"
    })
    void relaysContentThatIsNoEnvelopeAsItCame(String type, String found) throws IOException {
        String content = type.endsWith("xml") ? POX : "<!DOCTYPE html><p>{no<br>";
        for (String status : List.of("200 OK", "502 Bad Gateway")) {
            byte[] answer = answer(status, type, "", content.getBytes(UTF_8));
            for (String proxy : LOOKING.keySet()) {
                HttpMessage got = ask(proxy, answer);
                assertRelayed(got, Integer.parseInt(status.substring(0, 3)), content, proxy, found);
                assertThat(got.headers()).containsEntry("content-type", type);
            }
        }
    }

    @Test
    void looksIntoTheRootPartOfAMessageWithAttachments() throws IOException {
        String parts = "--b\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-ID: <r@x>\r\n\r\n" + SOAP
                + "\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <a@x>\r\n\r\nABC\r\n--b--\r\n";
        for (String proxy : LOOKING.keySet()) {
            assertRelayed(ask(proxy, answer("200 OK", MULTIPART, "", parts.getBytes(UTF_8))), 200, parts, proxy, "IBM");
            byte[] broken = answer("200 OK", "multipart/related", "", parts.getBytes(UTF_8));
            assertRelayed(ask(proxy, broken), 200, parts, proxy, "none");
        }
        assertThat(ask("Xslt", answer("200 OK", MULTIPART, "", parts.getBytes(UTF_8)))
                        .status())
                .isEqualTo(502);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "GZIP", "deflate", "raw deflate", "gzip, deflate", "identity, gzip"})
    void decodesAnAnswerBeforeItLooksIntoIt(String codings) throws IOException {
        byte[] coded = SOAP.getBytes(UTF_8);
        for (String coding : codings.split(",", -1)) {
            coded = coded(coded, coding.strip());
        }
        String fields = "ETag: \"a\"\r\nDigest: a=b\r\nContent-Encoding: " + codings.replace("raw ", "") + "\r\n";
        byte[] answer = answer("200 OK", "text/xml", fields, coded);
        for (String proxy : LOOKING.keySet()) {
            HttpMessage got = ask(proxy, answer);
            assertRelayed(got, 200, SOAP, proxy, "IBM");
            assertThat(got.headers()).doesNotContainKeys("content-encoding", "etag", "digest");
        }
        HttpMessage transformed = ask("Xslt", answer);
        assertThat(transformed.text()).contains("<given").contains("IBM");
        assertThat(transformed.headers()).doesNotContainKeys("content-encoding", "etag", "digest");
    }

    @Test
    void tellsOfAChangedAnswerNothingThatOnlyTheBackendsOwnContentHas() throws IOException {
        String fields = "ETag: \"a\"\r\nContent-MD5: a\r\nAccept-Ranges: bytes\r\nTrailer: X-T\r\n";
        byte[] answer = answer("200 OK", "text/xml", fields, SOAP.getBytes(UTF_8));

        assertThat(ask("Switch", answer).headers())
                .containsKeys("etag", "content-md5", "accept-ranges")
                .doesNotContainKey("trailer");
        assertThat(ask("Xslt", answer).headers()).doesNotContainKeys("etag", "content-md5", "accept-ranges", "trailer");
    }

    @Test
    void leavesAnAnswerAloneWhoseCodingItDoesNotKnow() throws IOException {
        byte[] answer = answer("200 OK", "text/xml", "Content-Encoding: br\r\n", "anything".getBytes(UTF_8));
        for (String proxy : LOOKING.keySet()) {
            HttpMessage got = ask(proxy, answer);
            assertRelayed(got, 200, "anything", proxy, "none");
            assertThat(got.headers()).containsEntry("content-encoding", "br");
        }
        assertThat(ask("Xslt", answer).status()).isEqualTo(502);
    }

    @Test
    void refusesAnAnswerThatIsNotWhatItsHeadSays() throws IOException {
        byte[] zipped = coded(SOAP.getBytes(UTF_8), "gzip");
        byte[] deflated = coded(SOAP.getBytes(UTF_8), "deflate");
        String gzip = "Content-Encoding: gzip\r\n";
        List<byte[]> answers = List.of(
                answer("200 OK", "text/xml", gzip, SOAP.getBytes(UTF_8)),
                answer("200 OK", "text/xml", gzip, Arrays.copyOf(zipped, zipped.length - 9)),
                answer("200 OK", "text/xml", gzip, Arrays.copyOf(zipped, zipped.length + 9)),
                answer(
                        "200 OK",
                        "text/xml",
                        gzip.replace("gzip", "deflate"),
                        Arrays.copyOf(deflated, deflated.length + 1)),
                answer(
                        "200 OK",
                        "text/xml",
                        "",
                        SOAP.substring(0, SOAP.length() - 9).getBytes(UTF_8)),
                answer("200 OK", "application/xml", "", "<r><symbol>IBM</r>".getBytes(UTF_8)));
        for (byte[] answer : answers) {
            assertThat(ask("Switch", answer).status()).isEqualTo(502);
            assertThat(ask("Xslt", answer).status()).isEqualTo(502);
        }
    }

    @Test
    void refusesAStylesheetThatMakesSomethingElseOfTheEnvelope() throws IOException {
        HttpMessage got = ask("XsltOfAllToAnElement", answer("200 OK", "text/xml", "", SOAP.getBytes(UTF_8)));

        assertThat(got.status()).isEqualTo(502);
        assertThat(got.text()).doesNotContain("<given");
    }

    @Test
    void asksForNoCodingWhereItWillLookIntoTheAnswer() throws IOException {
        for (String proxy : List.of("Switch", "Relay")) {
            fast.received();
            ask(proxy, answer("200 OK", "text/xml", "", SOAP.getBytes(UTF_8)));
            Map<String, String> fields = fast.received().get(0).headers();
            assertThat(fields.containsKey("accept-encoding")).isEqualTo(proxy.equals("Relay"));
        }
    }

    @ParameterizedTest
    @CsvSource({"204 No Content, 503", "304 Not Modified, 503", "202 Accepted, 202", "200 OK, 503"})
    void setsTheStatusOfAnAnswerWithoutABody(String status, int wanted) throws IOException {
        String framing = status.charAt(2) == '4' ? "" : "Content-Length: 0\r\n";
        HttpMessage got = ask("Status", ("HTTP/1.1 " + status + "\r\n" + framing + "\r\n").getBytes(UTF_8));

        assertThat(got.status()).isEqualTo(wanted);
        assertThat(got.headers()).containsEntry("content-length", "0");
    }

    @ParameterizedTest
    @CsvSource({"text/xml, ''", "application/soap+xml, '; action=\"urn:a\"'"})
    void keepsTheTypeOfATransformedAnswerButItsCharset(String type, String parameters) throws IOException {
        byte[] latin = SOAP.replace("IBM", "\u00e9").getBytes(ISO_8859_1);
        HttpMessage got = ask("Xslt", answer("200 OK", type + "; charset=ISO-8859-1" + parameters, "", latin));

        assertThat(got.headers()).containsEntry("content-type", type + "; charset=UTF-8" + parameters);
        assertThat(got.text()).contains("\u00e9");
    }

    private HttpMessage ask(String proxy, byte[] answer) throws IOException {
        String post = new String(
                Scenario.VIRTUALIZATION.post(
                        Scenario.VIRTUALIZATION.request("500"),
                        StubBackend.RAW + Base64.getEncoder().encodeToString(answer)
                                + "\r\nAccept-Encoding: gzip\r\nConnection: close"),
                UTF_8);
        return fast.ask(post.replaceFirst("/services/VirtualizationProxy", "/services/" + proxy)
                .getBytes(UTF_8));
    }

    private static void assertRelayed(HttpMessage got, int status, String content, String proxy, String found) {
        assertThat(got.status()).as(proxy + ": " + got.text()).isEqualTo(status);
        assertThat(got.text()).as(proxy).isEqualTo(content);
        if (!proxy.equals("Log") && !proxy.equals("Full") && found != null) {
            assertThat(got.headers()).as(proxy).containsEntry("x-found", found);
        }
    }

    private static byte[] answer(String status, String type, String fields, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n" + fields + "Content-Length: "
                        + content.length + "\r\n\r\n")
                .getBytes(UTF_8));
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }

    private static byte[] coded(byte[] content, String coding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (coding) {
            case "deflate" -> new DeflaterOutputStream(bytes);
            case "raw deflate" -> new DeflaterOutputStream(bytes, new Deflater(-1, true));
            case "identity" -> bytes;
            default -> new GZIPOutputStream(bytes);
        }) {
            out.write(content);
        }
        return bytes.toByteArray();
    }
}
