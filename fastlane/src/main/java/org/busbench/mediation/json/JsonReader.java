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
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.SoapNamespaces;

/**
 * Reads JSON (RFC 8259) as what Axis2's {@code JSONOMBuilder} makes of it: a member becomes an element without a namespace, an array as many elements of the
 * member's name, a member {@code @name} an attribute, a member {@code $} a text, null an empty element. Numbers are written as Java writes them.
 *
 * <p>Where that builder takes what is no JSON, drops a part of the message or makes something else than XML of it, the message is refused. For any thread.
 */
public final class JsonReader {
    private static final byte[] BEGIN =
            ascii("<soapenv:Envelope xmlns:soapenv=\"" + SoapNamespaces.SOAP_11 + "\"><soapenv:Body>");
    private static final byte[] END = ascii("</soapenv:Body></soapenv:Envelope>");
    private static final int LONGEST_NUMBER = 1000;
    private static final int SAFE_DIGITS = 18;

    private final JsonFactory factory;
    private final Limits limits;

    /** For messages within these bounds. */
    public JsonReader(Limits limits) {
        this.limits = limits;
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
     * Returns an envelope of SOAP 1.1 in UTF-8 with the element that the message becomes.
     *
     * @param charset of the message; null for UTF-8
     * @param mostBytes how long the envelope may be
     * @throws MalformedXmlException when it is no JSON, has no place in XML or is beyond the bounds; one line that says where
     */
    public byte[] envelope(byte[] json, String charset, int mostBytes) throws MalformedXmlException {
        CharBuffer text = decoded(json, charset);
        try (JsonParser parser = factory.createParser(text.array(), 0, text.length())) {
            return new Document(parser, json.length, mostBytes).envelope();
        } catch (StreamConstraintsException e) {
            throw new MalformedXmlException("the JSON is beyond a limit: " + line(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new MalformedXmlException("the message is no JSON: " + why(e), e);
        }
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

    /** A message that is being read; as deep as the parser lets it be. */
    private final class Document {
        private final JsonParser parser;
        private final int most;
        private final Map<String, byte[]> names = new HashMap<>();
        private byte[] out;
        private int length;

        Document(JsonParser parser, int bytes, int most) {
            this.parser = parser;
            this.most = most;
            this.out = new byte[Math.min(most, BEGIN.length + bytes + bytes / 2 + END.length)];
        }

        byte[] envelope() throws IOException, MalformedXmlException {
            write(BEGIN);
            if (parser.nextToken() != JsonToken.START_OBJECT || parser.nextToken() != JsonToken.FIELD_NAME) {
                throw refused("an object with one member was expected, which becomes the content of the body");
            }
            byte[] root = name(parser.currentName());
            // An array that is the whole message stands in an element of its name.
            boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
            if (isArray) {
                begin(root);
                write('>');
            }
            value(root);
            if (isArray) {
                end(root);
            }
            if (parser.nextToken() != JsonToken.END_OBJECT) {
                throw refused("a second member, for which the body of a SOAP message has no place");
            }
            if (parser.nextToken() != null) {
                throw refused("something behind the end of the JSON");
            }
            write(END);
            return Arrays.copyOf(out, length);
        }

        /** Makes an element of the value at the parser, or of each one in an array. */
        private void value(byte[] name) throws IOException, MalformedXmlException {
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(name);
                }
                return;
            }
            begin(name);
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                members();
            } else {
                write('>');
                scalar(false);
            }
            end(name);
        }

        private void members() throws IOException, MalformedXmlException {
            int attributes = 0;
            boolean inTag = true;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                JsonToken token = parser.nextToken();
                boolean isAttribute = key.startsWith("@");
                if ((isAttribute || key.equals("$")) && !token.isScalarValue()) {
                    throw refused("the member " + key + " is a text, not an object or array");
                }
                if (isAttribute) {
                    if (!inTag) {
                        throw refused("the member " + key + " stands behind elements: attributes come first");
                    }
                    if (key.equals("@xmlns") || ++attributes > limits.attributes()) {
                        throw refused("the member " + key + " is no attribute, or one too many");
                    }
                    write(' ');
                    write(name(key.substring(1)));
                    write('=');
                    write('"');
                    scalar(true);
                    write('"');
                    continue;
                }
                if (inTag) {
                    write('>');
                    inTag = false;
                }
                if (key.equals("$")) {
                    scalar(false);
                } else {
                    value(name(key));
                }
            }
            if (inTag) {
                write('>');
            }
        }

        private void begin(byte[] name) throws MalformedXmlException {
            write('<');
            write(name);
        }

        private void end(byte[] name) throws MalformedXmlException {
            write('<');
            write('/');
            write(name);
            write('>');
        }

        private void write(int one) throws MalformedXmlException {
            room(1);
            out[length++] = (byte) one;
        }

        private void write(byte[] some) throws MalformedXmlException {
            room(some.length);
            System.arraycopy(some, 0, out, length, some.length);
            length += some.length;
        }

        private void room(int bytes) throws MalformedXmlException {
            if (bytes > out.length - length) {
                long wanted = (long) length + bytes;
                if (wanted > most) {
                    throw refused("it becomes more than " + most + " bytes of XML");
                }
                out = Arrays.copyOf(out, (int) Math.min(most, 2 * wanted));
            }
        }

        private void scalar(boolean inTag) throws IOException, MalformedXmlException {
            switch (parser.currentToken()) {
                case VALUE_NULL -> {}
                case VALUE_STRING -> text(inTag);
                case VALUE_NUMBER_INT -> write(ascii(integer(parser.getText())));
                case VALUE_NUMBER_FLOAT -> {
                    double value = Double.parseDouble(parser.getText());
                    if (Double.isInfinite(value)) {
                        throw refused("the number is too large for an IEEE double");
                    }
                    write(ascii(Double.toString(value)));
                }
                default -> write(ascii(parser.getText()));
            }
        }

        private void text(boolean inTag) throws IOException, MalformedXmlException {
            char[] text = parser.getTextCharacters();
            int to = parser.getTextOffset() + parser.getTextLength();
            for (int i = parser.getTextOffset(); i < to; i++) {
                char c = text[i];
                room(4);
                if (c >= ' ' && c < 0x80 && c != '<' && c != '>' && c != '&' && c != '"') {
                    out[length++] = (byte) c;
                } else if (c < 0x80) {
                    special(c, inTag);
                } else if (c < 0x800) {
                    out[length++] = (byte) (0xC0 | (c >> 6));
                    out[length++] = (byte) (0x80 | (c & 0x3F));
                } else {
                    int point = Character.codePointAt(text, i, to);
                    if (!Characters.isAllowed(point)) {
                        throw refused("a character that XML does not allow");
                    }
                    if (point > c) {
                        i++;
                        out[length++] = (byte) (0xF0 | (point >> 18));
                        out[length++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                    } else {
                        out[length++] = (byte) (0xE0 | (point >> 12));
                    }
                    out[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                    out[length++] = (byte) (0x80 | (point & 0x3F));
                }
            }
        }

        /** White space is written so that a reader of XML does not change it. */
        private void special(char c, boolean inTag) throws MalformedXmlException {
            if (!Characters.isAllowed(c)) {
                throw refused("a character that XML does not allow");
            }
            switch (c) {
                case '<' -> write(ascii("&lt;"));
                case '>' -> write(ascii("&gt;"));
                case '&' -> write(ascii("&amp;"));
                default -> {
                    if (c == '\r' || inTag) {
                        write(ascii("&#" + (int) c + ";"));
                    } else {
                        write(c);
                    }
                }
            }
        }

        private byte[] name(String key) throws MalformedXmlException {
            byte[] known = names.get(key);
            if (known == null) {
                if (!Characters.isName(key)) {
                    String shown = key.length() > 80 ? key.substring(0, 80) + "..." : key;
                    throw refused("the name \"" + line(shown) + "\" is no name of XML without a prefix");
                }
                known = key.getBytes(StandardCharsets.UTF_8);
                names.put(key, known);
            }
            return known;
        }

        private MalformedXmlException refused(String why) {
            return new MalformedXmlException(
                    "the JSON cannot become XML: " + why + ", at character "
                            + parser.currentLocation().getCharOffset(),
                    null);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
}
