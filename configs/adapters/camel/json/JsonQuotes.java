package json;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Messages of the quote service, JSON in front and SOAP behind, by Jackson's and the JDK's streams. */
public final class JsonQuotes {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String QUOTES = "http://services.samples";
    private static final JsonFactory JSON = new JsonFactory();
    private static final XMLOutputFactory WRITERS = XMLOutputFactory.newDefaultFactory();
    private static final XMLInputFactory READERS = XMLInputFactory.newDefaultFactory();

    static {
        READERS.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    }

    private JsonQuotes() {}

    /** A member becomes an element, and an array as many as it has items. */
    public static byte[] soap(byte[] json) throws IOException, XMLStreamException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length * 2);
        XMLStreamWriter xml = WRITERS.createXMLStreamWriter(out, "UTF-8");
        xml.writeStartElement("soapenv", "Envelope", SOAP);
        xml.writeNamespace("soapenv", SOAP);
        xml.writeNamespace("m", QUOTES);
        xml.writeStartElement("soapenv", "Body", SOAP);
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            members(parser, xml);
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.close();
        return out.toByteArray();
    }

    private static void members(JsonParser json, XMLStreamWriter xml) throws IOException, XMLStreamException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            value(name, json, xml);
        }
    }

    private static void value(String name, JsonParser json, XMLStreamWriter xml)
            throws IOException, XMLStreamException {
        if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                value(name, json, xml);
            }
            return;
        }
        xml.writeStartElement("m", name, QUOTES);
        if (json.currentToken() == JsonToken.START_OBJECT) {
            members(json, xml);
        } else {
            xml.writeCharacters(json.getText());
        }
        xml.writeEndElement();
    }

    /** The content of the body: an element becomes a member, of elements or of text. */
    public static byte[] json(byte[] soap) throws IOException, XMLStreamException {
        XMLStreamReader xml = READERS.createXMLStreamReader(new ByteArrayInputStream(soap));
        while (xml.next() != START_ELEMENT || !xml.getLocalName().equals("Body")) {
            // The envelope and its headers.
        }
        xml.nextTag();
        ByteArrayOutputStream out = new ByteArrayOutputStream(soap.length);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            element(xml, json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void element(XMLStreamReader xml, JsonGenerator json) throws IOException, XMLStreamException {
        json.writeFieldName(xml.getLocalName());
        StringBuilder text = new StringBuilder();
        boolean isObject = false;
        for (int event = xml.next(); event != END_ELEMENT; event = xml.next()) {
            if (event == START_ELEMENT) {
                if (!isObject) {
                    json.writeStartObject();
                    isObject = true;
                }
                element(xml, json);
            } else if (event == CHARACTERS || event == CDATA) {
                text.append(xml.getText());
            }
        }
        if (isObject) {
            json.writeEndObject();
        } else {
            json.writeString(text.toString());
        }
    }
}
