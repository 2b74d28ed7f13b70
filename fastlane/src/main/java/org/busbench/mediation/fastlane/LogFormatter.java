package org.busbench.mediation.fastlane;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.MalformedXmlException;

/** Formats the lines of {@code log} mediators as Synapse does. For one thread. */
final class LogFormatter {

    private static final int ENVELOPE = 1;
    private static final int HEADER = 2;
    private static final int BLOCK = 3;

    private final ConformingParser parser;

    LogFormatter(ConformingParser parser) {
        this.parser = parser;
    }

    /**
     * Returns the text of a line.
     *
     * @param values of the line's properties, in their order
     * @param body null when it is not kept
     */
    String format(LogLine line, List<String> values, MessageProperties message, byte[] body, String charset)
            throws MalformedXmlException {
        StringBuilder text = new StringBuilder();
        String separator = line.separator();
        if (line.showsAddress()) {
            address(text, separator, message);
        }
        if (line.level() == LogLine.Level.HEADERS) {
            for (String block : headerBlocks(body, charset)) {
                text.append(separator).append(block);
            }
        }
        for (int i = 0; i < values.size(); i++) {
            text.append(separator)
                    .append(line.properties().get(i).name())
                    .append(" = ")
                    .append(values.get(i));
        }
        if (line.level() == LogLine.Level.FULL) {
            text.append(separator).append("Envelope: ").append(content(body, charset));
        }
        return text.indexOf(separator) == 0 ? text.substring(separator.length()) : text.toString();
    }

    private static void address(StringBuilder text, String separator, MessageProperties message) {
        String action = message.action();
        text.append("To: ").append(message.to());
        if (action != null) {
            text.append(separator).append("WSAction: ").append(action);
            text.append(separator).append("SOAPAction: ").append(action);
        }
        text.append(separator).append("MessageID: ").append(message.messageId());
        text.append(separator).append("Direction: ").append(message.isAnswer() ? "response" : "request");
    }

    /** In a fault handler the message may have been sent already, and no copy is kept for a log. */
    private static String content(byte[] body, String charset) {
        if (body == null) {
            return "(not kept)";
        }
        return new String(
                body,
                charset == null || !Charset.isSupported(charset) ? StandardCharsets.UTF_8 : Charset.forName(charset));
    }

    /** Local name and own text of each block of the SOAP header. The message is read up to its body. */
    private List<String> headerBlocks(byte[] body, String charset) throws MalformedXmlException {
        List<String> blocks = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try {
            XMLStreamReader reader = parser.reader(body, 0, body.length, charset);
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
