package org.busbench.mediation.xslt.stream;

import java.util.Arrays;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;

/**
 * Writes elements, attributes and texts. It leaves errors, and what only later input decides, to the tree.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class ResultWriter {

    private final ResultBuffer whole;
    private ResultBuffer out;
    private ResultScope scope;
    private boolean tagOpen;
    private boolean sealed;
    private boolean capturing;
    private int copied;
    private int depth;
    private int roots;
    private String[] attributeNamespaces = new String[16];
    private String[] attributeLocals = new String[16];
    private int attributes;

    ResultWriter(int mostBytes) {
        this.whole = new ResultBuffer(mostBytes);
        this.out = whole;
    }

    void begin(ResultScope around) {
        out = whole;
        out.clear();
        capturing = false;
        scope = around;
        tagOpen = false;
        depth = 0;
        roots = 0;
    }

    ResultBuffer out() {
        return out;
    }

    /** What goes on when a capture has ended. */
    record Capture(ResultBuffer out, boolean tagOpen, boolean capturing) {}

    /** Takes texts only, as they are, up to {@link #resume}. */
    Capture capture(ResultBuffer texts) {
        Capture before = new Capture(out, tagOpen, capturing);
        out = texts;
        tagOpen = false;
        capturing = true;
        return before;
    }

    void resume(Capture before) {
        out = before.out;
        tagOpen = before.tagOpen;
        capturing = before.capturing;
    }

    private void requireResult() throws TreeNeededException {
        if (capturing) {
            throw new TreeNeededException("more than text where text is wanted");
        }
    }

    /** How texts are written. */
    Escape escape() {
        return capturing ? Escape.NONE : Escape.TEXT;
    }

    /** A comment or instruction; at the top there are none. */
    void markup(String written) throws TreeNeededException {
        requireResult();
        if (depth > 0) {
            closeTag();
            out.put(written, Escape.NONE);
        }
    }

    ResultScope scope() {
        return scope;
    }

    /** How many elements stand at the top. */
    int roots() {
        return roots;
    }

    /** Begins an element, of which {@code <} and the name are given; what is written next are its attributes or its content. */
    void start(byte[] begun, int from, int to, ResultScope.Entered entered, int copiedElement)
            throws TreeNeededException {
        closeTag();
        if (depth++ == 0) {
            roots++;
        }
        out.put(begun, from, to);
        if (entered.declarations.length > 0) {
            out.put(entered.declarations);
        }
        scope = entered.inside;
        tagOpen = true;
        copied = copiedElement;
        attributes = 0;
        sealed = false;
    }

    /** No attribute may follow, though there may be no content either: a document was copied here. */
    void seal() {
        sealed = true;
    }

    /** Ends it; {@code around} is where it stands. */
    void end(byte[] endTag, ResultScope around) throws TreeNeededException {
        if (tagOpen) {
            out.put('/');
            out.put('>');
            tagOpen = false;
        } else {
            out.put(endTag);
        }
        scope = around;
        depth--;
    }

    /** Writes an element that holds a text in which nothing has to be escaped, and nothing else; {@code startTag} does not hold the declarations. */
    void element(byte[] startTag, byte[] declarations, byte[] endTag, byte[] utf8, int from, int to)
            throws TreeNeededException {
        closeTag();
        if (depth == 0) {
            roots++;
        }
        if (declarations.length == 0 && from < to) {
            out.element(startTag, utf8, from, to, endTag);
            return;
        }
        out.put(startTag, 0, startTag.length - 1);
        out.put(declarations);
        if (from == to) {
            out.put('/');
            out.put('>');
        } else {
            out.put('>');
            out.put(utf8, from, to);
            out.put(endTag);
        }
    }

    /** Closes an open start tag for an element whose bytes are the same wherever {@link #scope} is the same; false where none may be written so. */
    boolean beginContent() throws TreeNeededException {
        if (depth == 0 || capturing) {
            return false;
        }
        closeTag();
        return true;
    }

    private void closeTag() throws TreeNeededException {
        requireResult();
        if (tagOpen) {
            out.put('>');
            tagOpen = false;
        }
    }

    /** Whether the start tag that is being written copier that element, with its namespaces. */
    boolean isCopying(int element) {
        return tagOpen && copied == element;
    }

    /** Begins an attribute; its value is to follow, then {@link #endAttribute}. */
    void startAttribute(String namespace, String local) throws TreeNeededException {
        if (!tagOpen || sealed) {
            throw new TreeNeededException("an attribute where no start tag is open");
        }
        for (int i = 0; i < attributes; i++) {
            if (attributeLocals[i].equals(local) && attributeNamespaces[i].equals(namespace)) {
                throw new TreeNeededException("an attribute twice");
            }
        }
        if (attributes == attributeLocals.length) {
            attributeLocals = Arrays.copyOf(attributeLocals, 2 * attributes);
            attributeNamespaces = Arrays.copyOf(attributeNamespaces, 2 * attributes);
        }
        attributeLocals[attributes] = local;
        attributeNamespaces[attributes++] = namespace;
        out.put(' ');
    }

    void endAttribute() throws TreeNeededException {
        out.put('"');
    }

    /** Begins a text, which may turn out to be empty; returns what {@link #endText} is to be given. */
    int beginText() throws TreeNeededException {
        if (tagOpen) {
            out.put('>');
        }
        return out.length();
    }

    void endText(int begun) throws TreeNeededException {
        if (out.length() == begun) {
            if (tagOpen) {
                out.cut(begun - 1);
            }
            return;
        }
        tagOpen = false;
        if (depth == 0 && !capturing) {
            for (int i = begun; i < out.length(); i++) {
                if (out.bytes()[i] > ' ' || out.bytes()[i] < 0) {
                    throw new TreeNeededException("text outside of an element");
                }
            }
            out.cut(begun);
        }
    }
}
