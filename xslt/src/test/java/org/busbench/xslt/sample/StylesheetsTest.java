package org.busbench.xslt.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.TransformerFactoryImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

class StylesheetsTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    /** The XSLT processors that ESBs bring along. */
    enum Processor {
        XSLTC {
            @Override
            TransformerFactory factory() throws TransformerException {
                TransformerFactory factory = TransformerFactory.newDefaultInstance();
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
                factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
                return factory;
            }
        },
        SAXON {
            @Override
            TransformerFactory factory() throws TransformerException {
                TransformerFactory factory = new TransformerFactoryImpl();
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                return factory;
            }
        };

        abstract TransformerFactory factory() throws TransformerException;

        Transformer load(String stylesheet) throws TransformerException {
            Templates templates =
                    factory().newTemplates(new StreamSource(Path.of(stylesheet).toFile()));
            return templates.newTransformer();
        }
    }

    /** A stylesheet with what goes in and what must come out. */
    private record Translation(String stylesheet, String from, String to) {}

    private static final List<Translation> TRANSLATIONS = List.of(
            new Translation("request.xsl", "checkPrice.xml", "getQuote.xml"),
            new Translation("response.xsl", "getQuoteResponse.xml", "checkPriceResponse.xml"));

    static Stream<Arguments> translations() {
        return Stream.of(Processor.values())
                .flatMap(processor -> SampleMessagesTest.SIZES.stream()
                        .flatMap(size ->
                                TRANSLATIONS.stream().map(translation -> Arguments.of(processor, size, translation))));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void aWholeEnvelopeIsTranslated(Processor processor, String size, Translation translation) throws Exception {
        Path folder = SampleMessagesTest.MESSAGES.resolve(size);
        StringWriter out = new StringWriter();

        processor
                .load(translation.stylesheet())
                .transform(new DOMSource(SafeXml.parse(folder.resolve(translation.from()))), new StreamResult(out));

        assertSame(SafeXml.parse(out.toString()), expected(folder, translation));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void theBodysChildAloneIsTranslated(Processor processor, String size, Translation translation) throws Exception {
        Path folder = SampleMessagesTest.MESSAGES.resolve(size);
        Document input = SafeXml.parse("<placeholder/>");
        Node child = SafeXml.bodyChild(SafeXml.parse(folder.resolve(translation.from())));
        input.replaceChild(input.importNode(child, true), input.getDocumentElement());
        DOMResult result = new DOMResult();

        processor.load(translation.stylesheet()).transform(new DOMSource(input), result);

        assertSame(result.getNode().getFirstChild(), SafeXml.bodyChild(expected(folder, translation)));
    }

    /** The stylesheets leave the attributes of requests behind. */
    private static Document expected(Path folder, Translation translation) throws Exception {
        String message = Files.readString(folder.resolve(translation.to()));
        return SafeXml.parse(message.replaceAll("<m:request [^>]*>", "<m:request>"));
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void everythingElsePassesUnchanged(Processor processor) throws Exception {
        String fault = "<e:Envelope xmlns:e='" + SOAP
                + "'><e:Header><h:a xmlns:h='urn:h' e:mustUnderstand='0'>t<!-- c --></h:a>"
                + "</e:Header><e:Body><e:Fault><faultcode>e:Client</faultcode><faultstring>symbol &lt; last</faultstring>"
                + "<detail><q:symbol xmlns:q='http://services.samples'>I</q:symbol></detail></e:Fault></e:Body></e:Envelope>";
        for (String stylesheet : List.of("request.xsl", "response.xsl")) {
            StringWriter out = new StringWriter();
            processor.load(stylesheet).transform(new StreamSource(new StringReader(fault)), new StreamResult(out));
            assertSame(SafeXml.parse(out.toString()), SafeXml.parse(fault));
        }
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void aHeaderStaysBesideATranslatedBody(Processor processor) throws Exception {
        String request = SampleMessagesTest.read("500", "checkPrice.xml")
                .replace(
                        "<soapenv:Body>",
                        "<soapenv:Header><h:a xmlns:h='urn:h'>t</h:a></soapenv:Header><soapenv:Body>");
        StringWriter out = new StringWriter();
        processor.load("request.xsl").transform(new StreamSource(new StringReader(request)), new StreamResult(out));
        String expected = SampleMessagesTest.read("500", "getQuote.xml")
                .replace(
                        "<soapenv:Body>",
                        "<soapenv:Header><h:a xmlns:h='urn:h'>t</h:a></soapenv:Header><soapenv:Body>");
        assertSame(SafeXml.parse(out.toString()), SafeXml.parse(expected));
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void textIsCarriedOverWhateverItHolds(Processor processor) throws Exception {
        String text =
                "<q:getQuoteResponse xmlns:q='http://services.samples'><q:return><q:symbol>a&lt;b&amp;\u20ac</q:symbol>"
                        + "<q:other>kept</q:other><q:note>]]&gt;</q:note></q:return></q:getQuoteResponse>";
        StringWriter out = new StringWriter();
        processor.load("response.xsl").transform(new StreamSource(new StringReader(text)), new StreamResult(out));
        assertSame(
                SafeXml.parse(out.toString()),
                SafeXml.parse("<CheckPriceResponse xmlns='http://services.samples'><Item><Code>a&lt;b&amp;\u20ac</Code>"
                        + "<other>kept</other><Note>]]&gt;</Note></Item></CheckPriceResponse>"));
    }

    private static void assertSame(Node actual, Node expected) {
        Diff diff =
                DiffBuilder.compare(expected).withTest(actual).checkForSimilar().build();
        assertThat(diff.hasDifferences()).as(diff::fullDescription).isFalse();
    }
}
