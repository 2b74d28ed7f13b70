package org.busbench.backend.quote;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ServiceLoader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads any message that a conforming XML parser accepts, and decides in full whether it is a valid call.
 *
 * <p>Streaming: comments, white space, CDATA, references and any choice of prefixes are accepted; a DTD is refused as
 * SOAP demands. A SOAP header is skipped, and so are attributes on Envelope, Header and Body. Safe for use by several
 * threads.
 */
final class StrictReader {
    private static final String WOODSTOX = "com.ctc.wstx.stax.WstxInputFactory";

    private final XMLInputFactory parsers = woodstox();

    StrictReader() {
        parsers.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        parsers.setProperty(XMLInputFactory.IS_COALESCING, true);
        parsers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        parsers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // Lazily found faults would arrive as unchecked exceptions out of getText().
        parsers.setProperty("com.ctc.wstx.lazyParsing", false);
    }

    /**
     * Reads a message to its last byte.
     *
     * @param charset the encoding that the transport states, or null: the message itself says
     */
    Call read(byte[] message, int offset, int length, String charset) throws RefusedException {
        InputStream bytes = new ByteArrayInputStream(message, offset, length);
        try {
            XMLStreamReader xml = charset == null
                    ? parsers.createXMLStreamReader(bytes)
                    : parsers.createXMLStreamReader(bytes, charset);
            try {
                return envelope(new ElementReader(xml));
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new RefusedException("The message is not well-formed XML: " + e.getMessage(), e);
        }
    }

    /** Finds Woodstox by name: whichever parser else is on the class path, the faults' words must be the same. */
    private static XMLInputFactory woodstox() {
        return ServiceLoader.load(XMLInputFactory.class, StrictReader.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().equals(WOODSTOX))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(WOODSTOX + " is not on the class path"))
                .get();
    }

    private static Call envelope(ElementReader xml) throws XMLStreamException, RefusedException {
        xml.enter();
        xml.require(Soap.ENVELOPE_NAMESPACE, "Envelope");
        if (!xml.enter()) {
            throw new RefusedException("The SOAP envelope is empty");
        }
        if (xml.is(Soap.ENVELOPE_NAMESPACE, "Header")) {
            xml.skip();
            if (!xml.enter()) {
                throw new RefusedException("The SOAP envelope has no Body");
            }
        }
        xml.require(Soap.ENVELOPE_NAMESPACE, "Body");
        if (!xml.enter()) {
            throw new RefusedException("The SOAP body is empty");
        }
        Call call = new CallReader(xml).read();
        xml.leave("Body");
        xml.leave("Envelope");
        xml.finish();
        return call;
    }
}
