package org.busbench.mediation.xslt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.sf.saxon.event.ReceiverOption;
import net.sf.saxon.event.SequenceReceiver;
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
 * Writes elements. It declares the namespaces that are not yet in force where the element will stand, takes a part that must be one element, and refuses to
 * grow beyond a bound.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class ResultSerializer extends SequenceReceiver {

    private static final int MOST_KEPT = 256 * 1024;
    private static final int MOST_NAMES = 4096;
    private static final int LONGEST_NAME = 256;

    private final int mostBytes;
    private StringBuilder out = new StringBuilder();
    /** Names that were found to be some; bounded, since messages may bring any number of them. */
    private final Set<String> known = new HashSet<>();

    private NamespaceMap[] scopes = new NamespaceMap[32];
    private String[] open = new String[32];
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
        super(null);
        this.mostBytes = mostBytes;
    }

    /** Begins with nothing, where these namespaces are in force. */
    void reset(NamespaceMap around) {
        out.setLength(0);
        depth = 0;
        top = -1;
        roots = 0;
        tagOpen = false;
        scopes[0] = around;
    }

    /** Lets go of the message, so that its Saxon can be forgotten. */
    void forget() {
        setPipelineConfiguration(null);
        Arrays.fill(scopes, null);
        if (out.capacity() > MOST_KEPT) {
            out = new StringBuilder();
        }
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

    /** What was written, in UTF-8. */
    byte[] bytes() throws XPathException {
        byte[] bytes = out.toString().getBytes(StandardCharsets.UTF_8);
        requireRoom(bytes.length);
        return bytes;
    }

    private void requireRoom(int bytes) throws XPathException {
        if (bytes > mostBytes) {
            throw new XPathException("the result is longer than the limit of " + mostBytes + " bytes");
        }
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
        requireRoom(out.length());
        NamespaceMap around = scopes[depth];
        depth++;
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            scopes = Arrays.copyOf(scopes, 2 * depth);
        }
        open[depth] = written(name);
        out.append('<').append(open[depth]);
        tagOpen = true;
        scopes[depth] = namespaces == around ? around : declare(namespaces, around);
        for (AttributeInfo attribute : attributes) {
            out.append(' ').append(written(attribute.getNodeName())).append("=\"");
            escaped(attribute.getValue(), true);
            out.append('"');
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
                if (!prefix.isEmpty()) {
                    requireName(prefix);
                }
                out.append(prefix.isEmpty() ? " xmlns" : " xmlns:")
                        .append(prefix)
                        .append("=\"");
                escaped(uri.toString(), true);
                out.append('"');
                inForce = inForce.bind(prefix, uri);
            }
        }
        // A prefix that is bound around cannot be taken back in XML 1.0, and does no harm; the default namespace must
        // be.
        if (inside.getDefaultNamespace().isEmpty()
                && !around.getDefaultNamespace().isEmpty()) {
            out.append(" xmlns=\"\"");
            inForce = inForce.bind("", NamespaceUri.NULL);
        }
        return inForce;
    }

    @Override
    public void endElement() throws XPathException {
        if (tagOpen) {
            out.append("/>");
            tagOpen = false;
        } else {
            out.append("</").append(open[depth]).append('>');
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
        escaped(
                text instanceof Twine8 latin
                        ? new String(latin.getByteArray(), StandardCharsets.ISO_8859_1)
                        : text.toString(),
                false);
    }

    @Override
    public void comment(UnicodeString text, Location location, int properties) throws XPathException {
        if (depth > top) {
            closeTag();
            raw("<!--" + text + "-->");
        }
    }

    @Override
    public void processingInstruction(String target, UnicodeString data, Location location, int properties)
            throws XPathException {
        if (depth > top) {
            closeTag();
            requireName(target);
            raw(data.isEmpty() ? "<?" + target + "?>" : "<?" + target + " " + data + "?>");
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
    private void requireName(String name) throws XPathException {
        if (known.contains(name)) {
            return;
        }
        if (!Characters.isName(name)) {
            throw new XPathException("the result holds the name '" + name + "', which not all parsers of XML 1.0 read");
        }
        if (known.size() == MOST_NAMES) {
            known.clear();
        }
        if (name.length() <= LONGEST_NAME) {
            known.add(name);
        }
    }

    private void closeTag() throws XPathException {
        if (tagOpen) {
            out.append('>');
            tagOpen = false;
        }
    }

    private String written(NodeName name) throws XPathException {
        String local = name.getLocalPart();
        String prefix = name.getPrefix();
        requireName(local);
        if (prefix.isEmpty()) {
            return local;
        }
        requireName(prefix);
        return prefix + ':' + local;
    }

    /** Writes a text, or the value of an attribute in double quotes. */
    private void escaped(String text, boolean inAttribute) throws XPathException {
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain =
                    c > '>' ? c < Character.MIN_SURROGATE : c >= ' ' && c != '&' && c != '<' && c != '>' && c != '"';
            if (plain) {
                continue;
            }
            String escape = switch (c) {
                case '&' -> "&amp;";
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '\r' -> "&#13;";
                case '"' -> inAttribute ? "&#34;" : null;
                case '\n' -> inAttribute ? "&#10;" : null;
                case '\t' -> inAttribute ? "&#9;" : null;
                default -> null;
            };
            if (escape != null) {
                out.append(text, written, i).append(escape);
                written = i + 1;
            } else {
                i = allowed(text, i);
            }
        }
        if (written == 0) {
            out.append(text);
        } else {
            out.append(text, written, text.length());
        }
        requireRoom(out.length());
    }

    /** Index of the last half of a character that XML allows. */
    private static int allowed(String text, int at) throws XPathException {
        int c = text.codePointAt(at);
        if (!Characters.isAllowed(c)) {
            throw new XPathException(
                    String.format("the result holds the character U+%04X, which XML does not allow", c));
        }
        return c > 0xFFFF ? at + 1 : at;
    }

    private void raw(String text) throws XPathException {
        for (int i = 0; i < text.length(); i++) {
            i = allowed(text, i);
        }
        out.append(text);
        requireRoom(out.length());
    }

    @Override
    public boolean handlesAppend() {
        return false;
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
    public void close() {
        // The caller fetches the bytes.
    }
}
