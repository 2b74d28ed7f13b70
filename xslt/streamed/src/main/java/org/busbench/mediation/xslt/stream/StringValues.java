package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xslt.stream.ResultBuffer.Escape;
import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/**
 * String-values of nodes, and buffers in which strings are put together before they are compared or written.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
final class StringValues {

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
}
