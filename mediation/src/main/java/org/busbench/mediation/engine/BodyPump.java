package org.busbench.mediation.engine;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.AnswerStream;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Faults;

/** Sends the body in a {@link BodyPipe} at the speed of its receiver. For the loop's thread. */
final class BodyPump implements AnswerStream.Source {

    private final EventLoop loop;
    private final BodyPipe pipe;
    private Sink sink;
    private boolean paused;
    private boolean over;

    /** Sends the body to a client or to an upstream. */
    interface Sink {

        /** Sends a part, and takes the slice over. */
        void send(Slice part);

        void end();

        /** The rest of the body will not come. */
        void cut(String why);
    }

    BodyPump(EventLoop loop, BodyPipe pipe) {
        this.loop = loop;
        this.pipe = pipe;
    }

    void start(Sink to) {
        sink = to;
        pipe.onChange(() -> loop.execute(this::run));
        run();
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        run();
    }

    /** Sends nothing more, and discards the pipe. */
    @Override
    public void gone() {
        over = true;
        pipe.discard();
    }

    private void run() {
        try {
            pump();
        } catch (Throwable e) {
            Faults.survived("a body was cut by a fault of the mediator", e);
            gone();
            sink.cut("the mediator failed");
        }
    }

    private void pump() {
        while (!over && !paused) {
            byte[] part = pipe.poll();
            if (part != null) {
                sink.send(Slice.of(part));
            } else if (pipe.isDrained()) {
                over = true;
                sink.end();
            } else if (pipe.failure() != null) {
                over = true;
                sink.cut(pipe.failure());
            } else {
                return;
            }
        }
    }
}
