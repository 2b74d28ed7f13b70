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
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;

/**
 * Reads JSON (RFC 8259) as what Axis2's {@code JSONOMBuilder} makes of it: a member becomes an element without a namespace, an array as many elements of the
 * member's name, a member {@code @name} an attribute, a member {@code $} a text, null an empty element. Numbers are written as Java writes them.
 *
 * <p>Where that builder takes what is no JSON, drops a part of the message or makes something else than XML of it, the message is refused. For any thread.
 */
public final class JsonReader {
    private static final OMFactory OM = OMAbstractFactory.getOMFactory();
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
     * Returns the element that the message becomes.
     *
     * @param charset of the message; null for UTF-8
     * @param mostCharacters how many characters of XML it may become
     * @throws MalformedXmlException when it is no JSON, has no place in XML or is beyond the bounds; one line that says where
     */
    public OMElement element(byte[] json, String charset, int mostCharacters) throws MalformedXmlException {
        CharBuffer text = decoded(json, charset);
        try (JsonParser parser = factory.createParser(text.array(), 0, text.length())) {
            return new Document(parser, mostCharacters).element();
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
        private long characters;

        Document(JsonParser parser, int most) {
            this.parser = parser;
            this.most = most;
        }

        OMElement element() throws IOException, MalformedXmlException {
            if (parser.nextToken() != JsonToken.START_OBJECT || parser.nextToken() != JsonToken.FIELD_NAME) {
                throw refused("an object with one member was expected, which becomes the content of the body");
            }
            String root = name(parser.currentName());
            // An array that is the whole message stands in an element of its name.
            OMElement around = parser.nextToken() == JsonToken.START_ARRAY ? begin(root, null) : null;
            OMElement content = value(root, around);
            if (parser.nextToken() != JsonToken.END_OBJECT) {
                throw refused("a second member, for which the body of a SOAP message has no place");
            }
            if (parser.nextToken() != null) {
                throw refused("something behind the end of the JSON");
            }
            return content;
        }

        /** Makes an element of the value at the parser, or of each one in an array, in the place of which it returns the element around. */
        private OMElement value(String name, OMElement around) throws IOException, MalformedXmlException {
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(name, around);
                }
                return around;
            }
            OMElement made = begin(name, around);
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                members(made);
            } else {
                add(scalar(), made);
            }
            return made;
        }

        private void members(OMElement of) throws IOException, MalformedXmlException {
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
                    String value = scalar();
                    count(key.length() + value.length());
                    of.addAttribute(name(key.substring(1)), value, null);
                } else if (key.equals("$")) {
                    inTag = false;
                    add(scalar(), of);
                } else {
                    inTag = false;
                    value(name(key), of);
                }
            }
        }

        private OMElement begin(String name, OMElement around) throws MalformedXmlException {
            count(2 * name.length() + "<></>".length());
            return around == null ? OM.createOMElement(name, null) : OM.createOMElement(name, null, around);
        }

        private void add(String text, OMElement to) throws MalformedXmlException {
            count(text.length());
            if (!text.isEmpty()) {
                OM.createOMText(to, text);
            }
        }

        private void count(int more) throws MalformedXmlException {
            characters += more;
            if (characters > most) {
                throw refused("it becomes more than " + most + " characters of XML");
            }
        }

        private String scalar() throws IOException, MalformedXmlException {
            String text = parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText();
            return switch (parser.currentToken()) {
                case VALUE_STRING -> {
                    if (!text.codePoints().allMatch(Characters::isAllowed)) {
                        throw refused("a character that XML does not allow");
                    }
                    yield text;
                }
                case VALUE_NUMBER_INT -> integer(text);
                case VALUE_NUMBER_FLOAT -> {
                    double value = Double.parseDouble(text);
                    if (Double.isInfinite(value)) {
                        throw refused("the number is too large for an IEEE double");
                    }
                    yield Double.toString(value);
                }
                default -> text;
            };
        }

        private String name(String key) throws MalformedXmlException {
            if (!Characters.isName(key)) {
                String shown = key.length() > 80 ? key.substring(0, 80) + "..." : key;
                throw refused("the name \"" + line(shown) + "\" is no name of XML without a prefix");
            }
            return key;
        }

        private MalformedXmlException refused(String why) {
            return new MalformedXmlException(
                    "the JSON cannot become XML: " + why + ", at character "
                            + parser.currentLocation().getCharOffset(),
                    null);
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
}
