package org.busbench.mediation.rig;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;

/** A mediator that has one kind of lane only, with backends of its own, and what it did with the last message. For one thread. */
public final class LaneUnderTest implements Closeable {

    private static final Pattern MESSAGE_ID = Pattern.compile("urn:uuid:[0-9a-f-]+");
    private static final Pattern DECLARATION = Pattern.compile("<\\?xml[^>]*\\?>");

    /** Writes down what it is given. */
    private static final String PARAMETERS = """
            <localEntry xmlns="http://ws.apache.org/ns/synapse" key="parameters.xsl"><xsl:stylesheet version="1.0"
            xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:param name="a"/><xsl:param name="b"/><xsl:param name="c" select="'none'"/>
            <xsl:template match="/"><given a="{$a}" b="{$b}" c="{$c}"><xsl:copy-of select="*"/></given></xsl:template></xsl:stylesheet></localEntry>
            """;

    /** Makes another envelope of it, with the same body. */
    private static final String ENVELOPE = """
            <localEntry xmlns="http://ws.apache.org/ns/synapse" key="envelope.xsl"><xsl:stylesheet version="1.0"
            xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/*"><xsl:copy><xsl:copy-of select="*[local-name()='Header']"/>
            <xsl:for-each select="*[local-name()='Body']"><xsl:copy><around xmlns="urn:around"><xsl:copy-of select="*"/></around></xsl:copy></xsl:for-each>
            </xsl:copy></xsl:template></xsl:stylesheet></localEntry>
            """;

    /** An entry: wants one request with a symbol of three letters. */
    public static final String SCHEMA = """
            <localEntry xmlns="http://ws.apache.org/ns/synapse" key="quotes.xsd"><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
            xmlns:q="http://services.samples" targetNamespace="http://services.samples" elementFormDefault="qualified">
            <xs:element name="getQuote"><xs:complexType><xs:sequence><xs:element name="request"><xs:complexType><xs:sequence>
            <xs:element name="symbol" type="q:symbol"/><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
            </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
            <xs:element name="symbol" type="q:symbol"/>
            <xs:simpleType name="symbol"><xs:restriction base="xs:string"><xs:length value="3"/></xs:restriction></xs:simpleType>
            </xs:schema></localEntry>
            """;

    /** Says where backend B is. */
    private static final String WSDL = """
            <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
            <w:portType name="T"/><w:binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/></w:binding>
            <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://127.0.0.1:%d/by-wsdl"/></w:port></w:service></w:definitions>
            """;

    /** Sequences that get answers, and such that handle errors. */
    private static final Map<String, String> NAMED = Map.of(
            "failsAgain", "<sequence key='nowhere'/>",
            "tellsAFault",
                    "<makefault version='soap11'><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Client'/><reason value='told'/></makefault><send/>",
            "receives", "<property name='X-A' value='received' scope='transport'/><send/>",
            "receivesAndLooks",
                    "<property name='X-A' expression='//*[local-name()=\"symbol\"][1]' scope='transport'/><property name='HTTP_SC' value='203' scope='axis2'/><send/>",
            "receivesAndSendsOn",
                    "<property name='X-B' value='on' scope='transport'/><send><endpoint>$B</endpoint></send>",
            "receivesAndActs",
                    "<header name='Action' value='urn:other'/><filter source='$trp:X-Backend' regex='no'><then><send/></then><else><send receive='receives'><endpoint>$B</endpoint></send></else></filter>",
            "receivesAndChanges",
                    "<payloadFactory><format><m:getQuote xmlns:m='http://services.samples'><m:request><m:symbol>$1</m:symbol></m:request></m:getQuote></format><args><arg expression='//*[local-name()=\"symbol\"][1]'/></args></payloadFactory>"
                            + "<property name='X-C' expression='//*[local-name()=\"symbol\"][1]' scope='transport'/><send receive='receives'><endpoint>$B</endpoint></send>",
            "receivesAndSendsToTheDead", "<send><endpoint>$DEAD</endpoint></send>");

    private final StubBackend backendA = new StubBackend("backend-A");
    private final StubBackend backendB = new StubBackend("backend-B");
    private final Home home;
    private final Child mediator;
    private long forgottenBytes;
    private int seenByA;
    private int seenByB;

    /** Starts the mediator with a proxy for each snippet. */
    public LaneUnderTest(Path folder, String lanes, List<Snippet> snippets, int deadPort)
            throws IOException, InterruptedException {
        this(List.of(), folder, lanes, snippets, deadPort);
    }

    /** The same, with these options of the JVM more. */
    public LaneUnderTest(List<String> jvm, Path folder, String lanes, List<Snippet> snippets, int deadPort)
            throws IOException, InterruptedException {
        home = Home.copy(folder, backendA.port(), backendB.port(), backendA.port())
                .withCallingClient();
        Path proxies = folder.resolve("synapse-config/proxy-services");
        Files.writeString(folder.resolve("synapse-config/local-entries/parameters.xsl.xml"), PARAMETERS);
        Files.writeString(folder.resolve("synapse-config/local-entries/envelope.xsl.xml"), ENVELOPE);
        Files.writeString(folder.resolve("synapse-config/local-entries/quotes.xsd.xml"), SCHEMA);
        Files.writeString(folder.resolve("backend-B.wsdl"), WSDL.formatted(backendB.port()));
        Path sequences = folder.resolve("synapse-config/sequences");
        for (Map.Entry<String, String> one : NAMED.entrySet()) {
            Snippet sequence = new Snippet(one.getKey(), one.getValue(), List.of());
            Files.writeString(
                    sequences.resolve(one.getKey() + ".xml"),
                    sequence.sequence(backendA.port(), backendB.port(), deadPort));
        }
        Files.writeString(
                sequences.resolve("failsWithin.xml"),
                new Snippet("failsWithin", "<send><endpoint>$DEAD</endpoint></send>", List.of())
                        .sequence(backendA.port(), backendB.port(), deadPort)
                        .replace("name=", "onError='failsAgain' name="));
        for (Snippet snippet : snippets) {
            Files.writeString(
                    proxies.resolve(snippet.name() + ".xml"),
                    snippet.proxy(backendA.port(), backendB.port(), deadPort));
        }
        List<String> options = new ArrayList<>(jvm);
        options.add("-XX:TieredStopAtLevel=1");
        mediator = Child.ours(options, home, "--lanes", lanes);
    }

    /** {@return what {@code --explain} says of this configuration, line by line} */
    public List<String> explained() throws IOException, InterruptedException {
        try (Child child = Child.run(
                home.folder(),
                "--config",
                home.folder().toString(),
                "--listen",
                "127.0.0.1:" + Child.freePort(),
                "--explain")) {
            child.exitCode(Duration.ofSeconds(60));
            return child.stdout().lines().toList();
        }
    }

    /** Sends a message on a connection of its own. */
    public HttpMessage ask(byte[] request) throws IOException {
        return Wire.exchange(mediator.port(), request);
    }

    /** {@return what backend A received since this was asked last, then what backend B did} */
    public List<HttpMessage> received() {
        List<HttpMessage> all = new ArrayList<>();
        List<HttpMessage> ofA = backendA.requests();
        List<HttpMessage> ofB = backendB.requests();
        all.addAll(ofA.subList(seenByA, ofA.size()));
        all.addAll(ofB.subList(seenByB, ofB.size()));
        seenByA = ofA.size();
        seenByB = ofB.size();
        return all;
    }

    /** {@return the same, when it is as much as that} */
    public List<HttpMessage> received(int count) throws IOException, InterruptedException {
        List<HttpMessage> all = new ArrayList<>();
        Eventually.isSo(count + " requests at the backends", () -> {
            all.addAll(received());
            return all.size() >= count;
        });
        return all;
    }

    /** {@return what {@code log} mediators wrote since it was forgotten, without time, and with what differs from run to run taken out} */
    public List<String> logged() throws IOException {
        return mediator.stderr(forgottenBytes)
                .lines()
                .filter(line -> line.contains(" LogMediator "))
                .map(line -> line.substring(24))
                .map(line -> MESSAGE_ID.matcher(line).replaceAll("(id)"))
                .map(line -> DECLARATION.matcher(line).replaceAll(""))
                .map(line -> line.replaceFirst("<soapenv:Envelope.*", "(envelope)"))
                .toList();
    }

    /** Forgets what was logged. */
    public void forgetLog() throws IOException {
        forgottenBytes = mediator.stderrBytes();
    }

    @Override
    public void close() throws IOException {
        mediator.close();
        backendA.close();
        backendB.close();
    }
}
