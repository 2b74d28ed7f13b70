package org.busbench.sampler.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.busbench.common.ErrorClass;
import org.busbench.common.http.MalformedMessageException;
import org.busbench.sampler.message.Fault;

/**
 * A user's connection: opened when a request needs it, kept while the answers allow it. It carries one request at a time.
 * Used by its loop's thread.
 */
final class Connection extends Timed {
    private enum State {
        CLOSED,
        CONNECTING,
        SHAKING_HANDS,
        SENDING,
        AWAITING,
        IDLE
    }

    private final Loop loop;
    private final Exchange exchange;
    private final Early early = new Early();
    /** Whom it belongs to, for who gave it out. */
    Object owner;

    private State state = State.CLOSED;
    private Link link;
    private boolean used;
    private int sent;

    Connection(Loop loop, Exchange exchange) {
        this.loop = loop;
        this.exchange = exchange;
    }

    boolean isInFlight() {
        return state != State.CLOSED && state != State.IDLE;
    }

    /** Whether a request could be sent at once. */
    boolean isOpen() {
        return state == State.IDLE;
    }

    /** Begins a request now; {@code start} is when it should have begun. */
    void begin(long start, long now, long number) {
        exchange.begin(start, number);
        loop.began();
        if (state == State.IDLE && (!loop.looksBeforeReuse() || stillStands())) {
            send(now);
        } else {
            connect();
        }
    }

    /** Looks whether the peer has closed since the last answer, which costs a read. */
    private boolean stillStands() {
        idleReadable();
        return state == State.IDLE;
    }

    private void connect() {
        state = State.CONNECTING;
        used = false;
        loop.connecting().add(this, System.nanoTime());
        try {
            link = new Link(loop, this);
            if (link.connect(loop.settings())) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    /** The selector has news. */
    void ready(SelectionKey readyKey) {
        int operations = readyKey.readyOps();
        switch (state) {
            case CONNECTING -> finishConnect();
            case SHAKING_HANDS -> shakeHands();
            case IDLE -> idleReadable();
            default -> {
                if ((operations & SelectionKey.OP_READ) != 0) {
                    readable();
                }
                if (state == State.SENDING && (operations & SelectionKey.OP_WRITE) != 0) {
                    write();
                }
            }
        }
    }

    private void finishConnect() {
        try {
            if (link.finishConnect()) {
                connected();
            }
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no connection: " + refused);
        }
    }

    private void connected() throws IOException {
        link.connected(loop.settings());
        state = State.SHAKING_HANDS;
        shakeHands();
    }

    private void shakeHands() {
        boolean open;
        try {
            open = link.open();
        } catch (IOException refused) {
            fail(ErrorClass.CONNECT, "no TLS: " + refused);
            return;
        }
        if (open) {
            long now = System.nanoTime();
            exchange.connected(now);
            send(now);
        }
    }

    private void send(long now) {
        state = State.SENDING;
        sent = 0;
        if (loop.limitsAnswers()) {
            loop.answering().add(this, now);
        } else {
            unschedule();
        }
        write();
        byte[] first = early.take();
        if (first != null && isInFlight()) {
            received(first, first.length);
        }
    }

    /** A request that did not fit into the socket before is encoded again: its bytes are the same. */
    private void write() {
        ByteBuffer request = loop.request(exchange.fields);
        exchange.sending(request.limit());
        request.position(sent);
        try {
            state = link.write(request) ? State.AWAITING : State.SENDING;
            sent = request.position();
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private void readable() {
        Link reading = link;
        try {
            do {
                int length = reading.read(loop.input());
                if (length < 0) {
                    inputEnded();
                    return;
                }
                if (length == 0) {
                    return;
                }
                received(loop.input().bytes, length);
            } while (link == reading && isInFlight() && !reading.isDrained());
        } catch (IOException broken) {
            broke(broken);
        }
    }

    private void received(byte[] bytes, int length) {
        long now = System.nanoTime();
        exchange.received(bytes, length, now);
        try {
            int end = exchange.parser.feed(bytes, 0, length, exchange.check);
            if (exchange.parser.isComplete()) {
                complete(length - end, now);
            } else {
                exchange.hold();
            }
        } catch (MalformedMessageException malformed) {
            fail(ErrorClass.CONTENT, "the answer is not HTTP: " + malformed.getMessage());
        }
    }

    private void inputEnded() {
        if (exchange.parser.endOfInput()) {
            complete(0, System.nanoTime());
        } else if (exchange.parser.hasBegun()) {
            fail(ErrorClass.CUT, "the connection ended within the answer");
        } else {
            unanswered("the connection ended before the answer began");
        }
    }

    private void broke(IOException broken) {
        if (exchange.parser.hasBegun()) {
            fail(ErrorClass.RESET, "the connection broke within the answer: " + broken);
        } else {
            unanswered("the connection broke: " + broken);
        }
    }

    private void unanswered(String message) {
        if (used) {
            loop.lookBeforeReuse();
        }
        fail(ErrorClass.RESET, message);
    }

    private void complete(int surplus, long arrived) {
        Fault fault = exchange.fault(surplus);
        if (fault != null) {
            fail(fault);
            return;
        }
        exchange.end(arrived);
        unschedule();
        loop.verified(exchange);
        exchange.release();
        boolean reusable = state == State.AWAITING && loop.settings().keepAlive() && exchange.parser.keepsConnection();
        if (reusable) {
            state = State.IDLE;
            used = true;
        } else {
            close();
        }
        loop.free(this, System.nanoTime(), true);
    }

    private void idleReadable() {
        int length;
        try {
            length = link.read(loop.input());
        } catch (IOException broken) {
            length = -1;
        }
        if (length < 0) {
            close(); // its own right between requests: RFC 9112, 9.5
        } else if (length > 0) {
            early.add(loop.input().bytes, length);
            if (early.isMuch()) {
                link.stopReading();
            }
        }
    }

    @Override
    void expired(long now) {
        if (state == State.CONNECTING || state == State.SHAKING_HANDS) {
            fail(
                    ErrorClass.CONNECT,
                    "connect timed out after "
                            + loop.settings().connectTimeout().toMillis() + " ms");
        } else {
            fail(
                    ErrorClass.TIMEOUT,
                    "no complete answer after "
                            + loop.settings().answerTimeout().toMillis() + " ms");
        }
    }

    private void fail(ErrorClass error, String message) {
        fail(new Fault(error, message));
    }

    private void fail(Fault fault) {
        long now = System.nanoTime();
        boolean connected = state != State.CONNECTING && state != State.SHAKING_HANDS;
        exchange.end(now);
        close();
        loop.failed(exchange, fault);
        exchange.release();
        loop.free(this, now, connected);
    }

    /** Ends what is in flight without an outcome; whether there was a request. */
    boolean abandon() {
        boolean unfinished = isInFlight();
        close();
        exchange.release();
        return unfinished;
    }

    private void close() {
        unschedule();
        state = State.CLOSED;
        early.take();
        if (link != null) {
            link.close();
        }
        link = null;
    }
}
