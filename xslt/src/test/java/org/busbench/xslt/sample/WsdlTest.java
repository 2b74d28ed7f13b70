package org.busbench.xslt.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

class WsdlTest {
    private static final String SOAP_BINDING = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    static Stream<Arguments> samples() {
        return SampleMessagesTest.SIZES.stream()
                .flatMap(size -> Stream.of(
                        Arguments.of(size, "getQuote.xml", "SimpleStockQuote.wsdl"),
                        Arguments.of(size, "getQuoteResponse.xml", "SimpleStockQuote.wsdl"),
                        Arguments.of(size, "getQuote.xml", "StockQuoteProxy.wsdl"),
                        Arguments.of(size, "getQuoteResponse.xml", "StockQuoteProxy.wsdl"),
                        Arguments.of(size, "checkPrice.xml", "CheckPrice.wsdl"),
                        Arguments.of(size, "checkPriceResponse.xml", "CheckPrice.wsdl")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySampleIsValidAgainstItsWsdl(String size, String file, String wsdl) throws Exception {
        Document message = SafeXml.parse(SampleMessagesTest.read(size, file));
        schema(wsdl).newValidator().validate(new DOMSource(SafeXml.bodyChild(message)));
    }

    @Test
    void theSchemaRefusesWhatTheServiceRefuses() throws Exception {
        String message = SampleMessagesTest.read("500", "getQuote.xml").replace("<m:symbol>IBM</m:symbol>", "");
        Schema schema = schema("SimpleStockQuote.wsdl");
        DOMSource body = new DOMSource(SafeXml.bodyChild(SafeXml.parse(message)));
        assertThatThrownBy(() -> schema.newValidator().validate(body)).isInstanceOf(SAXException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "SimpleStockQuote.wsdl, SimpleStockQuoteService, http://127.0.0.1:9000/services/SimpleStockQuoteService, 4",
        "StockQuoteProxy.wsdl, StockQuoteProxy, http://127.0.0.1:8280/services/VirtualizationProxy, 4",
        "CheckPrice.wsdl, CheckPrice, http://127.0.0.1:8280/services/XsltProxy, 1"
    })
    void eachWsdlHasItsOwnServiceAddressAndOperations(String file, String service, String address, int operations)
            throws Exception {
        Document wsdl = SafeXml.parse(Path.of("wsdl", file));
        assertThat(element(wsdl, WSDL, "service").getAttribute("name")).isEqualTo(service);
        assertThat(element(wsdl, SOAP_BINDING, "address").getAttribute("location"))
                .isEqualTo(address);
        assertThat(wsdl.getElementsByTagNameNS(SOAP_BINDING, "operation").getLength())
                .isEqualTo(operations);
        assertThat(element(wsdl, XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema").getAttribute("elementFormDefault"))
                .isEqualTo("qualified");
    }

    private static Schema schema(String wsdl) throws Exception {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        Element schema = element(SafeXml.parse(Path.of("wsdl", wsdl)), XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema");
        // The prefix of the types' names is declared further up; alone, the schema must say it itself.
        schema.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:s", "http://services.samples");
        return factory.newSchema(new DOMSource(schema));
    }

    private static Element element(Document document, String namespace, String name) {
        return (Element) document.getElementsByTagNameNS(namespace, name).item(0);
    }
}
