package org.busbench.sampler.wire;

import java.nio.ByteBuffer;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.common.client.RequestConnection;
import org.busbench.common.http.MessageParser;

/** A user's connection, and the request that it carries. Used by its loop's thread. */
final class SamplerConnection extends Deadlines.Timed implements RequestConnection.User {
    private final Loop loop;
    private final Destination destination;
    private final SampledExchange exchange;
    private final RequestConnection connection;
    /** The user of a closed loop; null in an open one. */
    Pacing.User user;

    SamplerConnection(Loop loop, Destination destination) {
        this.loop = loop;
        this.destination = destination;
        this.exchange = destination.newExchange();
        this.connection = loop.connection(destination, exchange.parser, this);
    }

    Destination destination() {
        return destination;
    }

    /** Whether a request could be sent at once. */
    boolean isOpen() {
        return connection.isOpen();
    }

    /** Begins a request now; {@code start} is when it should have begun. */
    void begin(long start, long now, long number) {
        exchange.begin(start, number);
        loop.began(destination);
        connection.begin(now);
    }

    @Override
    public void connecting() {
        loop.connecting().add(this, System.nanoTime());
    }

    @Override
    public void sending(long now, boolean fresh) {
        if (fresh) {
            exchange.connected(now);
        }
        if (loop.limitsAnswers()) {
            loop.answering().add(this, now);
        } else {
            unschedule();
        }
    }

    @Override
    public ByteBuffer request() {
        ByteBuffer request = destination.request(exchange.fields);
        exchange.sending(request.limit());
        return request;
    }

    @Override
    public void received(byte[] bytes, int length, long now) {
        exchange.received(bytes, length, now);
    }

    @Override
    public MessageParser.Body body() {
        return exchange.check;
    }

    @Override
    public void unfinished() {
        exchange.hold();
    }

    @Override
    public Fault fault(int surplus) {
        return exchange.fault(surplus);
    }

    @Override
    public void verified(long arrived) {
        exchange.end(arrived);
        unschedule();
        loop.verified(destination, exchange);
        exchange.release();
        loop.free(this, System.nanoTime(), true);
    }

    @Override
    public void failed(Fault fault, boolean connected) {
        long now = System.nanoTime();
        exchange.end(now);
        unschedule();
        loop.failed(destination, exchange, fault);
        exchange.release();
        loop.free(this, now, connected);
    }

    @Override
    void expired(long now) {
        ConnectionSettings settings = destination.settings();
        connection.fail(
                connection.isConnecting()
                        ? new Fault(
                                ErrorClass.CONNECT,
                                "connect timed out after "
                                        + settings.connectTimeout().toMillis() + " ms")
                        : new Fault(
                                ErrorClass.TIMEOUT,
                                "no complete answer after "
                                        + settings.answerTimeout().toMillis() + " ms"));
    }

    /** Ends what is in flight without an outcome; whether there was a request. */
    boolean abandon() {
        boolean unfinished = connection.isInFlight();
        unschedule();
        connection.close();
        exchange.release();
        return unfinished;
    }
}
