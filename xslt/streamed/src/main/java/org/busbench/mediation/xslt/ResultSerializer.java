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
import net.sf.saxon.value.Whitespace;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xslt.stream.ResultBuffer;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.TreeNeededException;

/**
 * Writes elements as UTF-8 into one growing array. It declares the namespaces that are not yet in force where the element will stand, takes
 * a part that must be one element, and refuses to grow beyond a bound.
 *
 * <p>Confined to one thread, and is used again for the next message. The names of elements are kept as bytes between messages.
 */
final class ResultSerializer implements Receiver {
    private static final byte[] GREATER = utf8(">");
    private static final byte[] ENDS_EMPTY = utf8("/>");
    private static final byte[] QUOTE = utf8("\"");
    private static final byte[] NO_DEFAULT = utf8(" xmlns=\"\"");

    private final Names names = new Names();
    private PipelineConfiguration pipeline;

    private final ResultBuffer out;

    private NamespaceMap[] scopes = new NamespaceMap[32];
    private Written[] open = new Written[32];
    private int depth;
    private boolean tagOpen;
    private int top;
    private int roots;
    /** Why there is no result; a stylesheet may have caught it. */
    private XPathException refusal;

    /**
     * An empty one.
     *
     * @param mostBytes what a message may grow to
     */
    ResultSerializer(int mostBytes) {
        this.out = new ResultBuffer(mostBytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Begins with nothing, where these namespaces are in force. */
    void reset(NamespaceMap around) {
        out.clear();
        depth = 0;
        top = -1;
        roots = 0;
        tagOpen = false;
        refusal = null;
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

    /** Ends the part, or says why it cannot be written; the rest is written as it comes. */
    void endPart() throws XPathException {
        if (refusal != null) {
            throw refusal;
        }
        top = -1;
    }

    private XPathException refused(String reason) {
        refusal = new XPathException(reason);
        return refusal;
    }

    byte[] bytes() {
        return out.bytes();
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
        Written written = names.of(name.getPrefix(), name.getLocalPart());
        NamespaceMap around = scopes[depth];
        depth++;
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            scopes = Arrays.copyOf(scopes, 2 * depth);
        }
        open[depth] = written;
        write(written.start);
        tagOpen = true;
        scopes[depth] = namespaces == around ? around : declare(namespaces, around);
        for (AttributeInfo attribute : attributes) {
            NodeName of = attribute.getNodeName();
            attribute(names.of(of.getPrefix(), of.getLocalPart()), attribute.getValue());
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
                attribute(prefix.isEmpty() ? names.of("", "xmlns") : names.of("xmlns", prefix), uri.toString());
                inForce = inForce.bind(prefix, uri);
            }
        }
        // A prefix that is bound around cannot be taken back in XML 1.0, and does no harm; the default namespace must
        // be.
        if (inside.getDefaultNamespace().isEmpty()
                && !around.getDefaultNamespace().isEmpty()) {
            write(NO_DEFAULT);
            inForce = inForce.bind("", NamespaceUri.NULL);
        }
        return inForce;
    }

    @Override
    public void endElement() throws XPathException {
        if (tagOpen) {
            write(ENDS_EMPTY);
            tagOpen = false;
        } else {
            write(open[depth].end);
        }
        depth--;
    }

    private void attribute(Written name, String value) throws XPathException {
        write(name.attribute);
        write(value, Escape.ATTRIBUTE);
        write(QUOTE);
    }

    @Override
    public void characters(UnicodeString text, Location location, int properties) throws XPathException {
        if (depth == top) {
            if (!Whitespace.isAllWhite(text)) {
                throw refused("the stylesheet makes text outside of an element, which cannot stand in an envelope");
            }
            return;
        }
        closeTag();
        if (ReceiverOption.contains(properties, ReceiverOption.DISABLE_ESCAPING)) {
            throw refused("disable-output-escaping is not possible within an envelope");
        }
        if (text instanceof Twine8 latin && isAscii(latin.getByteArray())) {
            write(latin.getByteArray(), Escape.TEXT);
        } else {
            write(text.toString(), Escape.TEXT);
        }
    }

    private static boolean isAscii(byte[] latin) {
        for (byte b : latin) {
            if (b < ' ' && b != '\n' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void comment(UnicodeString text, Location location, int properties) throws XPathException {
        if (depth > top) {
            closeTag();
            write("<!--" + text + "-->", Escape.NONE);
        }
    }

    @Override
    public void processingInstruction(String target, UnicodeString data, Location location, int properties)
            throws XPathException {
        if (depth > top) {
            closeTag();
            requireName(target);
            write(data.isEmpty() ? "<?" + target + "?>" : "<?" + target + " " + data + "?>", Escape.NONE);
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
        throw refused("the stylesheet makes an attribute or a value outside of an element");
    }

    private void write(byte[] written) throws XPathException {
        write(written, Escape.NONE);
    }

    private void write(byte[] utf8, Escape how) throws XPathException {
        try {
            out.put(utf8, 0, utf8.length, how);
        } catch (TreeNeededException e) {
            throw refused(e.getMessage());
        }
    }

    private void write(String text, Escape how) throws XPathException {
        for (int i = 0; i < text.length(); i++) {
            int c = text.charAt(i);
            if (c < ' ' || c > '~') {
                c = text.codePointAt(i);
                if (!Characters.isAllowed(c)) {
                    throw refused(String.format("the result holds the character U+%04X, which XML does not allow", c));
                }
                i += Character.charCount(c) - 1;
            }
        }
        try {
            out.put(text, how);
        } catch (TreeNeededException e) {
            throw refused(e.getMessage());
        }
    }

    /** Saxon takes names of the fifth edition of XML 1.0 and of XML 1.1, which receivers may refuse. */
    private void requireName(String name) throws XPathException {
        if (!Characters.isName(name)) {
            throw refused("the result holds the name '" + name + "', which not all parsers of XML 1.0 read");
        }
    }

    private void closeTag() throws XPathException {
        if (tagOpen) {
            write(GREATER);
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
        // The result has no address.
    }

    @Override
    public String getSystemId() {
        return null;
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

    /** A name as it is written in tags. */
    private static final class Written {
        private final byte[] start;
        private final byte[] end;
        private final byte[] attribute;

        Written(String prefix, String local) {
            String name = prefix.isEmpty() ? local : prefix + ':' + local;
            this.start = utf8("<" + name);
            this.end = utf8("</" + name + ">");
            this.attribute = utf8(" " + name + "=\"");
        }
    }

    /**
     * Names of elements, attributes and declarations, kept between messages. Bounded, since messages may bring any number of names.
     *
     * <p>Confined to one thread.
     */
    private final class Names {

        private static final int MOST = 4096;
        private static final int LONGEST = 256;

        private final Map<String, Map<String, Written>> byPrefix = new HashMap<>();
        private int count;

        Written of(String prefix, String local) throws XPathException {
            Map<String, Written> some = byPrefix.get(prefix);
            Written known = some == null ? null : some.get(local);
            return known == null ? remember(prefix, local) : known;
        }

        private Written remember(String prefix, String local) throws XPathException {
            requireName(local);
            if (!prefix.isEmpty()) {
                requireName(prefix);
            }
            Written made = new Written(prefix, local);
            if (++count > MOST) {
                count = 0;
                byPrefix.clear();
            }
            if (made.end.length <= LONGEST) {
                byPrefix.computeIfAbsent(prefix, added -> new HashMap<>()).put(local, made);
            }
            return made;
        }
    }
}
