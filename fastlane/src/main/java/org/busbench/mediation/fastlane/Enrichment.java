package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.mediation.embedded.XmlFragment;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.ElementSpan;
import org.busbench.mediation.xpath.JointEvaluator;
import org.busbench.mediation.xpath.TypedExpression;

/** Elements or a text that are put into the message or into a property: Synapse's {@code enrich}. Every other byte of the message stays. Immutable. */
public final class Enrichment implements ContentChange {

    /** The outermost of the elements that the body or the header holds. */
    private static final int INSIDE = 3;

    private final Source source;
    private final Target target;
    private final List<TypedExpression> read;

    /**
     * The elements or the text that are put there, by where it comes from; all but one are null.
     *
     * @param place of the type {@code ELEMENTS}
     * @param moved whether an element at the place leaves it, unless a property takes it
     * @param whole whether the place is the envelope
     */
    public record Source(XmlFragment inline, String property, TypedExpression place, boolean moved, boolean whole) {}

    /**
     * Where it is put.
     *
     * @param property null if {@code place} is not
     * @param place of the type {@code ELEMENTS}; the first one counts
     */
    public record Target(String property, TypedExpression place, Action action) {}

    /** What becomes of the element at the place. */
    public enum Action {
        /** The other takes its place, or its content's if that is a text. */
        REPLACE,
        /** The other becomes its last child. */
        CHILD,
        /** The other follows it. */
        SIBLING,
        /** The other, an envelope of the same version of SOAP, takes the place of the whole message. */
        ENVELOPE
    }

    public Enrichment(Source source, Target target) {
        this.source = source;
        this.target = target;
        this.read =
                Stream.of(source.place, target.place).filter(Objects::nonNull).toList();
    }

    @Override
    public List<TypedExpression> expressions() {
        return read;
    }

    /** As {@link PayloadTemplate#change}; the same array for a message whose content stays. */
    byte[] change(byte[] message, ExpressionValues values, ThreadTools tools) throws MalformedXmlException {
        JointEvaluator joint = tools.joint();
        joint.read(read, message, values.properties(), true);
        List<ElementSpan> sources = source.place != null && joint.isDecided(0) ? joint.elements(0) : List.of();
        List<ElementSpan> places =
                target.place != null && joint.isDecided(read.size() - 1) ? joint.elements(read.size() - 1) : List.of();
        joint.forget();
        // That it is negative is a reason even for what does not look into the message.
        byte[] changed =
                joint.contentFrom() < 0 ? null : put(source(message, sources, values), message, places, values);
        return changed == null || !source.moved || target.place == null
                ? changed
                : moved(sources, places.get(0), message, changed);
    }

    /** Takes the source out of the message into which it was put already; null if it would be put into itself, or has several elements that stay elsewhere. */
    private byte[] moved(List<ElementSpan> sources, ElementSpan place, byte[] message, byte[] changed) {
        ElementSpan first = sources.get(0);
        ElementSpan last = sources.get(sources.size() - 1);
        if (target.action == Action.REPLACE && place.from() < first.from() && last.to() < place.to()) {
            return changed;
        }
        if (sources.size() > 1 || (first.from() <= place.from() && place.to() <= first.to())) {
            return null;
        }
        int shift = first.from() < place.to() ? 0 : changed.length - message.length;
        return spliced(changed, first.from() + shift, new byte[0], first.to() + shift);
    }

    /** Null for nothing, several texts, or elements inside one another. */
    private XmlFragment source(byte[] message, List<ElementSpan> found, ExpressionValues values) {
        if (source.property != null) {
            Object held = values.properties().get(source.property);
            if (held instanceof String text) {
                return PayloadTemplate.text(text);
            }
            return held instanceof XmlFragment fragment ? fragment : null;
        }
        if (source.place == null) {
            return source.inline;
        }
        if (!source.place.expression().selectsTexts()) {
            return elements(message, found);
        }
        ElementSpan one = found.size() == 1 && found.get(0).depth() >= INSIDE ? found.get(0) : null;
        return one != null && isText(message, one)
                ? new XmlFragment(message, one.contentFrom(), one.contentTo(), null)
                : null;
    }

    private XmlFragment elements(byte[] message, List<ElementSpan> found) {
        List<XmlFragment> all = new ArrayList<>();
        int end = 0;
        for (ElementSpan one : found) {
            if ((one.depth() < INSIDE && !source.whole) || one.from() < end) {
                return null;
            }
            all.add(new XmlFragment(message, one.from(), one.to(), one.tag().namespaces()));
            end = one.to();
        }
        return all.isEmpty() ? null : XmlFragment.of(all);
    }

    private static boolean isText(byte[] message, ElementSpan element) {
        for (int i = element.contentFrom(); i < element.contentTo(); i++) {
            if (message[i] == '<') {
                return false;
            }
        }
        return true;
    }

    private byte[] put(XmlFragment what, byte[] message, List<ElementSpan> places, ExpressionValues values) {
        if (what != null && target.place == null) {
            values.properties().set(target.property, what);
            return message;
        }
        if (target.action == Action.ENVELOPE) {
            boolean isEnvelope =
                    what != null && what.isEnvelope(places.get(0).tag().name().namespace());
            return isEnvelope ? what.in(Map.of()) : null;
        }
        if (what == null || places.isEmpty() || places.get(0).depth() < INSIDE || (!what.isText() && what.isOfSoap())) {
            return null;
        }
        ElementSpan place = places.get(0);
        boolean intoText = target.place.expression().selectsTexts();
        if (intoText || what.isText()) {
            boolean known = what.isText() ? intoText || target.action == Action.REPLACE : isText(message, place);
            return known ? inside(message, place, place.contentFrom(), what) : null;
        }
        Map<String, String> around = place.tag().namespacesAround();
        return switch (target.action) {
            case REPLACE -> spliced(message, place.from(), what.reversed().in(around), place.to());
            case SIBLING -> spliced(message, place.to(), what.reversed().in(around), place.to());
            case CHILD -> inside(message, place, place.contentTo(), what);
            case ENVELOPE -> null;
        };
    }

    /** Puts it into the element, where its content stands from an index on. */
    private static byte[] inside(byte[] message, ElementSpan place, int from, XmlFragment what) {
        byte[] put = what.in(place.tag().namespaces());
        if (!place.isEmptyTag()) {
            return spliced(message, from, put, place.contentTo());
        }
        byte[] end = place.tag().endTag();
        byte[] content = new byte[1 + put.length + end.length];
        content[0] = '>';
        System.arraycopy(put, 0, content, 1, put.length);
        System.arraycopy(end, 0, content, 1 + put.length, end.length);
        return spliced(message, place.to() - "/>".length(), content, place.to());
    }

    /** A message with other bytes in the place of some. */
    static byte[] spliced(byte[] message, int from, byte[] put, int to) {
        byte[] all = new byte[from + put.length + message.length - to];
        System.arraycopy(message, 0, all, 0, from);
        System.arraycopy(put, 0, all, from, put.length);
        System.arraycopy(message, to, all, from + put.length, message.length - to);
        return all;
    }
}
