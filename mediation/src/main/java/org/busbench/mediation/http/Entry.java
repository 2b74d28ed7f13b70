package org.busbench.mediation.http;

import java.net.InetSocketAddress;
import org.busbench.mediation.wire.EventLoop;

/** What is written down of one exchange. For the loop's thread, and valid while an {@link RequestLog} is told of it. */
public final class Entry {
    private static final System.Logger LOG = System.getLogger(Entry.class.getName());

    private final EventLoop loop;
    private final Tally tally;
    private RequestHead request;
    private AnswerSide answer;
    private RequestLog account;
    private long begunNanos;
    private boolean failed;
    private boolean answerSent;

    Entry(EventLoop loop, Tally tally) {
        this.loop = loop;
        this.tally = tally;
    }

    /** Begins a new exchange. */
    void open(RequestHead forRequest, AnswerSide forAnswer) {
        request = forRequest;
        answer = forAnswer;
        account = RequestLog.NONE;
        begunNanos = loop.iterationNanos();
        failed = false;
        answerSent = false;
        tally.begun();
    }

    /** {@return the loop on which the exchange lived} */
    public EventLoop loop() {
        return loop;
    }

    /** {@return the request's head} */
    public RequestHead request() {
        return request;
    }

    /** {@return the client's address without its port, or "-" when the connection has gone} */
    public String client() {
        InetSocketAddress client = answer.client();
        return client == null ? "-" : client.getAddress().getHostAddress();
    }

    /** {@return when the turn began in which the request's head was whole, in nanoseconds of {@link System#nanoTime()}} */
    public long begunNanos() {
        return begunNanos;
    }

    /** {@return the status of the answer, or 0 when none was begun} */
    public int status() {
        return answer.status();
    }

    /** {@return how many bytes of an answer's body, framing included, were queued for the client} */
    public long answerBytes() {
        return answer.bodyBytes();
    }

    /** {@return how it ended} */
    public Outcome outcome() {
        if (!answer.hasBegun()) {
            return Outcome.ABANDONED;
        }
        if (!answerSent) {
            return Outcome.CUT;
        }
        if (failed) {
            return Outcome.FAILED;
        }
        return answer.isRelayed() ? Outcome.RELAYED : Outcome.ANSWERED;
    }

    void account(RequestLog where) {
        account = where;
    }

    void failed(Failure failure) {
        failed = true;
        tally.failed(failure);
    }

    void refused() {
        failed = true;
        tally.refused();
    }

    /** A fault of our own. */
    void broken() {
        failed = true;
    }

    void close(boolean sent) {
        answerSent = sent;
        tally.over();
        try {
            account.log(this);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "an exchange could not be counted", e);
        }
    }
}
