package org.busbench.mediation.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Locale;
import java.util.Set;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;

/**
 * Woodstox with document types and external entities off and the same limits as the tokenizer: judges what the tokenizer
 * rejected, and words the error. Safe for use by several threads; works in memory and never waits.
 */
public final class ConformingParser {
    /** Encodings whose bytes Woodstox decodes itself. */
    private static final Set<String> STRICT = Set.of("UTF-8", "US-ASCII", "ISO-8859-1");

    private final WstxInputFactory factory = new WstxInputFactory();
    private final Limits limits;

    /** Refuses documents beyond these limits. */
    public ConformingParser(Limits limits) {
        this.limits = limits;
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        // Else errors of text come as undeclared exceptions from where the text is asked for.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.depth());
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.attributes());
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, limits.tagBytes());
    }

    /**
     * Opens a document.
     *
     * @param from index of its first byte
     * @param to index after its last byte
     * @param charset the charset that the transport names, or null to go by the document itself
     * @return a reader before the first event; the caller refuses {@link XMLStreamConstants#DTD}
     * @throws XMLStreamException when already the beginning is malformed, or any bytes are illegal in the document's encoding (XML 1.0 section 4.3.3)
     */
    public XMLStreamReader reader(byte[] bytes, int from, int to, String charset) throws XMLStreamException {
        InputStream in = new ByteArrayInputStream(bytes, from, to - from);
        XMLStreamReader reader =
                charset == null ? factory.createXMLStreamReader(in) : factory.createXMLStreamReader(in, charset);
        requireLegal(ByteBuffer.wrap(bytes, from, to - from), reader.getEncoding());
        return new BoundedReader(reader, limits);
    }

    /** Decodes what Woodstox leaves to a decoder of the JDK's that replaces illegal bytes, and looks for characters that it lets pass in UTF-16. */
    private static void requireLegal(ByteBuffer bytes, String encoding) throws XMLStreamException {
        if (encoding == null || STRICT.contains(encoding.toUpperCase(Locale.ROOT))) {
            return;
        }
        CharsetDecoder decoder = Charset.forName(encoding).newDecoder();
        CharBuffer some = CharBuffer.allocate(4096);
        CoderResult result;
        do {
            result = decoder.decode(bytes, some.clear(), true);
            if (result.isError()) {
                throw new XMLStreamException("bytes that are illegal in " + encoding + ", at byte "
                        + (bytes.position() - bytes.arrayOffset() + 1));
            }
            if (some.flip().chars().anyMatch(c -> c >= 0xFFFE)) {
                throw new XMLStreamException("the character U+FFFE or U+FFFF, which XML does not allow");
            }
        } while (result.isOverflow());
    }

    /**
     * Reads a document to its end.
     *
     * @param from index of its first byte
     * @param to index after its last byte
     * @param charset the charset that the transport names, or null to go by the document itself
     * @throws MalformedXmlException when it is malformed, holds a document type or goes beyond a limit
     */
    public void check(byte[] bytes, int from, int to, String charset) throws MalformedXmlException {
        try {
            XMLStreamReader reader = reader(bytes, from, to, charset);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.DTD) {
                    Location at = reader.getLocation();
                    throw new MalformedXmlException(
                            "document types are not accepted in messages, at line " + at.getLineNumber() + ", column "
                                    + at.getColumnNumber(),
                            null);
                }
            }
        } catch (XMLStreamException e) {
            throw new MalformedXmlException(
                    "XML that is not well-formed: " + e.getMessage().replaceAll("\\s+", " "), e);
        }
    }
}
