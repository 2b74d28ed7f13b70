package org.busbench.mediation.xpath;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Path.Tail;
import org.busbench.mediation.xpath.Path.ValueTest;
import org.busbench.mediation.xpath.StreamPlan.Node;
import org.busbench.mediation.xpath.StreamPlan.PathQuery;
import org.busbench.mediation.xpath.StreamPlan.PathQuery.Want;
import org.busbench.mediation.xpath.XPathValues.Comparison;

/**
 * Collects what a path selects, and computes the answer. It holds back results inside an element whose predicate on content is not decided yet. Confined to
 * one evaluator.
 */
final class ResultCollector {
    private final Want want;
    private final Path path;
    private final Comparison comparison;
    private final boolean firstOnly;
    private final boolean asBytes;
    private final TextBuffer text = new TextBuffer();
    private final TextBuffer tested = new TextBuffer();

    private Object answer;
    private boolean needsTree;
    private boolean hit;
    private int count;
    private String name;

    /** Depth of the element whose value is being collected, 0 for none. */
    private int collecting;

    private int valueFrom;
    private boolean inText;

    private final List<ElementSpan> elements = new ArrayList<>();
    /** Depth of the element that is open and will be one of them if {@code isFound}; 0 for none. */
    private int open;

    private boolean isFound;
    private Tokenizer reader;
    private byte[] in;
    private Tag tag;
    private int openFrom;
    private int contentFrom;

    /** Depth of the element whose predicate on content is not decided, 0 for none; what was known when it began. */
    private int candidate;

    /** Depth of the open element whose predicate on content held, 0 for none. */
    private int accepted;

    private ValueTest test;
    private int testing;
    private int savedText;
    private int savedCount;

    /** Answers texts as arrays of UTF-8 if that is asked, else as strings. */
    ResultCollector(PathQuery query, boolean asBytes) {
        this.asBytes = asBytes;
        want = query.want();
        path = query.path();
        comparison = query.comparison();
        firstOnly = path.firstOnly()
                || want == Want.FIRST_VALUE
                || want == Want.FIRST_LOCAL_NAME
                || want == Want.FIRST_NAMESPACE
                || want == Want.EXISTS;
    }

    void begin() {
        answer = Node.UNKNOWN;
        needsTree = false;
        hit = false;
        count = 0;
        name = "";
        collecting = 0;
        inText = false;
        candidate = 0;
        accepted = 0;
        testing = 0;
        text.clear();
        tested.clear();
        elements.clear();
        open = 0;
        reader = null;
        in = null;
    }

    Object answer() {
        return answer;
    }

    boolean answered() {
        return answer != Node.UNKNOWN;
    }

    /** Whether only a tree of the whole message gives the answer. */
    boolean needsTree() {
        return needsTree;
    }

    void requireTree() {
        needsTree = true;
    }

    /** Whether something that was begun is not finished. */
    boolean busy() {
        return candidate > 0 || collecting > 0 || open > 0;
    }

    /** Whether the predicate on the content of the element at that depth is not decided. */
    boolean isTesting(int depth) {
        return candidate == depth && depth > 0;
    }

    /** Whether that predicate asks for children of that name. */
    boolean asksFor(Name child) {
        return test.child() != null && test.child().matches(child.namespace(), child.local());
    }

    /** Whether texts are being collected. */
    boolean reads() {
        return testing > 0 || collecting > 0 || inText;
    }

    /** The path leads to the element that has just begun. */
    void element(Tokenizer tokenizer, byte[] bytes, int depth) {
        if (answered() || (hit && firstOnly)) {
            return;
        }
        if (want == Want.ELEMENTS) {
            open(tokenizer, bytes, depth);
        } else if (path.tail() == Tail.ATTRIBUTE) {
            attributes(tokenizer.attributes(), bytes);
        } else if (path.tail() == Tail.ELEMENT) {
            selected(tokenizer.tag().name(), depth);
        }
    }

    private void selected(Name of, int depth) {
        switch (want) {
            case EXISTS -> hit();
            case COUNT -> count++;
            case FIRST_LOCAL_NAME -> named(of.local());
            case FIRST_NAMESPACE -> named(of.namespace());
            case FIRST_VALUE, ANY, TEXTS -> {
                if (collecting == 0) {
                    collecting = depth;
                    valueFrom = text.length();
                } else if (!firstOnly) {
                    needsTree = true;
                }
            }
            case ELEMENTS -> throw new IllegalStateException("elements have no value: " + path);
        }
    }

    private void open(Tokenizer tokenizer, byte[] bytes, int depth) {
        if (open > 0) {
            // Their order is that of their beginnings.
            needsTree = true;
            return;
        }
        open = depth;
        reader = tokenizer;
        in = bytes;
        tag = tokenizer.tag();
        openFrom = tokenizer.tagFrom();
        contentFrom = tokenizer.bytesRead();
        isFound = path.tail() == Tail.ELEMENT;
    }

    private void close() {
        int to = reader.bytesRead();
        int contentTo = to;
        while (contentTo > contentFrom && in[--contentTo] != '<') {}
        if (isFound) {
            elements.add(new ElementSpan(tag, open, openFrom, contentFrom, contentTo, to));
            count++;
        }
        open = 0;
        reader = null;
        in = null;
        if (isFound && firstOnly) {
            hit();
        }
    }

    private void named(String of) {
        name = of;
        hit();
    }

    private void attributes(Attributes attributes, byte[] bytes) {
        for (int i = 0; i < attributes.count(); i++) {
            if (path.attribute()
                    .matches(attributes.name(i).namespace(), attributes.name(i).local())) {
                valueFrom = text.length();
                if (want != Want.EXISTS && want != Want.COUNT) {
                    value(attributes, i, bytes);
                }
                valued();
            }
        }
    }

    private void value(Attributes attributes, int index, byte[] bytes) {
        if (attributes.isVerbatim(index)) {
            text.add(bytes, attributes.from(index), attributes.to(index));
        } else {
            text.add(attributes.value(index));
        }
    }

    /** A value is complete: it is the text from {@code valueFrom} on. */
    private void valued() {
        switch (want) {
            case EXISTS, FIRST_VALUE -> hit();
            case COUNT -> count++;
            case ANY -> {
                boolean holds = comparison.holds(text.string(valueFrom));
                text.cut(valueFrom);
                if (holds) {
                    hit();
                }
            }
            case TEXTS -> {
                if (firstOnly) {
                    hit();
                }
            }
            case FIRST_LOCAL_NAME, FIRST_NAMESPACE, ELEMENTS ->
                throw new IllegalStateException(want + " has no text: " + path);
        }
    }

    private void hit() {
        hit = true;
        if (candidate == 0) {
            finish();
        }
    }

    /** Nothing more will be selected. */
    void finish() {
        if (!answered()) {
            answer = switch (want) {
                case EXISTS, ANY -> (Object) hit;
                case COUNT -> (double) count;
                case FIRST_LOCAL_NAME, FIRST_NAMESPACE -> name;
                case ELEMENTS -> List.copyOf(elements);
                case FIRST_VALUE, TEXTS -> asBytes ? text.copy() : text.string(0);
            };
        }
    }

    /** An element matches if its content passes a test. */
    void candidate(ValueTest of, int depth) {
        if (candidate > 0 || accepted > 0) {
            // A result in there may be the outer element's, the inner one's or both.
            needsTree = true;
            return;
        }
        candidate = depth;
        test = of;
        savedText = text.length();
        savedCount = count;
        tested.cut(0);
        testing = of.child() == null ? depth : 0;
    }

    /** An element begins that may be the child which the test asks for. */
    void tested(Name of, int depth) {
        if (isTesting(depth - 1) && testing == 0 && asksFor(of)) {
            tested.cut(0);
            testing = depth;
        }
    }

    void end(int depth) {
        if (open == depth) {
            close();
        }
        if (collecting == depth) {
            collecting = 0;
            if (want == Want.TEXTS && text.isBlank(valueFrom)) {
                // Synapse takes the element's XML then.
                needsTree = true;
            }
            if (!answered()) {
                valued();
            }
        }
        if (testing == depth && candidate > 0) {
            testing = 0;
            if (test.comparison().holds(tested.string(0))) {
                accepted = candidate;
                candidate = 0;
                if (hit) {
                    finish();
                }
            }
        }
        if (candidate == depth) {
            candidate = 0;
            hit = false;
            name = "";
            count = savedCount;
            elements.subList(Math.min(count, elements.size()), elements.size()).clear();
            text.cut(savedText);
        }
        if (accepted == depth) {
            accepted = 0;
        }
    }

    void text(byte[] in, int from, int to, int depth) {
        if (testing > 0) {
            tested.add(in, from, to);
        }
        if (collects(depth)) {
            text.add(in, from, to);
        }
    }

    void character(int codePoint, int depth) {
        if (testing > 0) {
            tested.add(codePoint);
        }
        if (collects(depth)) {
            text.add(codePoint);
        }
    }

    private boolean collects(int depth) {
        return inText || (collecting > 0 && (want != Want.TEXTS || depth == collecting));
    }

    /** A text that the path selects begins or goes on. */
    void selectedText() {
        if (want == Want.ELEMENTS) {
            isFound = true;
        } else if (!inText && !answered() && !(hit && firstOnly)) {
            inText = true;
            valueFrom = text.length();
        }
    }

    /** Something other than text comes: a selected text has ended. */
    void separator() {
        if (inText) {
            inText = false;
            valued();
        }
    }

    /** UTF-8 that is collected piece by piece; kept and used again for the next message. */
    private static final class TextBuffer {
        private static final int MOST_KEPT = 64 * 1024;

        private byte[] bytes = new byte[64];
        private int length;

        int length() {
            return length;
        }

        void clear() {
            length = 0;
            if (bytes.length > MOST_KEPT) {
                bytes = new byte[64];
            }
        }

        void cut(int to) {
            length = to;
        }

        void add(byte[] in, int from, int to) {
            int count = to - from;
            room(count);
            System.arraycopy(in, from, bytes, length, count);
            length += count;
        }

        void add(String text) {
            byte[] added = text.getBytes(StandardCharsets.UTF_8);
            add(added, 0, added.length);
        }

        void add(int codePoint) {
            if (codePoint < 0x80) {
                room(1);
                bytes[length++] = (byte) codePoint;
            } else {
                add(Character.toString(codePoint));
            }
        }

        private void room(int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
        }

        /** Whether {@link String#trim} would leave nothing of what was added since. */
        boolean isBlank(int from) {
            for (int i = from; i < length; i++) {
                if (bytes[i] < 0 || bytes[i] > ' ') {
                    return false;
                }
            }
            return true;
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, length);
        }

        String string(int from) {
            return new String(bytes, from, length - from, StandardCharsets.UTF_8);
        }
    }
}
