package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import net.sf.saxon.value.DoubleValue;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/**
 * String-values of nodes, and buffers in which strings are put together before they are compared or written. Converts what an expression makes, as XPath 2.0 does
 * in the mode for XPath 1.0 (section B.1): a string, a {@code Long}, {@code BigDecimal} or {@code Double}, a {@code Boolean}, a {@link Fragment}, or nodes in an {@code int[]}.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class StringValues {

    private static final Pattern NUMBER =
            Pattern.compile("[ \\t\\r\\n]*[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?[ \\t\\r\\n]*");

    /** What a variable with content but without elements holds: a document with a text, or with nothing. */
    record Fragment(String text) {}

    private final SourceBuffer source;
    private final int mostBytes;
    private final List<ResultBuffer> rooms = new ArrayList<>();
    private int borrowed;

    StringValues(SourceBuffer source, int mostBytes) {
        this.source = source;
        this.mostBytes = mostBytes;
    }

    /** Takes all buffers back, however the last message ended. */
    void begin() {
        borrowed = 0;
    }

    /** An empty one to write to, until it is given back. */
    ResultBuffer borrow() {
        if (borrowed == rooms.size()) {
            rooms.add(new ResultBuffer(mostBytes));
        }
        ResultBuffer room = rooms.get(borrowed++);
        room.clear();
        return room;
    }

    /** Gives the last one back. */
    void giveBack() {
        borrowed--;
    }

    /** Writes the text of a node. */
    void write(int node, ResultBuffer to, Escape how) throws TreeNeededException {
        if (AttributeNode.is(node)) {
            source.writeValue(node, to, how);
        } else if (source.isText(node)) {
            text(node, to, how);
        } else {
            int end = source.end(node);
            for (int inside = node + 1; inside < end; inside++) {
                if (source.isText(inside)) {
                    text(inside, to, how);
                }
            }
        }
    }

    private void text(int node, ResultBuffer to, Escape how) throws TreeNeededException {
        Escape needed = how == Escape.TEXT ? source.escape(node) : how;
        to.put(source.bytes(node), source.from(node), source.to(node), needed);
    }

    /** Whether the text of a node is that one. */
    boolean isText(int node, ResultBuffer wanted) throws TreeNeededException {
        ResultBuffer text = borrow();
        write(node, text, Escape.NONE);
        boolean same = Arrays.equals(text.bytes(), 0, text.length(), wanted.bytes(), 0, wanted.length());
        giveBack();
        return same;
    }

    /** The text of a node. */
    String text(int node) throws TreeNeededException {
        ResultBuffer text = borrow();
        write(node, text, Escape.NONE);
        String string = new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
        giveBack();
        return string;
    }

    String string(Object value) throws TreeNeededException {
        if (value instanceof int[] nodes) {
            return nodes.length == 0 ? "" : text(nodes[0]);
        }
        if (value instanceof Double number) {
            return DoubleValue.doubleToString(number).toString();
        }
        return value instanceof Fragment fragment ? fragment.text() : value.toString();
    }

    double number(Object value) throws TreeNeededException {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (value instanceof int[] nodes && nodes.length == 0) {
            return Double.NaN;
        }
        String text = string(value);
        if (NUMBER.matcher(text).matches()) {
            return Double.parseDouble(text.trim());
        }
        if (text.contains("INF")) {
            throw new TreeNeededException("a number that may be infinite");
        }
        return Double.NaN;
    }

    static boolean truth(Object value) {
        if (value instanceof Number number) {
            double of = number.doubleValue();
            return of != 0 && !Double.isNaN(of);
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        return value instanceof int[] nodes ? nodes.length > 0 : !Boolean.FALSE.equals(value);
    }
}
