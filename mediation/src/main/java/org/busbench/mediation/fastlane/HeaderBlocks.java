package org.busbench.mediation.fastlane;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.MalformedXmlException;

/** The header blocks of a SOAP message as {@code log} writes them. A message is read up to its body. For one thread. */
final class HeaderBlocks {

    private static final int ENVELOPE = 1;
    private static final int HEADER = 2;
    private static final int BLOCK = 3;

    private final ConformingParser parser;

    HeaderBlocks(ConformingParser parser) {
        this.parser = parser;
    }

    /** Local name and own text of each block; none for a message without a header. */
    List<String> of(byte[] message, String charset) throws MalformedXmlException {
        List<String> blocks = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try {
            XMLStreamReader reader = parser.reader(new ByteArrayInputStream(message), charset);
            int depth = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamReader.DTD) {
                    throw new MalformedXmlException("document types are not accepted in messages", null);
                }
                if (event == XMLStreamReader.START_ELEMENT) {
                    depth++;
                    if (depth == HEADER && !reader.getLocalName().equals("Header")) {
                        return blocks;
                    }
                    if (depth == BLOCK) {
                        text.setLength(0);
                        text.append(reader.getLocalName()).append(" : ");
                    }
                } else if (event == XMLStreamReader.END_ELEMENT) {
                    if (depth == BLOCK) {
                        blocks.add(text.toString());
                    }
                    depth--;
                    if (depth == ENVELOPE) {
                        return blocks;
                    }
                } else if (depth == BLOCK && reader.hasText() && event != XMLStreamReader.COMMENT) {
                    text.append(reader.getText());
                }
            }
        } catch (XMLStreamException e) {
            throw new MalformedXmlException(
                    "XML that is not well-formed: " + e.getMessage().replaceAll("\\s+", " "), e);
        }
        return blocks;
    }
}
