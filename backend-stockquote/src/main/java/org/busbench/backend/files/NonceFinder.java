package org.busbench.backend.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.busbench.backend.quote.HardenedXml;
import org.busbench.backend.quote.RefusedException;

/** Finds the nonce in a request, with work that is bounded by the length of the request. Safe for any thread. */
interface NonceFinder {
    /**
     * The first nonce of a request. A body that says of itself that it is JSON or XML is read to its end.
     *
     * @param charset the encoding that the transport states, or null
     * @return null when there is none
     * @throws RefusedException when the request is not what the finder reads
     */
    String find(byte[] message, int offset, int length, String charset) throws RefusedException;

    /** By a JSON pointer (RFC 6901), which leads to a text, a number, true or false. */
    final class Pointer implements NonceFinder {
        private static final JsonFactory JSON = new JsonFactory();

        private final JsonPointer place;

        /**
         * Reads a pointer.
         *
         * @throws IllegalArgumentException when it is none; the message says why
         */
        Pointer(String text) {
            if (!text.startsWith("/")) {
                throw new IllegalArgumentException("a JSON pointer begins with /, not: " + text);
            }
            place = JsonPointer.compile(text);
        }

        @Override
        public String find(byte[] message, int offset, int length, String charset) throws RefusedException {
            try (JsonParser parser = JSON.createParser(message, offset, length)) {
                return find(parser);
            } catch (JsonProcessingException malformed) {
                throw new RefusedException(
                        "the request is not JSON: " + place(malformed) + malformed.getOriginalMessage());
            } catch (IOException impossible) {
                throw new UncheckedIOException("a text in memory cannot be read", impossible);
            }
        }

        private static String place(JsonProcessingException malformed) {
            JsonLocation location = malformed.getLocation();
            return location == null ? "" : "at byte " + location.getByteOffset() + ", ";
        }

        /** The first value at the place. The text is read to its end, so that a broken one is refused. */
        private String find(JsonParser parser) throws IOException, RefusedException {
            String found = null;
            int roots = 0;
            while (parser.nextToken() != null) {
                JsonToken token = parser.currentToken();
                if (parser.getParsingContext().inRoot() && (token.isScalarValue() || token.isStructEnd())) {
                    roots++;
                }
                boolean text = token.isScalarValue() && token != JsonToken.VALUE_NULL;
                if (text
                        && found == null
                        && parser.getParsingContext().pathAsPointer().equals(place)) {
                    found = parser.getText();
                }
            }
            if (roots != 1) {
                throw new RefusedException("the request is not JSON: it holds " + roots + " values, not one");
            }
            return found;
        }
    }

    /**
     * By a path of names: {@code /a/b/c}, or {@code //b/c} for one anywhere. A step is {@code name}, {@code prefix:name} (the
     * prefix says nothing), {@code *} or {@code *[local-name()='name']}; the last one may be {@code @name} or
     * {@code text()}. That is all of XPath that it reads: what a stream of events decides.
     */
    final class XPath implements NonceFinder {
        private static final Pattern STEP = Pattern.compile(
                "(?:[\\w.-]+:)?([\\w.-]+)|\\*\\[local-name\\(\\) ?= ?(?:'([^']+)'|\"([^\"]+)\")]|(\\*)");
        private static final String ANY = "*";

        private final XMLInputFactory parsers = HardenedXml.newFactory();
        private final List<String> steps = new ArrayList<>();
        private final boolean anywhere;
        private final String attribute;

        /**
         * Reads an expression.
         *
         * @throws IllegalArgumentException when it is none of these; the message says why
         */
        XPath(String expression) {
            anywhere = expression.startsWith("//");
            String path = expression.replaceFirst("/text\\(\\)$", "").replaceFirst("^//?", "");
            String[] parts = path.split("/", -1);
            String last = parts[parts.length - 1];
            attribute = last.startsWith("@") ? last.substring(1).replaceFirst("^.*:", "") : null;
            for (int i = 0; i < parts.length - (attribute == null ? 0 : 1); i++) {
                Matcher step = STEP.matcher(parts[i]);
                if (!expression.startsWith("/") || !step.matches()) {
                    throw new IllegalArgumentException("'" + expression + "': only paths of names can be followed here,"
                            + " such as /a/b, //b or //*[local-name()='b'], with text() or @name at their end");
                }
                steps.add(step.group(1) != null ? step.group(1) : quoted(step));
            }
        }

        private static String quoted(Matcher step) {
            String name = step.group(2) != null ? step.group(2) : step.group(3);
            return name == null ? ANY : name;
        }

        @Override
        public String find(byte[] message, int offset, int length, String charset) throws RefusedException {
            ByteArrayInputStream bytes = new ByteArrayInputStream(message, offset, length);
            try {
                XMLStreamReader xml = charset == null
                        ? parsers.createXMLStreamReader(bytes)
                        : parsers.createXMLStreamReader(bytes, charset);
                try {
                    return find(xml);
                } finally {
                    xml.close();
                }
            } catch (XMLStreamException malformed) {
                throw new RefusedException("the request is not XML: " + malformed.getMessage());
            }
        }

        private String find(XMLStreamReader xml) throws XMLStreamException {
            String found = null;
            List<String> names = new ArrayList<>();
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.DTD) {
                    throw new XMLStreamException("a document type declaration is not allowed");
                }
                if (event == XMLStreamConstants.END_ELEMENT) {
                    names.remove(names.size() - 1);
                } else if (event == XMLStreamConstants.START_ELEMENT) {
                    names.add(xml.getLocalName());
                    if (found == null && matches(names)) {
                        found = value(xml, names);
                    }
                }
            }
            return found;
        }

        private boolean matches(List<String> names) {
            int skipped = names.size() - steps.size();
            if (skipped < 0 || (skipped > 0 && !anywhere)) {
                return false;
            }
            for (int i = 0; i < steps.size(); i++) {
                if (!steps.get(i).equals(ANY) && !steps.get(i).equals(names.get(skipped + i))) {
                    return false;
                }
            }
            return true;
        }

        /** The attribute, or the text: reading that leads to the element's end. */
        private String value(XMLStreamReader xml, List<String> names) throws XMLStreamException {
            if (attribute == null) {
                String text = xml.getElementText().strip();
                names.remove(names.size() - 1);
                return text;
            }
            for (int i = 0; i < xml.getAttributeCount(); i++) {
                if (xml.getAttributeLocalName(i).equals(attribute)) {
                    return xml.getAttributeValue(i);
                }
            }
            return null;
        }
    }

    /**
     * By a regular expression on the bytes of the body, each of them a character (ISO-8859-1). The nonce is its first group, or
     * all of it. It may look at each byte {@value #LOOKS} times on average: one that goes astray is refused, not waited for.
     */
    final class Regex implements NonceFinder {
        private static final int LOOKS = 64;
        private static final int LOOKS_AT_LEAST = 100_000;

        private final Pattern pattern;

        /**
         * Reads an expression.
         *
         * @throws IllegalArgumentException when it is none; the message says why
         */
        Regex(String expression) {
            try {
                pattern = Pattern.compile(expression);
            } catch (PatternSyntaxException wrong) {
                throw new IllegalArgumentException(
                        "'" + expression + "' is no regular expression: " + wrong.getDescription(), wrong);
            }
        }

        @Override
        public String find(byte[] message, int offset, int length, String charset) throws RefusedException {
            Matcher matcher = pattern.matcher(new Bytes(message, offset, length));
            try {
                if (!matcher.find()) {
                    return null;
                }
                return matcher.group(Math.min(1, matcher.groupCount()));
            } catch (AstrayException | StackOverflowError astray) {
                // Java's matcher calls itself for each turn of a repeated group.
                throw new RefusedException("the regular expression " + pattern + " took more than " + LOOKS
                        + " looks at each byte of the request, or too deep a stack: make it simpler");
            }
        }

        /** Too many looks. */
        private static final class AstrayException extends RuntimeException {
            private static final long serialVersionUID = 1L;

            private AstrayException() {
                super(null, null, false, false);
            }
        }

        /** Bytes as text, which may be looked at so often. */
        private static final class Bytes implements CharSequence {
            private final byte[] bytes;
            private final int offset;
            private final int length;
            private long looks;

            private Bytes(byte[] bytes, int offset, int length) {
                this.bytes = bytes;
                this.offset = offset;
                this.length = length;
                this.looks = LOOKS_AT_LEAST + (long) LOOKS * length;
            }

            @Override
            public int length() {
                return length;
            }

            @Override
            public char charAt(int index) {
                if (--looks < 0) {
                    throw new AstrayException();
                }
                return (char) (bytes[offset + index] & 0xFF);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return new String(bytes, offset + start, end - start, ISO_8859_1);
            }

            @Override
            public String toString() {
                return new String(bytes, offset, length, ISO_8859_1);
            }
        }
    }
}
