package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.RawBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine lane says of a body, whether a mediator has read it or not: its type, its codings, its length for HEAD; and forms. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineLaneBodiesIT {

    private static final String ENVELOPE =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>";
    private static final String QUESTION = ENVELOPE.formatted("<q/>");
    private static final String ANSWER = ENVELOPE.formatted("<r:ok xmlns:r=\"urn:r\">yes</r:ok>");
    private static final String SOAP = "Content-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"urn:op\"";
    private static final String OK =
            "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: LENGTH";

    private static final String READ = "<property name=\"x\" expression=\"//*\" type=\"OM\"/>";
    private static final String UNREAD = "<property name=\"x\" value=\"&lt;a/&gt;\" type=\"OM\"/>";
    private static final String NO_FIELDS = "<property name=\"TRANSPORT_HEADERS\" action=\"remove\" scope=\"axis2\"/>";
    private static final String NO_TYPE = "<property name=\"Content-Type\" action=\"remove\" scope=\"transport\"/>";
    private static final String NO_SUCH_CHARSET =
            "<property name=\"CHARACTER_SET_ENCODING\" value=\"no-such\" scope=\"axis2\"/>";
    private static final String PLAIN_TEXT =
            "<axisconfig><messageFormatters><messageFormatter contentType=\"text/csv\" class=\"org.apache.axis2.format.PlainTextFormatter\"/>"
                    + "</messageFormatters><messageBuilders><messageBuilder contentType=\"text/csv\" class=\"org.apache.axis2.format.PlainTextBuilder\"/>"
                    + "<messageBuilder contentType=\"x/y\" class=\"no.such.Builder\"/></messageBuilders></axisconfig>";

    /** Takes steps without end for a text of {@code x} alone. */
    private static final String SLOW = "(x+x+)+y";

    private RawBackend backend;
    private Child mediator;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        backend = new RawBackend();
        Path proxies = Files.createDirectories(folder.resolve("synapse-config/proxy-services"));
        proxy(proxies, "Pass", UNREAD, "<send/>");
        proxy(proxies, "ReadRequest", READ, "<send/>");
        proxy(proxies, "ReadAnswer", UNREAD, READ + "<send/>");
        proxy(proxies, "NoFields", NO_FIELDS, NO_FIELDS + "<send/>");
        proxy(proxies, "NoType", NO_TYPE, NO_TYPE + "<send/>");
        proxy(proxies, "NoSuchCharset", UNREAD, READ + NO_SUCH_CHARSET + "<send/>");
        proxy(proxies, "Status", UNREAD, "<property name=\"HTTP_SC\" value=\"203\" scope=\"axis2\"/><send/>");
        String source = " source=\"//*[local-name()='q']\"";
        proxy(
                proxies,
                "Switch",
                "<switch" + source + "><case regex=\"" + SLOW + "\"><drop/></case></switch>",
                "<send/>");
        proxy(proxies, "Filter", "<filter" + source + " regex=\"" + SLOW + "\"><drop/></filter>", "<send/>");
        proxy(
                proxies,
                "Pattern",
                "<property name=\"p\" pattern=\"" + SLOW + "\"" + source.replace("source", "expression") + "/>",
                "<send/>");
        String match =
                "<condition><not><match type=\"header\" source=\"X-Text\" regex=\"" + SLOW + "\"/></not></condition>";
        proxy(
                proxies,
                "Router",
                "<conditionalRouter continueAfter=\"true\"><conditionalRoute>" + match
                        + "<target><sequence><log/></sequence></target></conditionalRoute></conditionalRouter>",
                "<send/>");
        String rewrite = "<rewrite inProperty=\"p\" outProperty=\"o\"><rewriterule>";
        proxy(
                proxies,
                "RewriteIf",
                rewrite + match + "<action value=\"a\" fragment=\"path\"/></rewriterule></rewrite>",
                "<send/>");
        proxy(
                proxies,
                "Rewrite",
                "<property name=\"p\" expression=\"concat('http://x/', $trp:X-Text)\"/>" + rewrite
                        + "<action type=\"replace\" regex=\"" + SLOW
                        + "\" value=\"a\" fragment=\"path\"/></rewriterule></rewrite>",
                "<send/>");
        proxy(
                proxies,
                "Empty",
                "",
                "<property name=\"NO_ENTITY_BODY\" value=\"true\" scope=\"axis2\" type=\"BOOLEAN\"/><send/>");
        write(
                proxies,
                "WhereItSays",
                "<header name=\"To\" expression=\"$trp:X-To\"/><send><endpoint><default/></endpoint></send>",
                "<send/>");
        String address = "<header name=\"To\" expression=\"$trp:X-To\"/>";
        String second = address("second").replace("<suspendOnFailure>", "<suspendOnFailure><errorCodes>1</errorCodes>");
        for (String group : List.of("failover", "loadbalance")) {
            String inside = "<endpoint><" + group + "><endpoint><default/></endpoint>";
            String around = "</" + group + "></endpoint>";
            write(proxies, "Two-" + group, address + "<send>" + inside + second + around + "</send>", "<send/>");
            write(proxies, "Alone-" + group, address + "<send>" + inside + around + "</send>", "<send/>");
            write(
                    proxies,
                    "Nested-" + group,
                    address + "<send><endpoint><failover>" + inside + around + second + "</failover></endpoint></send>",
                    "<send/>");
        }
        write(
                proxies,
                "Once",
                address + "<send><endpoint><failover><endpoint><default><retryConfig><disabledErrorCodes>"
                        + "101503</disabledErrorCodes></retryConfig></default></endpoint>" + second
                        + "</failover></endpoint></send>",
                "<send/>");
        proxy(proxies, "NoClient", "<callout serviceURL=\"http://127.0.0.1:1/\"/>", "<send/>");
        write(proxies, "Respond", READ + "<respond/>", "");
        String body = "<property name=\"NO_ENTITY_BODY\" action=\"remove\" scope=\"axis2\"/>";
        String made = "<payloadFactory><format><made xmlns=\"\">1</made></format><args/></payloadFactory>";
        write(proxies, "Made", body + made + "<respond/>", "");
        write(proxies, "RespondUnread", NO_TYPE + "<respond/>", "");
        Path sequences = Files.createDirectories(folder.resolve("synapse-config/sequences"));
        Files.writeString(
                sequences.resolve("main.xml"),
                "<sequence xmlns=\"http://ws.apache.org/ns/synapse\" name=\"main\"><in>" + send("main")
                        + "</in><out><send/></out></sequence>");
        Files.writeString(folder.resolve("axis2.xml"), PLAIN_TEXT);
        mediator = Child.ours(
                new Home(folder),
                "--lanes",
                "engine",
                "--axis2",
                folder.resolve("axis2.xml").toString(),
                "--limit",
                "reading=128m");
    }

    @AfterAll
    void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    private void proxy(Path folder, String name, String in, String out) throws IOException {
        write(folder, name, in + send(name), out);
    }

    private static void write(Path folder, String name, String in, String out) throws IOException {
        Files.writeString(
                folder.resolve(name + ".xml"),
                "<proxy xmlns=\"http://ws.apache.org/ns/synapse\" name=\"" + name
                        + "\" transports=\"http\"><target><inSequence>" + in + "</inSequence><outSequence>" + out
                        + "</outSequence><faultSequence><makefault version=\"soap11\"><code"
                        + " xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" value=\"s:Server\"/><reason value=\"its own fault\"/></makefault>"
                        + "<property name=\"RESPONSE\" value=\"true\"/><header name=\"To\" action=\"remove\"/><send/></faultSequence></target></proxy>");
    }

    private String send(String path) {
        return "<send>" + address(path) + "</send>";
    }

    private String address(String path) {
        return "<endpoint><address uri=\"http://127.0.0.1:" + backend.port() + "/" + path
                + "\"><suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure></address></endpoint>";
    }

    private HttpMessage post(String proxy, String fields, byte[] body) throws IOException {
        String head = "POST /services/" + proxy + " HTTP/1.1\r\nHost: x\r\n" + (fields.isEmpty() ? "" : fields + "\r\n")
                + "Content-Length: " + body.length + "\r\n\r\n";
        try (Wire wire = new Wire(mediator.port())) {
            return wire.send(head).send(body).receive();
        }
    }

    private HttpMessage post(String proxy, String fields, String body) throws IOException {
        return post(proxy, fields, body.getBytes(StandardCharsets.UTF_8));
    }

    private HttpMessage get(String method, String target) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            wire.send(method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            HttpMessage head = wire.receiveHead();
            if (method.equals("HEAD")) {
                assertThat(wire.isClosedByPeer()).as("nothing follows the head").isTrue();
            }
            return head;
        }
    }

    /** Applies codings as {@code codings} names them; {@code deflate-raw} is deflate without the frame of zlib. */
    private static byte[] coded(String codings, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (String coding : codings.split(" ", -1)) {
            bytes = switch (coding) {
                case "gzip" -> deflated(bytes, "gzip");
                case "members" ->
                    joined(
                            deflated(Arrays.copyOf(bytes, 20), "gzip"),
                            deflated(Arrays.copyOfRange(bytes, 20, bytes.length), "gzip"));
                case "behind-empty-members" -> {
                    byte[] empty = deflated(new byte[0], "gzip");
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    for (int i = 0; i < 100_000; i++) {
                        all.writeBytes(empty);
                    }
                    yield joined(all.toByteArray(), bytes);
                }
                case "deflate", "deflate-raw" -> deflated(bytes, coding);
                case "checked-wrong" -> {
                    byte[] wrong = bytes.clone();
                    wrong[wrong.length - 8]++;
                    yield wrong;
                }
                case "followed" -> joined(bytes, new byte[] {0});
                case "cut" -> Arrays.copyOf(bytes, bytes.length - 12);
                default -> bytes;
            };
        }
        return bytes;
    }

    private static byte[] deflated(byte[] bytes, String coding) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, coding.endsWith("raw"));
        try (OutputStream out =
                coding.equals("gzip") ? new GZIPOutputStream(to) : new DeflaterOutputStream(to, deflater)) {
            out.write(bytes);
        } finally {
            deflater.end();
        }
        return to.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,gzip",
        "x-gzip,gzip",
        "GZIP,members",
        "deflate,deflate",
        "deflate,deflate-raw",
        "'gzip, gzip',gzip gzip",
        "'identity, deflate, gzip',deflate gzip",
        "identity,none",
    })
    void decodesWhatAMediatorReads(String field, String codings) throws IOException {
        backend.answer("POST /ReadRequest", OK, ANSWER.getBytes(StandardCharsets.UTF_8));
        backend.answer(
                "POST /ReadAnswer",
                OK + "\r\nETag: \"a\"\r\nDigest: a=b\r\nContent-Encoding: " + field,
                coded(codings, ANSWER));
        String fields = SOAP + "\r\nAccept-Encoding: gzip\r\nContent-Encoding: " + field;

        HttpMessage request = post("ReadRequest", fields, coded(codings, QUESTION));
        String forwarded = backend.last();
        HttpMessage answer = post("ReadAnswer", fields, coded(codings, QUESTION));

        assertThat(request.status()).isEqualTo(200);
        assertThat(forwarded).contains("<q/>").doesNotContain("Content-Encoding");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(">yes<");
        assertThat(answer.headers()).doesNotContainKeys("content-encoding", "etag", "digest");
    }

    @Test
    void dropsTheConnectionOfALongAnswerThatNoMediatorTakes() throws IOException, InterruptedException {
        backend.answer("POST /Empty", OK, new byte[16 << 20]);
        int before = backend.broken();

        HttpMessage answer = post("Empty", SOAP, QUESTION);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEmpty();
        Eventually.value("the end of the connection", backend::broken, number -> number > before);
    }

    @ParameterizedTest
    @CsvSource({"gzip,gzip", "deflate,deflate", "br,none", "'gzip, gzip',gzip gzip"})
    void passesOnCodedBodiesThatNoMediatorReads(String field, String codings) throws IOException {
        byte[] coded = coded(codings, ANSWER);
        backend.answer("POST /Pass", OK + "\r\nContent-Encoding: " + field, coded);

        HttpMessage answer = post("Pass", SOAP + "\r\nContent-Encoding: " + field, coded);

        assertThat(backend.last())
                .contains("\r\nContent-Encoding: " + field + "\r\n")
                .endsWith(new String(coded, StandardCharsets.ISO_8859_1));
        assertThat(answer.headers())
                .containsEntry("content-encoding", field)
                .containsEntry("content-length", Integer.toString(coded.length));
    }

    /** Synapse itself marks every answer whose request has exactly this field. */
    @ParameterizedTest
    @ValueSource(strings = {"Pass", "ReadRequest", "ReadAnswer"})
    void doesNotCallAPlainAnswerGzip(String proxy) throws IOException {
        backend.answer("POST /" + proxy, OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        HttpMessage answer = post(proxy, SOAP + "\r\nAccept-Encoding: gzip", QUESTION);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(">yes<");
        assertThat(answer.headers()).doesNotContainKey("content-encoding");
    }

    @ParameterizedTest
    @CsvSource({
        "br,415",
        "'gzip, compress',415",
        "'gzip, gzip, gzip, gzip, gzip',415",
    })
    void refusesToReadARequestWithACodingThatItDoesNotKnow(String field, int status) throws IOException {
        assertThat(post("ReadRequest", SOAP + "\r\nContent-Encoding: " + field, QUESTION)
                        .status())
                .isEqualTo(status);
        assertThat(post("Respond", SOAP + "\r\nContent-Encoding: " + field, QUESTION)
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "br,none,502",
        "gzip,none,200",
        "gzip,gzip cut,200",
        "gzip,gzip behind-empty-members,200",
        "gzip,gzip checked-wrong,200",
        "gzip,gzip followed,200",
        "deflate,deflate followed,200",
        "deflate,deflate-raw followed,200",
        "'gzip, deflate',gzip deflate followed,200"
    })
    void answersWithTheProxysFaultWhenAnAnswerCannotBeDecoded(String field, String codings, int status)
            throws IOException {
        backend.answer("POST /ReadAnswer", OK + "\r\nContent-Encoding: " + field, coded(codings, ANSWER));

        HttpMessage answer = post("ReadAnswer", SOAP, QUESTION);

        assertThat(answer.text()).contains("its own fault");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers()).doesNotContainKey("content-encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Switch", "Filter", "Pattern", "Router", "RewriteIf", "Rewrite"})
    void failsATextThatARegularExpressionOfTheConfigurationWouldGoThroughWithoutEnd(String proxy) throws IOException {
        String hostile = QUESTION.replace("<q/>", "<q>" + "x".repeat(5000) + "</q>");
        assertThat(hostile).contains("xx");
        backend.answer("POST /" + proxy, OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        assertThat(post(proxy, SOAP + "\r\nX-Text: " + "x".repeat(5000), hostile)
                        .text())
                .contains("its own fault");
        assertThat(post(proxy, SOAP, QUESTION).text()).contains(">yes<");
    }

    @Test
    void sendsOnWhereAMessageSaysAfterAnotherOneSaidWhereNobodyListens() throws IOException {
        backend.answer("POST /a", OK, ANSWER.getBytes(StandardCharsets.UTF_8));
        String dead = SOAP + "\r\nX-To: http://127.0.0.1:" + Child.freePort() + "/a";
        String live = SOAP + "\r\nX-To: http://127.0.0.1:" + backend.port() + "/a";

        assertThat(post("WhereItSays", dead, QUESTION).text()).contains("its own fault");
        assertThat(post("WhereItSays", live, QUESTION).text()).contains(">yes<");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failover", "loadbalance"})
    void triesWhatIsLeftOfAGroupForOneMessageAndSpares(String group) throws IOException {
        backend.answer("POST /first", OK, "<first/>".getBytes(StandardCharsets.UTF_8));
        backend.answer("POST /second", OK, "<second/>".getBytes(StandardCharsets.UTF_8));
        String dead = SOAP + "\r\nX-To: http://127.0.0.1:" + Child.freePort() + "/first";
        String live = SOAP + "\r\nX-To: http://127.0.0.1:" + backend.port() + "/first";
        for (String proxy : List.of("Two-", "Nested-")) {
            for (int i = 0; i < 3; i++) {
                assertThat(post(proxy + group, dead, QUESTION).text()).contains("<second/>");
            }
            String answers = post(proxy + group, live, QUESTION).text()
                    + post(proxy + group, live, QUESTION).text();
            assertThat(answers).contains("<first/>");
        }
        assertThat(post("Alone-" + group, dead, QUESTION).text()).contains("its own fault");
        assertThat(post("Alone-" + group, live, QUESTION).text()).contains("<first/>");
        assertThat(post("Once", dead, QUESTION).text()).contains("its own fault");
        assertThat(post("Once", live, QUESTION).text()).contains("<first/>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pass", "ReadAnswer"})
    void passesOnTheContentOfA202(String proxy) throws IOException {
        backend.answer("POST /" + proxy, OK.replace("200 OK", "202 Accepted"), ANSWER.getBytes(StandardCharsets.UTF_8));

        HttpMessage answer = post(proxy, SOAP, QUESTION);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text()).contains(">yes<");
        assertThat(answer.headers()).containsEntry("content-type", "text/xml; charset=UTF-8");
    }

    @Test
    void failsACalloutAloneForWhichThereIsNoClient() throws IOException, InterruptedException {
        assertThat(post("NoClient", SOAP, QUESTION).text()).contains("its own fault");
        mediator.awaitStderr("<callout> to http://127.0.0.1:1/ has no client: ");
    }

    @Test
    void stopsToReadABodyThatDecodesToFarMore() throws IOException, InterruptedException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        byte[] spaces = new byte[1 << 20];
        Arrays.fill(spaces, (byte) ' ');
        try (GZIPOutputStream out = new GZIPOutputStream(bomb)) {
            for (int i = 0; i < 65; i++) {
                out.write(spaces);
            }
            out.write(QUESTION.getBytes(StandardCharsets.UTF_8));
        }

        HttpMessage answer = post("ReadRequest", SOAP + "\r\nContent-Encoding: gzip", bomb.toByteArray());

        assertThat(answer.status()).isEqualTo(500);
        mediator.awaitStderr("decodes to more than");
    }

    @ParameterizedTest
    @CsvSource({
        "'gzip, deflate, br, zstd','gzip, deflate'",
        "'br;q=1.0, gzip;q=0.8, *;q=0.1',gzip;q=0.8",
        "br,identity",
        "gzip,gzip",
    })
    void asksOnlyForCodingsThatAMediatorCouldRead(String asked, String forwarded) throws IOException {
        backend.answer("POST /Pass", OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        post("Pass", SOAP + "\r\nAccept-Encoding: " + asked, QUESTION);

        assertThat(backend.last()).contains("\r\nAccept-Encoding: " + forwarded + "\r\n");
    }

    /** The types that stock Synapse writes. */
    @ParameterizedTest
    @CsvSource({
        "NoFields,text/xml; charset=UTF-8,text/xml; charset=UTF-8",
        "NoType,text/xml; charset=UTF-8,text/xml; charset=UTF-8",
        "NoFields,text/xml; charset=ISO-8859-1,text/xml; charset=ISO-8859-1",
        "NoFields,application/soap+xml; charset=UTF-8; action=\"urn:op\",application/soap+xml; charset=UTF-8; action=\"urn:op\"",
        "NoType,application/json,application/json; charset=UTF-8",
        "NoFields,application/xml,application/xml; charset=UTF-8",
        "NoType,application/x-www-form-urlencoded,application/x-www-form-urlencoded; charset=UTF-8",
    })
    void writesATypeWhenAMediatorHasRemovedTheField(String proxy, String type, String forwarded) throws IOException {
        backend.answer("POST /" + proxy, OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        HttpMessage answer = post(proxy, "Content-Type: " + type + "\r\nSOAPAction: \"urn:op\"", QUESTION);

        assertThat(backend.last())
                .contains("\r\nContent-Type: " + forwarded + "\r\n")
                .endsWith("\r\n\r\n" + QUESTION);
        assertThat(answer.headers().get("content-type"))
                .startsWith(type.startsWith("application/soap+xml") ? "application/soap+xml" : "text/xml")
                .contains("charset=UTF-8")
                .doesNotMatch(".*charset.*charset.*");
        assertThat(answer.text()).isEqualTo(ANSWER);
    }

    @Test
    void writesATypeOfARequestThatIsSentBackUnread() throws IOException {
        HttpMessage answer = post("RespondUnread", SOAP, QUESTION);

        assertThat(answer.text()).isEqualTo(QUESTION);
        assertThat(answer.headers()).containsEntry("content-type", "text/xml; charset=UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "/services/Pass,/Pass,200,Content-Length: 1234,1234",
        "/services/Pass/a/b?c=d,/Pass/a/b?c=d,200,Content-Length: 1234,1234",
        "/services/Pass,/Pass,404,Content-Length: 0,0",
        "/services/Pass,/Pass,200,Transfer-Encoding: chunked,",
        "/services/Pass,/Pass,200,'Content-Encoding: gzip\r\nContent-Length: 7',7",
        "/services/ReadAnswer,/ReadAnswer,200,Content-Length: 1234,",
        "http://x,/main,200,Content-Length: 5,5",
    })
    void tellsHeadWhatGetWouldGet(String target, String path, int status, String fields, String length)
            throws IOException {
        backend.answer(
                "HEAD " + path,
                "HTTP/1.1 " + status + " x\r\nContent-Type: image/png\r\nETag: \"1\"\r\n" + fields,
                new byte[0]);

        HttpMessage head = get("HEAD", target);

        assertThat(head.status()).isEqualTo(status);
        assertThat(head.headers()).containsEntry("content-type", "image/png").doesNotContainKey("transfer-encoding");
        assertThat(head.headers().get("etag")).isEqualTo(target.contains("Read") ? null : "\"1\"");
        assertThat(head.headers().get("content-length")).isEqualTo(length);
        assertThat(head.headers().get("content-encoding")).isEqualTo(fields.contains("gzip") ? "gzip" : null);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void tellsHeadNoTypeOfAnAnswerThatHasNoContent(int status) throws IOException {
        backend.answer("HEAD /Pass", "HTTP/1.1 " + status + " x\r\nETag: \"1\"", new byte[0]);

        HttpMessage head = get("HEAD", "/services/Pass");

        assertThat(head.status()).isEqualTo(status);
        assertThat(head.headers()).containsEntry("etag", "\"1\"").doesNotContainKey("content-type");
    }

    @Test
    void tellsHeadOfADescriptionWhatGetWouldGet() throws IOException {
        HttpMessage head = get("HEAD", "/services/Pass?wsdl");

        assertThat(head.headers().get("content-length"))
                .isEqualTo(get("GET", "/services/Pass?wsdl").headers().get("content-length"));
        assertThat(head.headers()).containsEntry("content-type", "text/xml");
    }

    @ParameterizedTest
    @CsvSource({"http://x?a=/b,/main?a=/b", "http://x,/main", "http://x/?a=b,/main?a=b", "http://x/c?a=b,/main/c?a=b"})
    void takesATargetWithoutAPathForTheRoot(String target, String asked) throws IOException {
        backend.answer("GET " + asked, OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        assertThat(get("GET", target).status()).as(backend.last()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"200 OK\r\nContent-Length: 0", "204 No Content", "304 Not Modified", "401 x\r\nContent-Length: 0"
            })
    void givesAnAnswerWithoutABodyTheStatusOfTheConfiguration(String statusAndLength) throws IOException {
        backend.answer("POST /Status", "HTTP/1.1 " + statusAndLength, new byte[0]);

        HttpMessage answer = post("Status", SOAP, QUESTION);

        assertThat(answer.status()).isEqualTo(203);
        assertThat(answer.headers()).containsEntry("content-length", "0").doesNotContainKey("content-type");
    }

    @ParameterizedTest
    @CsvSource({"ReadAnswer,Content-Length: 0", "ReadAnswer,Transfer-Encoding: chunked", "Pass,Content-Length: 0"})
    void relaysAnEmptyAnswerWhetherItIsReadOrNot(String proxy, String framing) throws IOException {
        backend.answer(
                "POST /" + proxy,
                "HTTP/1.1 200 OK\r\nX-B: 1\r\nContent-Type: text/xml\r\n" + framing,
                framing.endsWith("chunked") ? "0\r\n\r\n".getBytes(StandardCharsets.UTF_8) : new byte[0]);

        HttpMessage answer = post(proxy, SOAP, QUESTION);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEmpty();
        assertThat(answer.headers()).containsEntry("x-b", "1").containsEntry("content-type", "text/xml");
    }

    /** Otherwise the client waits for a minute, which is longer than this test does. */
    @Test
    void tellsTheClientWhenAnAnswerCannotBeWritten() throws IOException {
        backend.answer("POST /NoSuchCharset", OK, ANSWER.getBytes(StandardCharsets.UTF_8));
        backend.answer("POST /ReadAnswer", OK.replace("UTF-8", "no-such"), ANSWER.getBytes(StandardCharsets.UTF_8));

        for (String proxy : new String[] {"NoSuchCharset", "ReadAnswer"}) {
            HttpMessage answer = post(proxy, SOAP, QUESTION);
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains("The message cannot be mediated");
        }
    }

    @Test
    void callsXmlXmlThatAnswersARequestWithoutAType() throws IOException {
        String request = "GET /services/Made HTTP/1.1\r\nHost: x\r\n\r\n";

        HttpMessage answer = Wire.exchange(mediator.port(), request.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.headers()).containsEntry("content-type", "application/xml; charset=UTF-8");
        assertThat(answer.text()).isEqualTo("<made>1</made>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReadRequest", "Respond"})
    void writesAFormThatWasReadAsAForm(String proxy) throws IOException {
        backend.answer("POST /ReadRequest", OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        HttpMessage answer =
                post(proxy, "Content-Type: application/x-www-form-urlencoded", "a=1&a=%C3%A4+%26%3D%0A&a=");

        String type = "application/x-www-form-urlencoded; charset=UTF-8";
        String form = "a=1&a=%C3%A4+%26%3D%0A&a=";
        if (proxy.equals("Respond")) {
            assertThat(answer.text()).isEqualTo(form);
            assertThat(answer.headers()).containsEntry("content-type", type);
        } else {
            assertThat(backend.last())
                    .contains("\r\nContent-Type: " + type + "\r\n")
                    .endsWith("\r\n\r\n" + form);
        }
    }

    @Test
    void readsAndWritesWithWhatAnAxis2FileNames() throws IOException {
        backend.answer("POST /ReadRequest", OK, ANSWER.getBytes(StandardCharsets.UTF_8));

        assertThat(post("ReadRequest", "Content-Type: text/csv", "a,<&\n").status())
                .isEqualTo(200);

        assertThat(backend.last()).endsWith("\r\n\r\na,<&\n");
        assertThat(mediator.stderr()).contains("no.such.Builder is not there");
    }
}
