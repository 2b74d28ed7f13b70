package org.busbench.mediation.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.axis2.transport.OutTransportInfo;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.AnswerSource;
import org.busbench.mediation.http.AnswerStream;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.Streaming;
import org.busbench.mediation.wire.EventLoop;

/**
 * A client who waits for an answer. The first answer is sent, when its body is there or while it comes; a second one is dropped, since it would be that to
 * another message.
 *
 * <p>For any thread, unless said otherwise.
 */
final class Reply implements OutTransportInfo, Lines {

    private final EventLoop loop;
    private final Streaming streaming;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final LastWord lastWord;

    /** On the loop's thread. */
    Reply(Exchange exchange) {
        this.loop = exchange.loop();
        this.streaming = exchange.streaming();
        this.lastWord = new LastWord(this, loop, exchange.request().value("Content-Type"));
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public Call call(CallEvents events) {
        return streaming.call(events);
    }

    @Override
    public void began() {
        lastWord.began();
    }

    @Override
    public void ended(Failure failure) {
        lastWord.ended(failure);
    }

    /** {@return what is said when nobody else answers} */
    LastWord lastWord() {
        return lastWord;
    }

    /** {@return whether somebody has answered} */
    boolean isAnswered() {
        return answered.get();
    }

    /**
     * Answers, unless somebody has.
     *
     * @param status 200 to 599
     * @param fields of the head
     * @param body what follows it, or null for nothing
     * @return whether this is the answer
     */
    boolean answer(int status, HeadEdits fields, Conduit body) {
        if (!answered.compareAndSet(false, true)) {
            if (body != null) {
                body.discard();
            }
            return false;
        }
        loop.execute(() -> send(status, fields, body == null ? Conduit.of(new byte[0]) : body));
        return true;
    }

    /** Nobody asks: Synapse's fields say it. */
    @Override
    public void setContentType(String contentType) {
        // The content type stands among the fields of the answer.
    }

    private void send(int status, HeadEdits fields, Conduit body) {
        lastWord.forget();
        Answering answering = new Answering();
        AnswerStream stream = streaming.begin(status, fields, body.length(), answering);
        if (stream == null) {
            body.discard();
            return;
        }
        answering.start(stream, new Pump(loop, body, answering));
    }

    /** The answer on its way; on the loop's thread. */
    private static final class Answering implements AnswerSource, Pump.Sink {

        private AnswerStream stream;
        private Pump pump;

        void start(AnswerStream to, Pump from) {
            stream = to;
            pump = from;
            pump.start();
        }

        @Override
        public void send(Slice part) {
            stream.send(part);
        }

        @Override
        public void end() {
            stream.end();
        }

        @Override
        public void cut(String why) {
            stream.cut();
        }

        @Override
        public void pause() {
            pump.pause();
        }

        @Override
        public void resume() {
            pump.resume();
        }

        @Override
        public void gone() {
            pump.stop();
        }
    }
}
