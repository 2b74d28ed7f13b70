package spring;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stax.StAXSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/** An XML Schema of the content of SOAP bodies, applied while the message is read. */
final class MessageSchema {
    private final XMLInputFactory readers = XMLInputFactory.newFactory();
    private final Schema schema;

    MessageSchema(Path file) {
        readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try {
            schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(file.toFile());
        } catch (SAXException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }

    boolean allows(byte[] message) {
        try {
            XMLStreamReader reader = readers.createXMLStreamReader(new ByteArrayInputStream(message));
            while (reader.next() != XMLStreamReader.START_ELEMENT || !reader.getLocalName().equals("Body")) {
                // The envelope and its headers.
            }
            reader.nextTag();
            schema.newValidator().validate(new StAXSource(reader));
            return true;
        } catch (XMLStreamException | SAXException | IOException | java.util.NoSuchElementException invalid) {
            return false;
        }
    }
}
