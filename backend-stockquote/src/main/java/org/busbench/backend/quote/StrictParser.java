package org.busbench.backend.quote;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads any message that a conforming XML parser accepts, and decides in full whether it is a valid call.
 *
 * <p>Streaming: comments, white space, CDATA, references and any choice of prefixes are accepted; a DTD is refused as
 * SOAP demands. A SOAP header is skipped, and so are attributes on Envelope, Header and Body. Safe for use by several
 * threads.
 */
final class StrictParser {
    /** The children of a request element in their order. Only the first one is required. */
    static final List<String> REQUEST_CHILDREN =
            List.of("symbol", "ref", "exchange", "currency", "client", "account", "quantity", "note");

    /** The attributes that a request element may have, none of them in a namespace. Their values are not used. */
    static final List<String> REQUEST_ATTRIBUTES = List.of("id", "at", "desk", "trace");

    private final XMLInputFactory parsers = HardenedXml.newFactory();

    /**
     * Reads a message to its last byte.
     *
     * @param charset the encoding that the transport states, or null: the message itself says
     */
    Operation read(byte[] message, int offset, int length, String charset) throws RefusedException {
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

    private static Operation envelope(ElementReader xml) throws XMLStreamException, RefusedException {
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
        Operation operation = new OperationReader(xml).read();
        xml.leave("Body");
        xml.leave("Envelope");
        xml.finish();
        return operation;
    }

    /** Reads the body's child as the schema in the service's WSDL has it. Stands on its start tag, then on its end tag. */
    private static final class OperationReader {

        private static final int QUANTITY = REQUEST_CHILDREN.indexOf("quantity");

        private final ElementReader xml;
        /** The {@code ref} of the first request of a getQuote, as soon as it is read; or null. */
        private String nonce;

        OperationReader(ElementReader xml) {
            this.xml = xml;
        }

        Operation read() throws XMLStreamException, RefusedException {
            if (!xml.is(Soap.NAMESPACE, xml.localName())) {
                throw unknown();
            }
            xml.requireNoAttributes();
            return switch (xml.localName()) {
                case "getQuote" -> getQuote();
                case "getFullQuote" -> getFullQuote();
                case "getMarketActivity" -> getMarketActivity();
                case "placeOrder" -> placeOrder();
                default -> throw unknown();
            };
        }

        private RefusedException unknown() {
            return new RefusedException("The service has no operation " + xml.name());
        }

        private Operation getQuote() throws XMLStreamException, RefusedException {
            List<Operation.QuoteRequest> wanted = new ArrayList<>();
            try {
                while (xml.enter()) {
                    xml.require(Soap.NAMESPACE, "request");
                    xml.requireAttributes(REQUEST_ATTRIBUTES);
                    wanted.add(request(wanted.isEmpty()));
                }
            } catch (RefusedException e) {
                throw e.with(nonce);
            }
            if (wanted.isEmpty()) {
                throw new RefusedException("getQuote has no request");
            }
            return new Operation.GetQuote(wanted);
        }

        private Operation.QuoteRequest request(boolean first) throws XMLStreamException, RefusedException {
            String symbol = null;
            String ref = null;
            int last = -1;
            while (xml.enter()) {
                int child = xml.is(Soap.NAMESPACE, xml.localName()) ? REQUEST_CHILDREN.indexOf(xml.localName()) : -1;
                if (child <= last || (symbol == null && child != 0)) {
                    throw new RefusedException("Unknown or misplaced " + xml.name() + " in request");
                }
                last = child;
                String text = xml.text();
                if (child == 0) {
                    symbol = requireSymbol(text);
                } else if (child == 1) {
                    ref = text;
                    nonce = first ? ref : nonce;
                } else if (child == QUANTITY) {
                    SchemaNumber.requireInt("quantity", text);
                }
            }
            return new Operation.QuoteRequest(requireSymbol(symbol), ref);
        }

        private Operation getFullQuote() throws XMLStreamException, RefusedException {
            enter("request");
            enter("symbol");
            String symbol = requireSymbol(xml.text());
            xml.leave("request");
            xml.leave("getFullQuote");
            return new Operation.GetFullQuote(symbol);
        }

        private Operation getMarketActivity() throws XMLStreamException, RefusedException {
            List<String> symbols = new ArrayList<>();
            enter("request");
            while (xml.enter()) {
                xml.require(Soap.NAMESPACE, "symbols");
                symbols.add(requireSymbol(xml.text()));
            }
            xml.leave("getMarketActivity");
            return new Operation.GetMarketActivity(symbols);
        }

        private Operation placeOrder() throws XMLStreamException, RefusedException {
            enter("order");
            enter("price");
            SchemaNumber.requireDouble("price", xml.text());
            enter("quantity");
            SchemaNumber.requireInt("quantity", xml.text());
            enter("symbol");
            String symbol = requireSymbol(xml.text());
            xml.leave("order");
            xml.leave("placeOrder");
            return new Operation.PlaceOrder(symbol);
        }

        private void enter(String localName) throws XMLStreamException, RefusedException {
            if (!xml.enter()) {
                throw new RefusedException("Expected " + localName + " before the end of " + xml.name());
            }
            xml.require(Soap.NAMESPACE, localName);
            if (localName.equals("request") || localName.equals("order")) {
                xml.requireNoAttributes();
            }
        }

        private static String requireSymbol(String symbol) throws RefusedException {
            if (symbol == null || symbol.isEmpty()) {
                throw new RefusedException("A request has no symbol");
            }
            return symbol;
        }
    }

    /** Walks over elements that hold either elements or text: mixed content, DTDs and unknown references are refused. */
    private record ElementReader(XMLStreamReader xml) {

        /** Goes to the next start tag and returns true, or to the end tag of the current parent and returns false. */
        boolean enter() throws XMLStreamException, RefusedException {
            while (true) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    return true;
                }
                if (event == XMLStreamConstants.END_ELEMENT) {
                    return false;
                }
                pass(event);
            }
        }

        /** Goes to the end tag of the element given; there must be no other element before it. */
        void leave(String element) throws XMLStreamException, RefusedException {
            if (enter()) {
                throw new RefusedException("Unexpected " + name() + " in " + element);
            }
        }

        /** Goes from the root's end tag to the end of the message. */
        void finish() throws XMLStreamException, RefusedException {
            while (xml.hasNext()) {
                int event = xml.next();
                if (event != XMLStreamConstants.END_DOCUMENT) {
                    pass(event);
                }
            }
        }

        boolean is(String namespace, String localName) {
            return localName.equals(xml.getLocalName()) && namespace.equals(xml.getNamespaceURI());
        }

        String localName() {
            return xml.getLocalName();
        }

        void require(String namespace, String localName) throws RefusedException {
            if (!is(namespace, localName)) {
                throw new RefusedException("Expected {" + namespace + "}" + localName + " and found " + name());
            }
        }

        void requireNoAttributes() throws RefusedException {
            requireAttributes(List.of());
        }

        /** Refuses other attributes than these, except those that say where a schema is. */
        void requireAttributes(List<String> known) throws RefusedException {
            for (int i = 0; i < xml.getAttributeCount(); i++) {
                String local = xml.getAttributeLocalName(i);
                String namespace = xml.getAttributeNamespace(i);
                boolean plain = namespace == null || namespace.isEmpty();
                boolean schemaHint = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(namespace)
                        && (local.equals("schemaLocation") || local.equals("noNamespaceSchemaLocation"));
                if (!schemaHint && !(plain && known.contains(local))) {
                    throw new RefusedException("Unexpected attribute " + local + " on " + name());
                }
            }
        }

        /** Returns the text of the current element and stands on its end tag. */
        String text() throws XMLStreamException, RefusedException {
            requireNoAttributes();
            String element = name();
            StringBuilder text = new StringBuilder();
            while (true) {
                int event = xml.next();
                if (event == XMLStreamConstants.END_ELEMENT) {
                    return text.toString();
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    throw new RefusedException("Unexpected " + name() + " in " + element);
                }
                if (xml.isCharacters() || event == XMLStreamConstants.CDATA) {
                    text.append(xml.getText());
                } else {
                    pass(event);
                }
            }
        }

        /** Goes from a start tag to its end tag, whatever is between. */
        void skip() throws XMLStreamException, RefusedException {
            for (int depth = 1; depth > 0; ) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    depth++;
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                } else {
                    requireKnown(event);
                }
            }
        }

        String name() {
            String namespace = xml.getNamespaceURI();
            return namespace == null || namespace.isEmpty()
                    ? xml.getLocalName()
                    : "{" + namespace + "}" + xml.getLocalName();
        }

        private void pass(int event) throws RefusedException {
            requireKnown(event);
            boolean characters = event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA;
            if (characters && !isBlank(xml.getText())) {
                throw new RefusedException("Unexpected text between elements");
            }
        }

        private static void requireKnown(int event) throws RefusedException {
            if (event == XMLStreamConstants.DTD) {
                throw new RefusedException("A SOAP message must not contain a DTD");
            }
            if (event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new RefusedException("A reference to an entity that is not declared");
            }
        }

        private static boolean isBlank(String text) {
            return text.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
        }
    }

    /** The lexical forms of xs:int and xs:double. */
    private static final class SchemaNumber {
        private static final Pattern INT = Pattern.compile("[ \t\r\n]*([+-]?[0-9]+)[ \t\r\n]*");
        private static final Pattern DOUBLE = Pattern.compile(
                "[ \t\r\n]*([+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|-?INF|NaN)[ \t\r\n]*");
        private static final int LONGEST = 64;

        private SchemaNumber() {}

        static void requireInt(String element, String text) throws RefusedException {
            if (text.length() > LONGEST || !isInt(text)) {
                throw new RefusedException(element + " is not an int: " + shortened(text));
            }
        }

        static void requireDouble(String element, String text) throws RefusedException {
            if (text.length() > LONGEST || !DOUBLE.matcher(text).matches()) {
                throw new RefusedException(element + " is not a double: " + shortened(text));
            }
        }

        private static boolean isInt(String text) {
            var matcher = INT.matcher(text);
            if (!matcher.matches()) {
                return false;
            }
            try {
                Integer.parseInt(matcher.group(1));
                return true;
            } catch (NumberFormatException beyondRange) {
                return false;
            }
        }

        private static String shortened(String text) {
            return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        }
    }
}
