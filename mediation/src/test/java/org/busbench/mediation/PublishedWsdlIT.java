package org.busbench.mediation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A proxy that publishes a WSDL serves the operations in it and no others, in both lanes, as in Synapse. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublishedWsdlIT {

    private static final String OPERATION =
            "<w:operation name='%1$s'><w:input message='t:%1$s'/><w:output message='t:out'/></w:operation>";
    private static final String BOUND =
            "<w:operation name='%s'><s:operation soapAction='%s'/><w:input><s:body use='literal'/></w:input>"
                    + "<w:output><s:body use='literal'/></w:output></w:operation>";
    private static final String WSDL =
            "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:s='http://schemas.xmlsoap.org/wsdl/soap/'"
                    + " xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:t' targetNamespace='urn:t'><w:types>"
                    + "<x:schema targetNamespace='urn:t'><x:element name='op' type='x:string'/><x:element name='a' type='x:string'/>"
                    + "<x:element name='b' type='x:string'/><x:element name='out' type='x:string'/></x:schema></w:types>"
                    + "<w:message name='op'><w:part name='p' element='t:op'/></w:message><w:message name='a'><w:part name='p' element='t:a'/></w:message>"
                    + "<w:message name='b'><w:part name='p' element='t:b'/></w:message><w:message name='out'><w:part name='p' element='t:out'/></w:message>"
                    + "<w:portType name='T'>" + OPERATION.formatted("op") + OPERATION.formatted("a")
                    + OPERATION.formatted("b") + "</w:portType>"
                    + "<w:binding name='B' type='t:T'><s:binding transport='http://schemas.xmlsoap.org/soap/http'/>"
                    + BOUND.formatted("op", "urn:op") + BOUND.formatted("a", "urn:twice")
                    + BOUND.formatted("b", "urn:twice") + "</w:binding>"
                    + "<w:service name='S'><w:port name='P' binding='t:B'><s:address location='http://x/'/></w:port></w:service>%s</w:definitions>";
    private static final String IMPORT = "<x:import namespace='urn:t:data' schemaLocation='a/one.xsd'/>";
    private static final String SCHEMA =
            "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t:data'>%s</x:schema>";
    private static final String ANOTHER_SERVICE =
            "<w:service name='S2'><w:port name='P2' binding='t:B'><s:address location='http://x/'/></w:port></w:service>";

    private StubBackend backend;
    private Child fast;
    private Child engine;
    private Path accessLog;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        backend = new StubBackend("backend-A");
        accessLog = folder.resolve("access.log");
        fast = Child.ours(home(folder.resolve("fast")), "--access-log", accessLog.toString());
        engine = Child.ours(home(folder.resolve("engine")), "--lanes", "engine");
    }

    @AfterAll
    void stop() throws IOException {
        fast.close();
        engine.close();
        backend.close();
    }

    private Home home(Path folder) throws IOException {
        Home home = Home.copy(folder, backend);
        Path file = Files.writeString(folder.resolve("w.wsdl"), WSDL.formatted(""));
        proxy(folder, "Entry", "<publishWSDL key='w'/>");
        proxy(folder, "Inline", "<publishWSDL>" + WSDL.formatted("") + "</publishWSDL>");
        proxy(
                folder,
                "File",
                "<publishWSDL uri='" + file.toUri() + "'/><parameter name='useOriginalwsdl'>true</parameter>");
        proxy(folder, "Two", "<publishWSDL>" + WSDL.formatted(ANOTHER_SERVICE) + "</publishWSDL>");
        proxy(folder, "None", "");
        proxy(
                folder,
                "Imports",
                "<publishWSDL key='imports'><resource location='a/one.xsd' key='one'/><resource location='two.xsd' key='two'/>"
                        + "</publishWSDL><parameter name='useOriginalwsdl'>true</parameter>");
        entry(folder, "imports", WSDL.formatted("").replace("<x:element name='op'", IMPORT + "<x:element name='op'"));
        entry(folder, "one", SCHEMA.formatted("<x:include schemaLocation='two.xsd'/>"));
        entry(folder, "two", SCHEMA.formatted("<x:element name='two' type='x:string'/>"));
        entry(folder, "w", WSDL.formatted(""));
        return home;
    }

    private static void entry(Path folder, String key, String content) throws IOException {
        Files.writeString(
                folder.resolve("synapse-config/local-entries/" + key + ".xml"),
                "<localEntry xmlns='http://ws.apache.org/ns/synapse' key='" + key + "'>" + content + "</localEntry>");
    }

    private void proxy(Path folder, String name, String wsdl) throws IOException {
        Files.writeString(
                folder.resolve("synapse-config/proxy-services/" + name + ".xml"),
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='" + name
                        + "' transports='http'><target><inSequence><send><endpoint><address uri='http://127.0.0.1:"
                        + backend.port()
                        + "/services/Backend'/></endpoint></send></inSequence><outSequence><send/></outSequence></target>"
                        + wsdl + "</proxy>");
    }

    @ParameterizedTest
    @CsvSource({
        "File, wsdl, 200",
        "File, wsdl2, 404",
        "Entry, wsdl2, 200",
        "File, xsd=../../w, 404",
        "Imports, xsd=a/one.xsd, 200",
        "Imports, xsd=two.xsd, 200",
        "File, wsdl=../../w, 500"
    })
    void aDescriptionThatAServiceDoesNotHaveIsNoEmptyAnswer(String proxy, String query, int status) throws IOException {
        for (Child mediator : List.of(fast, engine)) {
            HttpMessage answer = Wire.exchange(
                    mediator.port(),
                    ("GET /services/" + proxy + "?" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(UTF_8));

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text().contains("urn:t")).isEqualTo(status == 200);
        }
    }

    /** The stub answers a forwarded message with 500 and a fault of its own. */
    @ParameterizedTest
    @CsvSource({
        "Entry, urn:op, op, fast, true",
        "Entry, urn:op, other, fast, true",
        "Entry, urn:other, op, engine, true",
        "Entry, urn:other, other, engine, false",
        "Entry, , op, engine, true",
        "Entry, , other, engine, false",
        "Entry, '', other, engine, false",
        "Entry, urn:twice, other, engine, false",
        "Inline, urn:op, op, fast, true",
        "Inline, urn:other, other, engine, false",
        "File, urn:op, op, fast, true",
        "File, urn:other, other, engine, false",
        "Two, urn:op, op, engine, true",
        "None, urn:other, other, fast, true"
    })
    void forwardsOnlyWhatTheWsdlKnows(String proxy, String action, String element, String lane, boolean forwarded)
            throws IOException, InterruptedException {
        String body = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><t:" + element
                + " xmlns:t='urn:t'/></s:Body></s:Envelope>";
        String field = action == null ? "" : "SOAPAction: \"" + action + "\"\r\n";
        assertTreated(
                "POST /services/" + proxy + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=UTF-8\r\n"
                        + field + "Content-Length: " + body.length() + "\r\n\r\n" + body,
                lane,
                forwarded);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /services/Entry, '', engine, false",
        "GET /services/Entry?WSDL, '', engine, false",
        "GET /services/Entry?x=1, '', engine, false",
        "DELETE /services/Entry, '', engine, false",
        "POST /services/Entry, text/plain, engine, false",
        "POST /services/Entry, application/soap+xml; action=\"urn:op\", fast, true",
        "POST /services/Entry, application/soap+xml; action=\"urn:other\", engine, false",
        "GET /services/None, '', fast, true"
    })
    void forwardsOtherMessagesOnlyWithoutAWsdl(String line, String type, String lane, boolean forwarded)
            throws IOException, InterruptedException {
        String body = type.isEmpty()
                ? ""
                : "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><other/></s:Body></s:Envelope>";
        String fields = type.isEmpty() ? "" : "Content-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n";
        assertTreated(line + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n" + body, lane, forwarded);
    }

    private void assertTreated(String request, String lane, boolean forwarded)
            throws IOException, InterruptedException {
        String line = request.substring(0, request.indexOf('\r'));
        int lines = lines(line).size();
        for (Child mediator : List.of(engine, fast)) {
            int before = backend.requests().size();
            HttpMessage answer = Wire.exchange(mediator.port(), request.getBytes(UTF_8));
            assertThat(answer.status()).isEqualTo(500);
            assertThat(backend.requests().size() > before).as(answer.text()).isEqualTo(forwarded);
            assertThat(answer.text().contains(StubBackend.FAULT_TEXT)).isEqualTo(forwarded);
        }
        List<String> written =
                Eventually.value("a line of the access log", () -> lines(line), now -> now.size() > lines);
        assertThat(written.get(lines)).endsWith(" " + lane);
    }

    /** Those of one kind of request: the log is written later than answers are, and other tests wait for no line. */
    private List<String> lines(String request) throws IOException {
        List<String> all = Files.exists(accessLog) ? Files.readAllLines(accessLog) : List.of();
        return all.stream().filter(line -> line.contains('"' + request + '"')).toList();
    }
}
