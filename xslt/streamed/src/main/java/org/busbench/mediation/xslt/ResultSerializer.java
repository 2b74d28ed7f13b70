package org.busbench.mediation.xslt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.event.ReceiverOption;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.CopyOptions;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NamespaceBinding;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.str.Twine8;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.SchemaType;
import net.sf.saxon.type.Type;
import net.sf.saxon.z.IntIterator;
import org.busbench.mediation.xml.Characters;

/**
 * Writes elements as UTF-8 into one growing array. It declares the namespaces that are not yet in force where the element will stand, takes
 * a part that must be one element, and refuses to grow beyond a bound.
 *
 * <p>Confined to one thread, and is used again for the next message. The names of elements are kept as bytes between messages.
 */
final class ResultSerializer implements Receiver {

    private final NameBytes names = new NameBytes();
    private PipelineConfiguration pipeline;
    private String systemId;

    private final Utf8Buffer out;

    private NamespaceMap[] scopes = new NamespaceMap[32];
    private byte[][] open = new byte[32][];
    private int depth;
    private boolean tagOpen;
    private int top;
    private int roots;

    /**
     * An empty one.
     *
     * @param mostBytes what a message may grow to
     */
    ResultSerializer(int mostBytes) {
        this.out = new Utf8Buffer(mostBytes);
    }

    /** Begins with nothing, where these namespaces are in force. */
    void reset(NamespaceMap around) {
        out.clear();
        depth = 0;
        top = -1;
        roots = 0;
        tagOpen = false;
        scopes[0] = around;
    }

    /** Lets go of the message, so that its Saxon can be forgotten; the bytes stay. */
    void forget() {
        pipeline = null;
        Arrays.fill(scopes, null);
    }

    /** Begins a part that must be one element, up to {@link #endPart}. */
    void beginPart() {
        top = depth;
        roots = 0;
    }

    /** Ends the part; the rest is written as it comes. */
    void endPart() {
        top = -1;
    }

    byte[] bytes() {
        return out.array();
    }

    int length() {
        return out.length();
    }

    /** How many elements the part has at its top. */
    int roots() {
        return roots;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Mostly the same object; where it is not, declare looks closer.
    public void startElement(
            NodeName name,
            SchemaType type,
            AttributeMap attributes,
            NamespaceMap namespaces,
            Location location,
            int properties)
            throws XPathException {
        closeTag();
        if (depth == top) {
            roots++;
        }
        byte[] written = names.of(name);
        NamespaceMap around = scopes[depth];
        depth++;
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            scopes = Arrays.copyOf(scopes, 2 * depth);
        }
        open[depth] = written;
        out.put('<');
        out.put(written);
        tagOpen = true;
        scopes[depth] = namespaces == around ? around : declare(namespaces, around);
        for (AttributeInfo attribute : attributes) {
            out.put(' ');
            out.put(names.of(attribute.getNodeName()));
            out.put('=');
            out.put('"');
            out.escaped(attribute.getValue());
            out.put('"');
        }
    }

    /** Writes the declarations that make {@code inside} out of {@code around}; returns what is then in force. */
    private NamespaceMap declare(NamespaceMap inside, NamespaceMap around) throws XPathException {
        NamespaceMap inForce = around;
        for (NamespaceBinding binding : inside) {
            String prefix = binding.getPrefix();
            NamespaceUri uri = binding.getNamespaceUri();
            if (uri.isEmpty()) {
                continue; // See below.
            }
            NamespaceUri before = around.getURIForPrefix(prefix, true);
            // Saxon's are equal when they are the same object, and there may be two of a namespace that a message has
            // brought.
            if (before == null || !uri.toString().equals(before.toString())) {
                out.put(' ');
                out.put(names.declaration(prefix));
                out.put('=');
                out.put('"');
                out.escaped(uri.toString());
                out.put('"');
                inForce = inForce.bind(prefix, uri);
            }
        }
        // A prefix that is bound around cannot be taken back in XML 1.0, and does no harm; the default namespace must
        // be.
        if (inside.getDefaultNamespace().isEmpty()
                && !around.getDefaultNamespace().isEmpty()) {
            out.put(names.noDefault());
            inForce = inForce.bind("", NamespaceUri.NULL);
        }
        return inForce;
    }

    @Override
    public void endElement() throws XPathException {
        if (tagOpen) {
            out.put('/');
            out.put('>');
            tagOpen = false;
        } else {
            out.put('<');
            out.put('/');
            out.put(open[depth]);
            out.put('>');
        }
        depth--;
    }

    @Override
    public void characters(UnicodeString text, Location location, int properties) throws XPathException {
        if (depth == top) {
            requireSpace(text);
            return;
        }
        closeTag();
        if (ReceiverOption.contains(properties, ReceiverOption.DISABLE_ESCAPING)) {
            throw new XPathException("disable-output-escaping is not possible within an envelope");
        }
        if (text instanceof Twine8 latin) {
            out.escapedLatin(latin.getByteArray());
            return;
        }
        IntIterator characters = text.codePoints();
        while (characters.hasNext()) {
            out.escaped(characters.next(), false);
        }
    }

    @Override
    public void comment(UnicodeString text, Location location, int properties) throws XPathException {
        if (depth > top) {
            closeTag();
            out.raw("<!--" + text + "-->");
        }
    }

    @Override
    public void processingInstruction(String target, UnicodeString data, Location location, int properties)
            throws XPathException {
        if (depth > top) {
            closeTag();
            requireName(target);
            out.raw(data.isEmpty() ? "<?" + target + "?>" : "<?" + target + " " + data + "?>");
        }
    }

    @Override
    public void append(Item item, Location location, int properties) throws XPathException {
        if (item instanceof NodeInfo node
                && node.getNodeKind() != Type.ATTRIBUTE
                && node.getNodeKind() != Type.NAMESPACE) {
            node.copy(this, CopyOptions.ALL_NAMESPACES, location);
            return;
        }
        throw new XPathException("the stylesheet makes an attribute or a value outside of an element");
    }

    private static void requireSpace(UnicodeString text) throws XPathException {
        IntIterator characters = text.codePoints();
        while (characters.hasNext()) {
            int c = characters.next();
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                throw new XPathException(
                        "the stylesheet makes text outside of an element, which cannot stand in an envelope");
            }
        }
    }

    /** Saxon takes names of the fifth edition of XML 1.0 and of XML 1.1, which receivers may refuse. */
    private static void requireName(String name) throws XPathException {
        if (!Characters.isName(name)) {
            throw new XPathException("the result holds the name '" + name + "', which not all parsers of XML 1.0 read");
        }
    }

    private void closeTag() throws XPathException {
        if (tagOpen) {
            out.put('>');
            tagOpen = false;
        }
    }

    @Override
    public void setPipelineConfiguration(PipelineConfiguration pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    public PipelineConfiguration getPipelineConfiguration() {
        return pipeline;
    }

    @Override
    public void setSystemId(String systemId) {
        this.systemId = systemId;
    }

    @Override
    public String getSystemId() {
        return systemId;
    }

    @Override
    public void open() {
        // The caller says with reset where the result stands.
    }

    @Override
    public void startDocument(int properties) {
        // The result is part of an envelope: there is no document.
    }

    @Override
    public void endDocument() {
        // See startDocument.
    }

    @Override
    public void setUnparsedEntity(String name, String systemId, String publicId) {
        // There are none without a document type.
    }

    @Override
    public void close() {
        // The caller fetches the bytes.
    }

    /**
     * Characters of XML as UTF-8 in one array, which grows up to a bound.
     *
     * <p>Confined to one thread, and is used again for the next message.
     */
    private static final class Utf8Buffer {

        private static final int FIRST_BYTES = 8 * 1024;

        private final int mostBytes;
        private byte[] bytes = new byte[FIRST_BYTES];
        private int length;

        Utf8Buffer(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        void clear() {
            length = 0;
        }

        byte[] array() {
            return bytes;
        }

        int length() {
            return length;
        }

        void escapedLatin(byte[] latin) throws XPathException {
            for (byte b : latin) {
                if (b > '>' || (b >= ' ' && b != '&' && b != '<' && b != '>') || b == '\n' || b == '\t') {
                    put(b);
                } else {
                    escaped(b & 0xFF, false);
                }
            }
        }

        void escaped(String text) throws XPathException {
            for (int i = 0; i < text.length(); i++) {
                int c = text.codePointAt(i);
                if (c > 0xFFFF) {
                    i++;
                }
                escaped(c, true);
            }
        }

        void escaped(int c, boolean inAttribute) throws XPathException {
            switch (c) {
                case '&' -> raw("&amp;");
                case '<' -> raw("&lt;");
                case '>' -> raw("&gt;");
                case '\r' -> raw("&#13;");
                case '"' -> raw(inAttribute ? "&#34;" : "\"");
                case '\n' -> raw(inAttribute ? "&#10;" : "\n");
                case '\t' -> raw(inAttribute ? "&#9;" : "\t");
                default -> utf8(c);
            }
        }

        void raw(String text) throws XPathException {
            for (int i = 0; i < text.length(); i++) {
                int c = text.codePointAt(i);
                if (c > 0xFFFF) {
                    i++;
                }
                utf8(c);
            }
        }

        /** RFC 3629 section 3. */
        private void utf8(int c) throws XPathException {
            if (!Characters.isAllowed(c)) {
                throw new XPathException(
                        String.format("the result holds the character U+%04X, which XML does not allow", c));
            }
            if (c < 0x80) {
                put(c);
            } else if (c < 0x800) {
                put(0xC0 | (c >> 6));
                put(0x80 | (c & 0x3F));
            } else if (c < 0x10000) {
                put(0xE0 | (c >> 12));
                put(0x80 | ((c >> 6) & 0x3F));
                put(0x80 | (c & 0x3F));
            } else {
                put(0xF0 | (c >> 18));
                put(0x80 | ((c >> 12) & 0x3F));
                put(0x80 | ((c >> 6) & 0x3F));
                put(0x80 | (c & 0x3F));
            }
        }

        void put(byte[] some) throws XPathException {
            room(some.length);
            System.arraycopy(some, 0, bytes, length, some.length);
            length += some.length;
        }

        void put(int b) throws XPathException {
            if (length == bytes.length) {
                room(1);
            }
            bytes[length++] = (byte) b;
        }

        private void room(int more) throws XPathException {
            if (length + more <= bytes.length) {
                return;
            }
            if (length + more > mostBytes) {
                throw new XPathException("the result is longer than the limit of " + mostBytes + " bytes");
            }
            bytes = Arrays.copyOf(bytes, Math.min(mostBytes, Math.max(length + more, 2 * bytes.length)));
        }
    }

    /**
     * The names of elements and attributes as they are written, kept as bytes between messages. Bounded, since messages may bring any number of names.
     *
     * <p>Confined to one thread.
     */
    private static final class NameBytes {

        private static final int MOST = 4096;
        private static final int LONGEST = 256;
        private static final byte[] NO_DEFAULT = " xmlns=\"\"".getBytes(StandardCharsets.US_ASCII);

        private final Map<String, Map<String, byte[]>> byPrefix = new HashMap<>();
        private final Map<String, byte[]> declarations = new HashMap<>();
        private int count;
        private String lastPrefix = "";
        private Map<String, byte[]> last = prefix("");

        byte[] of(NodeName name) throws XPathException {
            String prefix = name.getPrefix();
            if (!prefix.equals(lastPrefix)) {
                last = prefix(prefix);
                lastPrefix = prefix;
            }
            byte[] known = last.get(name.getLocalPart());
            return known == null ? remember(name) : known;
        }

        private byte[] remember(NodeName name) throws XPathException {
            requireName(name.getLocalPart());
            if (!name.getPrefix().isEmpty()) {
                requireName(name.getPrefix());
            }
            if (++count > MOST) {
                count = 0;
                byPrefix.clear();
                last = prefix(lastPrefix);
            }
            byte[] bytes = name.getDisplayName().getBytes(StandardCharsets.UTF_8);
            if (bytes.length <= LONGEST) {
                last.put(name.getLocalPart(), bytes);
            }
            return bytes;
        }

        private Map<String, byte[]> prefix(String prefix) {
            if (prefix.length() > LONGEST) {
                return new HashMap<>();
            }
            return byPrefix.computeIfAbsent(prefix, added -> new HashMap<>());
        }

        /** {@code xmlns} or {@code xmlns:prefix}. */
        byte[] declaration(String prefix) throws XPathException {
            byte[] known = declarations.get(prefix);
            if (known != null) {
                return known;
            }
            if (!prefix.isEmpty()) {
                requireName(prefix);
            }
            if (declarations.size() >= MOST) {
                declarations.clear();
            }
            byte[] bytes = (prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix).getBytes(StandardCharsets.UTF_8);
            if (bytes.length <= LONGEST) {
                declarations.put(prefix, bytes);
            }
            return bytes;
        }

        /** Takes the default namespace back. */
        byte[] noDefault() {
            return NO_DEFAULT;
        }
    }
}
