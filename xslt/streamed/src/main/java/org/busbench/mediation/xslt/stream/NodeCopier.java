package org.busbench.mediation.xslt.stream;

import java.util.IdentityHashMap;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.ResultScope.Bindings;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/**
 * Writes nodes of the source as they are. What a start tag needs is computed once for each tag that the tokenizer knows.
 *
 * <p>Confined to one thread.
 */
final class NodeCopier {

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    /** A tag to be copied. */
    private static final class Known {
        final Bindings own;
        ResultScope around;
        boolean bequeathed;
        ResultScope.Entered entered;

        Known(Bindings own) {
            this.own = own;
        }
    }

    private final SourceBuffer source;
    private final ResultWriter result;
    private final IdentityHashMap<Tag, Known> tags = new IdentityHashMap<>();

    NodeCopier(SourceBuffer source, ResultWriter result) {
        this.source = source;
        this.result = result;
    }

    /** The tokenizer has got other tags. */
    void forget() {
        tags.clear();
    }

    /** The start tag of an element without its attributes. */
    void start(int element, boolean bequeaths) throws TreeNeededException {
        Tag tag = source.tag(element);
        Known known = tags.get(tag);
        if (known == null) {
            known = new Known(Bindings.of(tag.namespaces()));
            tags.put(tag, known);
        }
        ResultScope around = result.scope();
        if (known.around != around || known.bequeathed != bequeaths) {
            known.entered = around.enter(known.own, tag.name().namespace().isEmpty(), bequeaths);
            known.around = around;
            known.bequeathed = bequeaths;
        }
        int nameEnds = tag.endTag().length - "/>".length();
        result.start(tag.startTag(), 0, nameEnds, known.entered, element);
    }

    /** An attribute or a text. */
    void leaf(int node) throws TreeNeededException {
        if (AttributeNode.is(node)) {
            attribute(node);
            return;
        }
        int begun = result.beginText();
        Escape how = result.escape() == Escape.TEXT ? source.escape(node) : Escape.NONE;
        result.out().put(source.bytes(node), source.from(node), source.to(node), how);
        result.endText(begun);
    }

    private void attribute(int node) throws TreeNeededException {
        Name name = source.name(node);
        String namespace = name.namespace();
        boolean needsDeclaration = !namespace.isEmpty() && !namespace.equals(XML);
        if (needsDeclaration && !result.isCopying(AttributeNode.element(node))) {
            throw new TreeNeededException("an attribute in a namespace on another element than its own");
        }
        String prefix = source.prefix(node);
        result.startAttribute(namespace, name.local());
        if (!prefix.isEmpty()) {
            result.out().put(prefix, Escape.NONE);
            result.out().put(':');
        }
        result.out().put(name.local(), Escape.NONE);
        result.out().put('=');
        result.out().put('"');
        source.writeValue(node, result.out(), Escape.ATTRIBUTE);
        result.endAttribute();
    }

    /** A node and all that is inside of it. */
    void whole(int node) throws TreeNeededException {
        if (AttributeNode.is(node) || source.isText(node)) {
            leaf(node);
            return;
        }
        boolean element = source.isElement(node);
        ResultScope around = result.scope();
        if (element) {
            start(node, false);
            for (int i = 0; i < source.attributes(node); i++) {
                attribute(AttributeNode.of(node, i));
            }
        } else {
            result.seal();
        }
        int end = source.end(node);
        for (int child = node + 1; child < end; child = source.end(child)) {
            whole(child);
        }
        if (element) {
            result.end(source.tag(node).endTag(), around);
        }
    }
}
