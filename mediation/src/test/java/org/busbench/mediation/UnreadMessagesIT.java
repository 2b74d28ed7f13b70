package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Echo;
import org.busbench.mediation.rig.Home;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

/**
 * Messages that are no SOAP, to proxies and APIs that only forward: both lanes send the backend the same and the client the same. The access log says which
 * lane it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnreadMessagesIT {

    private static final String NAMESPACE = "xmlns=\"http://ws.apache.org/ns/synapse\"";
    private static final String JSON = "{\"symbol\": \"IBM\"}";
    private static final String SOAP =
            "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body/></s:Envelope>";

    private static final String POSTFIX_REMOVED =
            "<property name=\"REST_URL_POSTFIX\" scope=\"axis2\" action=\"remove\"/>";
    private static final String CHANGES =
            "<payloadFactory><format><q xmlns=\"urn:q\"><a>$1</a><b>$2</b></q></format><args><arg expression=\"get-property('uri.var.a')\"/><arg expression=\"//*[local-name()='Body']/*\"/></args></payloadFactory>";
    private static final String REPLACES =
            "<payloadFactory><format><q xmlns=\"urn:q\"/></format><args/></payloadFactory>";
    private static final String READS = "<filter source=\"//a\" regex=\"b\"><then><drop/></then></filter>";

    private Echo echo;
    private Child fast;
    private Child engine;
    private Path accessLog;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        echo = new Echo();
        int dead = Child.freePort();
        accessLog = folder.resolve("access.log");
        fast = Child.ours(home(folder.resolve("fast"), dead), "--access-log", accessLog.toString());
        engine = Child.ours(home(folder.resolve("engine"), dead), "--lanes", "engine");
    }

    @AfterAll
    void stop() throws IOException {
        fast.close();
        engine.close();
        echo.close();
    }

    private Home home(Path folder, int dead) throws IOException {
        Home home = Home.copy(folder, echo.port(), echo.port(), echo.port());
        Path proxies = folder.resolve("synapse-config/proxy-services");
        proxy(proxies, "Pass", echo.port(), "/echo", "<send/>");
        proxy(proxies, "Bare", echo.port(), "", "<send/>");
        proxy(proxies, "Query", echo.port(), "/echo?a=b", "<send/>");
        proxy(
                proxies,
                "Marks",
                echo.port(),
                "/echo",
                "<property name=\"X-Out\" value=\"1\" scope=\"transport\"/>"
                        + "<property name=\"HTTP_SC\" value=\"203\" scope=\"axis2\"/><send/>");
        proxy(proxies, "Reads", echo.port(), "/echo", READS + "<send/>");
        proxy(proxies, "Dead", dead, "/echo", "<send/>");
        proxy(proxies, "Alone", echo.port(), "/echo", "<send/>");
        Path alone = proxies.resolve("Alone.xml");
        Files.writeString(alone, Files.readString(alone).replace("<inSequence>", "<inSequence>" + POSTFIX_REMOVED));
        proxy(proxies, "Looks", echo.port(), "/echo", "<send/>");
        Path looks = proxies.resolve("Looks.xml");
        Files.writeString(looks, Files.readString(looks).replace("<inSequence>", "<inSequence>" + READS));
        suspended(proxies, dead);
        Path apis = Files.createDirectories(folder.resolve("synapse-config/api"));
        api(apis, "Rest", "/rest", "GET POST PUT DELETE", "<send>" + endpoint(echo.port(), "/echo") + "</send>");
        api(apis, "Asked", "/asked", "OPTIONS", "<send>" + endpoint(echo.port(), "/echo") + "</send>");
        api(apis, "Acts", "/acts", "POST", "<header name=\"Action\" value=\"urn:a\"/><respond/>");
        api(apis, "Root", "/root", "GET POST", "<send>" + endpoint(echo.port(), "") + "</send>");
        api(
                apis,
                "Service",
                "/services/rest",
                "GET POST",
                "<property name=\"POST_TO_URI\" value=\"true\" scope=\"axis2\"/><send>" + endpoint(echo.port(), "/echo")
                        + "</send>");
        api(apis, "Gone", "/gone", "GET POST", "<send>" + endpoint(dead, "/echo") + "</send>");
        api(apis, "Looks", "/looks", "POST", READS + "<send>" + endpoint(echo.port(), "/echo") + "</send>");
        String choose =
                "<log level=\"custom\"><property name=\"a\" value=\"b\"/></log><property name=\"p\" expression=\"$trp:X-In\"/>"
                        + "<filter source=\"$axis2:HTTP_METHOD\" regex=\"DELETE\"><then><drop/></then></filter>";
        String vars =
                "<property name=\"X-V\" expression=\"concat($ctx:uri.var.a, '|', get-property('uri.var.b'), '|', $ctx:query.param.q, '|', $url:q, '|', $url:R)\" scope=\"transport\"/>"
                        + "<property name=\"uri.var.a\" value=\"set\"/><property name=\"X-W\" expression=\"get-property('uri.var.a')\" scope=\"transport\"/>";
        Files.writeString(
                apis.resolve("Many.xml"),
                "<api " + NAMESPACE + " name=\"Many\" context=\"/many\">"
                        + resource("methods=\"GET POST\" uri-template=\"/view/{symbol}\"", sent("view"))
                        + resource("methods=\"GET\" uri-template=\"/view/{symbol}/more?*\"", sent("more"))
                        + resource("methods=\"GET POST\" url-mapping=\"/edit/*\"", sent("edit"))
                        + resource("methods=\"GET\" url-mapping=\"/edit/exact\"", sent("exact"))
                        + resource("methods=\"GET\" url-mapping=\"*.xml\"", sent("extension"))
                        + resource("methods=\"GET POST\" url-mapping=\"/back\"", "<respond/>")
                        + resource("methods=\"GET POST\" url-mapping=\"/loop\"", "<loopback/>")
                                .replaceFirst("<property name=\"X-Status\"[^>]*>", "")
                        + resource("methods=\"GET POST\" url-mapping=\"/none\"", "<sequence key=\"nowhere\"/>")
                        + resource("methods=\"GET\" url-mapping=\"/alone\"", POSTFIX_REMOVED + sent("alone"))
                        + resource("methods=\"POST\" url-mapping=\"/reads\"", READS + sent("reads"))
                        + resource("methods=\"GET\" uri-template=\"/two/{a}\"", sent("two"))
                        + resource("methods=\"GET\" uri-template=\"/{a}/two\"", sent("two"))
                        + resource("methods=\"GET POST\" uri-template=\"/vars/{a}/{b}\"", vars + sent("vars"))
                        + resource("methods=\"POST\" url-mapping=\"/changes\"", vars + CHANGES + sent("changes"))
                        + resource("methods=\"POST\" uri-template=\"/answers/{a}\"", CHANGES + "<respond/>")
                        + resource("methods=\"POST\" url-mapping=\"/replaces\"", REPLACES + "<respond/>")
                        + resource("methods=\"GET DELETE\"", choose + sent("other"))
                        + "</api>");
        Files.writeString(
                apis.resolve("Version.xml"),
                "<api " + NAMESPACE + " name=\"Version\" context=\"/version\" version=\"1.0\" version-type=\"url\">"
                        + resource("methods=\"GET POST\" protocol=\"http\" url-mapping=\"/a\"", "<respond/>")
                        + resource("methods=\"GET\" url-mapping=\"/sent\"", sent("sent"))
                        + "<resource methods=\"GET\" url-mapping=\"/none\"/>"
                        + resource("methods=\"GET\" protocol=\"https\" url-mapping=\"/tls\"", "<respond/>")
                        + resource("methods=\"GET\"", "<drop/>")
                        + "</api>");
        return home;
    }

    private String sent(String resource) {
        return "<property name=\"X-Resource\" value=\"" + resource + "\" scope=\"transport\"/><send>"
                + endpoint(echo.port(), "/echo") + "</send>";
    }

    private static String resource(String attributes, String in) {
        return "<resource " + attributes + " faultSequence=\"fault\"><inSequence>" + in
                + "</inSequence><outSequence><property name=\"X-Status\" expression=\"$axis2:HTTP_SC\" scope=\"default\"/>"
                + "<property name=\"X-Out\" value=\"1\" scope=\"transport\"/><send/></outSequence></resource>";
    }

    private static void proxy(Path folder, String name, int port, String path, String out) throws IOException {
        Files.writeString(
                folder.resolve(name + ".xml"),
                "<proxy " + NAMESPACE + " name=\"" + name + "\" transports=\"http\"><target><inSequence><send>"
                        + endpoint(port, path) + "</send></inSequence><outSequence>" + out + "</outSequence>"
                        + "<faultSequence><sequence key=\"fault\"/></faultSequence></target></proxy>");
    }

    /** Its endpoint is suspended for ten minutes by the first failure. */
    private static void suspended(Path folder, int dead) throws IOException {
        proxy(folder, "Suspended", dead, "/echo", "<send/>");
        Path file = folder.resolve("Suspended.xml");
        String once = "<initialDuration>0</initialDuration>";
        String text = Files.readString(file);
        assertThat(text).contains(once);
        Files.writeString(file, text.replace(once, "<initialDuration>600000</initialDuration>"));
    }

    private static void api(Path folder, String name, String context, String methods, String in) throws IOException {
        Files.writeString(
                folder.resolve(name + ".xml"),
                "<api " + NAMESPACE + " name=\"" + name + "\" context=\"" + context + "\"><resource methods=\""
                        + methods
                        + "\" url-mapping=\"/*\" faultSequence=\"fault\"><inSequence>" + in
                        + "</inSequence><outSequence><send/></outSequence>"
                        + "</resource></api>");
    }

    private static String endpoint(int port, String path) {
        return "<endpoint><address uri=\"http://127.0.0.1:" + port + path + "\">"
                + "<suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure></address></endpoint>";
    }

    @ParameterizedTest
    @CsvSource({
        "fast, GET /rest",
        "fast, GET /rest/",
        "fast, GET /rest//a/../b",
        "fast, GET /rest/quotes/IBM?day=1&x=%20",
        "fast, GET /rest?day=1",
        "fast, DELETE /rest/a",
        "fast, GET /root",
        "fast, GET /root?day=1",
        "fast, GET /root/a",
        "fast, GET /services/Pass",
        "fast, GET /services/Pass/a/b?c=d",
        "fast, DELETE /services/Pass/a",
        "fast, HEAD /services/Pass",
        "fast, HEAD /services/Pass/a/b?c=d",
        "fast, HEAD /services/Marks/a",
        "engine, HEAD /services/Pass?wsdl",
        "engine, HEAD /services/Reads/a",
        "engine, HEAD /rest/a",
        "fast, GET /services/Bare",
        "engine, GET /services/rest",
        "engine, GET /services/rest?a",
        "fast, GET /services/rest/a/b?c=d",
        "engine, GET /services/rest/services/a",
        "fast, GET /services/Bare/a?b",
        "fast, GET /services/Marks/a",
        "fast, GET /services/Dead/a",
        "fast, GET /gone/a",
        "fast, GET /many/view/IBM",
        "fast, GET /many/view/a%20b?x=1",
        "fast, GET /many/view/IBM/",
        "fast, GET /many/view/IBM/more",
        "fast, GET /many/view/IBM/more?x=1",
        "fast, GET /many/edit",
        "fast, GET /many/edit/a/b?c=d",
        "fast, GET /many/edit/exact",
        "fast, GET /many/edit/exact?a",
        "fast, GET /many/a/b.xml?c",
        "fast, GET /many/back",
        "fast, GET /many/alone?a=b",
        "fast, GET /many/other",
        "fast, GET /many",
        "fast, GET /many?a=b",
        "fast, DELETE /many/other",
        "fast, GET /services/Alone/a?b=c",
        "fast, GET /many/vars/1/2",
        "fast, GET /many/vars/a%20b/c+d?q=e+f%20g&q=2&r=x&s",
        "fast, GET /many/vars/1/2?Q=1&q=&r",
        "fast, GET /version/1.0",
        "fast, GET /version/1.0?a=b",
        "fast, GET /version/1.0/a?b=c",
        "fast, GET /many/loop?q=1",
        "fast, GET /version/1.0/none",
        "engine, GET /version/1.0?a=/b",
        "engine, GET /version/1.0/tls",
        "engine, GET /version/2.0/a",
        "engine, GET /version/a",
        "engine, GET /many/two/two",
        "engine, PUT /many/edit",
        "engine, POST /many/other",
        "engine, OPTIONS /many/view/IBM",
        "engine, GET /restless",
        "engine, GET /services/Pass?a=/b",
        "engine, GET /services/Query/a",
        "engine, GET /services/Reads/a",
        "engine, PATCH /rest/a",
        "engine, GET http://127.0.0.1/rest/a",
    })
    void agreeOnRequestsWithoutABody(String lane, String line) throws IOException, InterruptedException {
        agree(lane, line + " HTTP/1.1\r\nHost: x\r\nX-In: 1\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "fast, POST /rest/quotes/IBM?day=1, application/json",
        "fast, PUT /rest/quotes/IBM, application/json; charset=UTF-8",
        "fast, POST /rest, application/octet-stream",
        "fast, POST /rest/a, application/xml",
        "fast, POST /root/a, text/plain",
        "fast, POST /services/rest/a, text/plain",
        "fast, POST /services/Pass, text/plain; charset=UTF-8",
        "fast, PUT /services/Pass/a/b, application/json",
        "fast, POST /services/Pass/a?b=c&d=%20e, application/json",
        "fast, PATCH /services/Pass/a, application/json",
        "fast, POST /services/Marks, application/json",
        "fast, POST /services/Dead, application/json",
        "fast, POST /gone/a, application/json",
        "fast, POST /many/view/IBM, application/json",
        "fast, POST /many/back, application/json",
        "fast, POST /many/none, application/json",
        "fast, POST /version/1.0/a, application/json",
        "fast, POST /many/loop, application/json",
        "engine, POST /many/reads, application/json",
        "engine, POST /looks/a, text/plain",
        "engine, POST /services/Query, application/json",
        "engine, POST /services/Reads, text/plain",
        "engine, PATCH /rest/a, application/json",
    })
    void agreeOnBodiesThatAreNoSoap(String lane, String line, String type) throws IOException, InterruptedException {
        String head = line + " HTTP/1.1\r\nHost: x\r\nX-In: 1\r\nContent-Type: " + type + "\r\n";
        agree(lane, head + "Content-Length: " + JSON.length() + "\r\n\r\n" + JSON);
        agree(
                lane,
                head + "Transfer-Encoding: chunked\r\n\r\n5\r\n" + JSON.substring(0, 5) + "\r\n"
                        + Integer.toHexString(JSON.length() - 5) + "\r\n" + JSON.substring(5) + "\r\n0\r\n\r\n");
    }

    /** Synapse has the message read for it. */
    @Test
    void setAnActionOfWhatNobodyCanReadInTheFastLaneAlone() throws IOException, InterruptedException {
        long before = lines();
        byte[] request = ("POST /acts/a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                        + JSON.length() + "\r\n\r\n" + JSON)
                .getBytes(StandardCharsets.UTF_8);
        assertThat(Wire.exchange(fast.port(), request).text()).isEqualTo(JSON);
        assertThat(Wire.exchange(engine.port(), request).status()).isEqualTo(500);
        Eventually.value("one more line of the access log", this::lines, now -> now == before + 1);
    }

    /** RFC 9110 section 7.6.2. Synapse counts for an API itself. */
    @ParameterizedTest
    @CsvSource({
        "OPTIONS /services/Pass, 3, 200, 2",
        "OPTIONS /services/Pass, 0, 200,",
        "OPTIONS /services/Pass, x, 200, x",
        "TRACE /services/Pass, 1, 200, 0",
        "TRACE /services/Pass, 0, 501,",
        "OPTIONS /asked/a, 1, 200, 0",
        "OPTIONS /asked/a, 0, 200,",
        "GET /services/Pass, 0, 200, 0",
    })
    void forwardOptionsAndTraceAsOftenAsTheClientSays(String line, String most, int status, String left)
            throws IOException, InterruptedException {
        long before = lines();
        String request = line + " HTTP/1.1\r\nHost: x\r\nMax-Forwards: " + most + "\r\n\r\n";
        for (Child lane : List.of(fast, engine)) {
            HttpMessage answer = Wire.exchange(lane.port(), request.getBytes(StandardCharsets.UTF_8));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers().get("echo-left")).isEqualTo(left);
        }
        Eventually.value("one more line of the access log", this::lines, now -> now == before + 1);
    }

    /** Synapse looks for the API of such an answer in vain, and leaves it to the main sequence. */
    @Test
    void theAnswerToAnApiWithAVersionGoesThroughItsOutSequence() throws IOException, InterruptedException {
        long before = lines();
        HttpMessage answer = Wire.exchange(
                fast.port(), "GET /version/1.0/sent HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("x-out", "1");
        Eventually.value("one more line of the access log", this::lines, now -> now == before + 1);
    }

    /** The engine may write such messages anew, or makes an envelope of them. */
    @ParameterizedTest
    @CsvSource({
        "POST /rest/a, Content-Type: application/x-www-form-urlencoded",
        "POST /rest/a, Content-Type: multipart/form-data; boundary=b",
        "POST /rest/a, X-No: type",
        "POST /services/Pass/a, Content-Type: text/xml",
    })
    void leaveOtherBodiesToTheEngine(String line, String field) throws IOException, InterruptedException {
        agree(
                "engine",
                line + " HTTP/1.1\r\nHost: x\r\n" + field + "\r\nContent-Length: " + SOAP.length() + "\r\n\r\n" + SOAP);
    }

    @ParameterizedTest
    @CsvSource({
        "fast, /rest/a?b=c, text/xml; charset=UTF-8",
        "fast, /root, text/xml; charset=UTF-8",
        "fast, /services/rest, text/xml; charset=UTF-8",
        "fast, /services/rest/a, text/xml; charset=UTF-8",
        "fast, /gone/a, text/xml; charset=UTF-8",
        "fast, /looks/a, text/xml; charset=UTF-8",
        "fast, /looks/a?b=c, application/soap+xml; charset=UTF-8",
        "fast, /many/reads, text/xml; charset=UTF-8",
        "fast, /many/view/IBM?x=1, text/xml; charset=UTF-8",
        "fast, /many/vars/1/2?q=%20, text/xml; charset=UTF-8",
        "fast, /many/changes?q=a&R=b, text/xml; charset=UTF-8",
        "fast, /many/answers/x, text/xml; charset=UTF-8",
        "engine, /many/elsewhere, text/xml; charset=UTF-8",
    })
    void agreeOnSoapForAnApi(String lane, String target, String type) throws IOException, InterruptedException {
        for (String content : List.of("", "<a xmlns=\"\">b</a>", "<x><a xmlns=\"\">c<d/></a></x>")) {
            String soap = SOAP.replace("<s:Body/>", "<s:Body>" + content + "</s:Body>");
            String body = type.contains("soap")
                    ? soap.replace(
                            "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")
                    : soap;
            String head = "POST " + target + " HTTP/1.1\r\nHost: x\r\nX-In: 1\r\nContent-Type: " + type + "\r\n";
            agree(lane, head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fast, POST /looks/a",
        "fast, POST /many/reads?b=c",
        "fast, POST /many/changes?q=a&R=b",
        "fast, POST /many/answers/x",
        "fast, POST /many/replaces",
        "fast, POST /services/Looks",
        "fast, POST /services/Looks/a/b?c=d",
        "fast, PUT /services/Looks/a",
        "engine, PUT /many/reads",
    })
    void agreeOnPlainXmlThatIsRead(String lane, String line) throws IOException, InterruptedException {
        for (String xml : List.of(
                "<a>b</a>",
                "<a xmlns:b='urn:b'>c<d b:e='f'/></a>",
                "<a>",
                "<a/><b/>",
                "<a/></soapenv:Body><soapenv:Body><b/>")) {
            String head = line + " HTTP/1.1\r\nHost: x\r\nX-In: 1\r\nContent-Type: application/xml; charset=UTF-8\r\n";
            agree(lane, head + "Content-Length: " + xml.length() + "\r\n\r\n" + xml);
        }
    }

    @Test
    void leaveAnActionAndAnEmptyBodyToTheEngine() throws IOException, InterruptedException {
        String head = "POST /services/Pass HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
        agree("engine", head + "SOAPAction: \"urn:a\"\r\nContent-Length: 1\r\n\r\nx");
        agree("engine", head + "Content-Length: 0\r\n\r\n");
    }

    @Test
    void agreeOnAnEndpointThatIsSuspended() throws IOException, InterruptedException {
        String request = "POST /services/Suspended/a HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                + "Content-Length: 1\r\n\r\nx";
        agree("fast", request);
        agree("fast", request);
    }

    @Test
    void theEngineDescribesAServiceThatTheFastLaneForwards() throws IOException, InterruptedException {
        agree("engine", "GET /services/Pass?wsdl HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    private void agree(String lane, String request) throws IOException, InterruptedException {
        byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
        long before = lines();
        boolean head = request.startsWith("HEAD ");
        HttpMessage expected = head ? head(engine, request) : Wire.exchange(engine.port(), bytes);
        HttpMessage answer = head ? head(fast, request) : Wire.exchange(fast.port(), bytes);

        assertThat(answer.status()).as(answer.text()).isEqualTo(expected.status());
        assertThat(answer.whole()).isNotEqualTo(head);
        String text =
                expected.text().replace(":" + engine.port(), ":" + fast.port()).replace("<soapenv:Header/>", "");
        if (answer.status() == 502 && text.isEmpty()) {
            // The engine lets the property NO_ENTITY_BODY of the request stand, so that its fault has no body.
            assertThat(answer.text()).endsWith("<Exception>The backend cannot be reached</Exception>");
        } else if (!answer.text().equals(text)) {
            Diff diff = DiffBuilder.compare(text)
                    .withTest(answer.text())
                    .checkForSimilar()
                    .build();
            assertThat(diff.hasDifferences()).as(diff + "\n" + answer.text()).isFalse();
        }
        // The engine writes anew what a mediator has read.
        boolean sameBytes = answer.text().length() == expected.text().length();
        assertThat(told(answer, sameBytes)).isEqualTo(told(expected, sameBytes));
        Eventually.value("one more line of the access log", this::lines, now -> now == before + 1);
        assertThat(Files.readAllLines(accessLog).get((int) before)).endsWith(" " + lane);
    }

    private static HttpMessage head(Child mediator, String request) throws IOException {
        try (Wire wire = new Wire(mediator.port())) {
            return wire.send(request).receiveHead();
        }
    }

    private long lines() throws IOException {
        return Files.exists(accessLog) ? Files.readAllLines(accessLog).size() : 0;
    }

    /** The fields that count, and what the backend says it saw; a fault of the engine repeats the fields of the request. */
    private static Map<String, String> told(HttpMessage answer, boolean length) {
        Map<String, String> fields = answer.headers().entrySet().stream()
                .filter(field -> field.getKey().startsWith("x-")
                        || field.getKey().startsWith("echo-")
                        || (length && field.getKey().equals("content-length"))
                        || field.getKey().equals("content-type"))
                .filter(field -> !field.getKey().equals("echo-framing"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, field -> field.getValue().replace("\"", "")));
        if (answer.status() >= 400) {
            fields.keySet().removeAll(List.of("x-in", "x-v", "x-w", "content-type", "content-length"));
        }
        return new TreeMap<>(fields);
    }
}
