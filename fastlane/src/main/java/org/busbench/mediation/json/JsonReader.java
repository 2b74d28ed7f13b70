package org.busbench.mediation.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.SoapNamespaces;

/**
 * Reads JSON (RFC 8259) as an envelope of SOAP 1.1 whose body holds what Axis2's {@code JSONOMBuilder} makes of it: a member becomes an element without a
 * namespace, an array as many elements of the member's name, a member {@code @name} an attribute, a member {@code $} a text, null an empty element. Numbers are
 * written as Java writes them.
 *
 * <p>Where that builder takes what is no JSON, drops a part of the message or makes something else than XML of it, the message is refused. Kept and used for
 * many messages, by one thread.
 */
public final class JsonReader {
    private static final byte[] HEAD =
            bytes("<soapenv:Envelope xmlns:soapenv=\"" + SoapNamespaces.SOAP_11 + "\"><soapenv:Body>");
    private static final byte[] FOOT = bytes("</soapenv:Body></soapenv:Envelope>");
    private static final int LONGEST_NUMBER = 1000;
    private static final int SAFE_DIGITS = 18;
    private static final int MOST_NAMES = 1000;

    private final JsonFactory factory;
    private final Limits limits;
    private final int mostBytes;
    private final Map<String, byte[]> names = new HashMap<>();
    private final ArrayDeque<Level> open = new ArrayDeque<>();
    private final XmlBuffer out = new XmlBuffer();

    /** An object or array that is open; the name is that of its element, or of the elements in it. */
    private static final class Level {
        final byte[] name;
        final boolean isArray;
        /** Whether the start tag is not closed yet, so that attributes may follow. */
        boolean inTag;

        int attributes;

        Level(byte[] name, boolean isArray) {
            this.name = name;
            this.isArray = isArray;
            this.inTag = !isArray;
        }
    }

    /** For messages within these bounds, that become so many bytes of XML at most. */
    public JsonReader(Limits limits, int mostBytes) {
        this.limits = limits;
        this.mostBytes = mostBytes;
        this.factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depth())
                        .maxNumberLength(LONGEST_NUMBER)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(limits.tagBytes())
                        .build())
                .build();
    }

    /**
     * Returns the envelope, in UTF-8.
     *
     * @param charset of the message; null for UTF-8
     * @throws MalformedXmlException when it is no JSON, has no place in XML or is beyond the bounds; one line that says where
     */
    public byte[] envelope(byte[] json, String charset) throws MalformedXmlException {
        CharBuffer text = decoded(json, charset);
        open.clear();
        out.clear();
        out.add(HEAD);
        try (JsonParser parser = factory.createParser(text.array(), 0, text.length())) {
            document(parser);
        } catch (StreamConstraintsException e) {
            throw new MalformedXmlException("the JSON is beyond a limit: " + line(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new MalformedXmlException("the message is no JSON: " + why(e), e);
        }
        out.add(FOOT);
        return out.copy();
    }

    private static CharBuffer decoded(byte[] json, String charset) throws MalformedXmlException {
        try {
            Charset named = charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset);
            CharBuffer text = named.newDecoder().decode(ByteBuffer.wrap(json));
            if (text.length() > 0 && text.charAt(0) == '\uFEFF') {
                throw new MalformedXmlException(
                        "the JSON begins with a byte order mark, which it must not have (RFC 8259 section 8.1)", null);
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new MalformedXmlException("the JSON is not in " + (charset == null ? "UTF-8" : charset), e);
        } catch (IllegalArgumentException e) {
            throw new MalformedXmlException("the charset '" + charset + "' of the JSON is not known", e);
        }
    }

    private static String why(IOException e) {
        if (!(e instanceof JsonProcessingException said)) {
            return line(String.valueOf(e.getMessage()));
        }
        String told = line(said.getOriginalMessage()).replaceFirst(" ?\\(start marker.*", "");
        return said.getLocation() == null
                ? told
                : told + ", at character " + said.getLocation().getCharOffset();
    }

    private static String line(String why) {
        return why.replaceAll("[\\s\\p{Cntrl}]+", " ");
    }

    private void document(JsonParser parser) throws IOException, MalformedXmlException {
        if (parser.nextToken() != JsonToken.START_OBJECT || parser.nextToken() != JsonToken.FIELD_NAME) {
            throw refused("an object with one member was expected, which becomes the content of the body", parser);
        }
        byte[] root = name(parser.currentName(), parser);
        if (parser.nextToken() == JsonToken.START_ARRAY) {
            begin(root, false);
        }
        value(root, parser);
        while (!open.isEmpty()) {
            step(parser);
            if (out.length > mostBytes) {
                throw refused("it becomes more than " + mostBytes + " bytes of XML", parser);
            }
        }
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw refused("a second member, for which the body of a SOAP message has no place", parser);
        }
        if (parser.nextToken() != null) {
            throw refused("something behind the end of the JSON", parser);
        }
    }

    private void step(JsonParser parser) throws IOException, MalformedXmlException {
        Level level = open.peekLast();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
            open.removeLast();
            close(level);
            Level around = open.peekLast();
            // An array that is the whole message stands in an element of its name.
            if (token == JsonToken.END_ARRAY && open.size() == 1 && around.name == level.name && !around.isArray) {
                open.removeLast();
                close(around);
            }
        } else if (level.isArray) {
            value(level.name, parser);
        } else {
            member(level, parser);
        }
    }

    private void close(Level level) {
        if (level.inTag) {
            out.add('/').add('>');
        } else if (!level.isArray) {
            out.add('<').add('/').add(level.name).add('>');
        }
    }

    private void member(Level level, JsonParser parser) throws IOException, MalformedXmlException {
        String key = parser.currentName();
        if (key.startsWith("@")) {
            attribute(level, key.substring(1), parser);
            return;
        }
        if (level.inTag) {
            level.inTag = false;
            out.add('>');
        }
        JsonToken token = parser.nextToken();
        if (!key.equals("$")) {
            value(name(key, parser), parser);
        } else if (token.isScalarValue()) {
            scalar(parser, false);
        } else {
            throw refused("the member $ is a text, not an object or array", parser);
        }
    }

    private void attribute(Level level, String key, JsonParser parser) throws IOException, MalformedXmlException {
        byte[] name = name(key, parser);
        boolean isNamespace = key.equals("xmlns");
        if (!level.inTag || isNamespace || ++level.attributes > limits.attributes()) {
            throw refused(
                    "the member @" + key
                            + (level.inTag
                                    ? " is no attribute, or one too many"
                                    : " stands behind elements: attributes come first"),
                    parser);
        }
        if (!parser.nextToken().isScalarValue()) {
            throw refused("the member @" + key + " is a text, not an object or array", parser);
        }
        out.add(' ').add(name).add('=').add('"');
        scalar(parser, true);
        out.add('"');
    }

    /** The value at the parser, as an element or, for an array, as several. */
    private void value(byte[] name, JsonParser parser) throws IOException, MalformedXmlException {
        switch (parser.currentToken()) {
            case START_OBJECT -> begin(name, true);
            case START_ARRAY -> open.addLast(new Level(name, true));
            case VALUE_NULL -> out.add('<').add(name).add('/').add('>');
            default -> {
                out.add('<').add(name).add('>');
                scalar(parser, false);
                out.add('<').add('/').add(name).add('>');
            }
        }
    }

    private void begin(byte[] name, boolean mayHaveAttributes) {
        Level level = new Level(name, false);
        out.add('<').add(name);
        if (!mayHaveAttributes) {
            level.inTag = false;
            out.add('>');
        }
        open.addLast(level);
    }

    private void scalar(JsonParser parser, boolean inAttribute) throws IOException, MalformedXmlException {
        switch (parser.currentToken()) {
            case VALUE_STRING -> {
                if (!out.addEscaped(
                        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), inAttribute)) {
                    throw refused("a character that XML does not allow", parser);
                }
            }
            case VALUE_NUMBER_INT -> out.add(bytes(integer(parser.getText())));
            case VALUE_NUMBER_FLOAT -> out.add(bytes(fraction(parser)));
            case VALUE_NULL -> {}
            default -> out.add(bytes(parser.getText()));
        }
    }

    private static String integer(String digits) {
        if (digits.equals("-0")) {
            return "0";
        }
        if (digits.length() <= SAFE_DIGITS) {
            return digits;
        }
        try {
            return Long.toString(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            return Double.toString(Double.parseDouble(digits));
        }
    }

    private static String fraction(JsonParser parser) throws IOException, MalformedXmlException {
        double value = Double.parseDouble(parser.getText());
        if (Double.isInfinite(value)) {
            throw refused("the number is too large for an IEEE double", parser);
        }
        return Double.toString(value);
    }

    private byte[] name(String key, JsonParser parser) throws MalformedXmlException {
        byte[] known = names.get(key);
        if (known != null) {
            return known;
        }
        if (!Characters.isName(key)) {
            String shown = key.length() > 80 ? key.substring(0, 80) + "..." : key;
            throw refused("the name \"" + line(shown) + "\" is no name of XML without a prefix", parser);
        }
        if (names.size() == MOST_NAMES) {
            names.clear();
        }
        byte[] made = bytes(key);
        names.put(key, made);
        return made;
    }

    private static MalformedXmlException refused(String why, JsonParser parser) {
        return new MalformedXmlException(
                "the JSON cannot become XML: " + why + ", at character "
                        + parser.currentLocation().getCharOffset(),
                null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** XML that grows; kept for the next message unless it is large. */
    private static final class XmlBuffer {
        private static final int MOST_KEPT = 256 * 1024;
        /** Of bytes that a character becomes. */
        private static final int LONGEST = 6;
        /** Of each character of ASCII whether it is written as it is. */
        private static final boolean[] PLAIN = new boolean[0x80];

        static {
            for (char c = ' '; c < PLAIN.length; c++) {
                PLAIN[c] = "<>&\"".indexOf(c) < 0;
            }
        }

        private byte[] bytes = new byte[1024];
        private int length;

        void clear() {
            length = 0;
            if (bytes.length > MOST_KEPT) {
                bytes = new byte[1024];
            }
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, length);
        }

        private void room(int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
        }

        XmlBuffer add(char ascii) {
            room(1);
            bytes[length++] = (byte) ascii;
            return this;
        }

        XmlBuffer add(byte[] part) {
            room(part.length);
            System.arraycopy(part, 0, bytes, length, part.length);
            length += part.length;
            return this;
        }

        /** Adds characters as a text, or as the value of an attribute in double quotes; false if XML does not allow one of them. */
        boolean addEscaped(char[] in, int from, int count, boolean inAttribute) {
            int to = from + count;
            for (int i = from; i < to; i++) {
                char c = in[i];
                room(LONGEST);
                if (c < 0x80 && PLAIN[c]) {
                    bytes[length++] = (byte) c;
                } else if (c < 0x80) {
                    if (!addEscaped(c, inAttribute)) {
                        return false;
                    }
                } else {
                    int point = Character.codePointAt(in, i, to);
                    if (!Characters.isAllowed(point)) {
                        return false;
                    }
                    i += point > 0xFFFF ? 1 : 0;
                    addBeyondAscii(point);
                }
            }
            return true;
        }

        private boolean addEscaped(char c, boolean inAttribute) {
            String escaped = switch (c) {
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '&' -> "&amp;";
                case '\r' -> "&#13;";
                case '"' -> inAttribute ? "&quot;" : "\"";
                case '\t' -> inAttribute ? "&#9;" : "\t";
                case '\n' -> inAttribute ? "&#10;" : "\n";
                default -> null;
            };
            if (escaped != null) {
                add(JsonReader.bytes(escaped));
            }
            return escaped != null;
        }

        private void addBeyondAscii(int point) {
            if (point < 0x800) {
                bytes[length++] = (byte) (0xc0 | (point >> 6));
            } else {
                if (point < 0x10000) {
                    bytes[length++] = (byte) (0xe0 | (point >> 12));
                } else {
                    bytes[length++] = (byte) (0xf0 | (point >> 18));
                    bytes[length++] = (byte) (0x80 | ((point >> 12) & 0x3f));
                }
                bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3f));
            }
            bytes[length++] = (byte) (0x80 | (point & 0x3f));
        }
    }
}
