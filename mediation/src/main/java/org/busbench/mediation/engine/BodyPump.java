package org.busbench.mediation.engine;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Faults;

/** Sends the body in a {@link BodyPipe} at the speed of its receiver. For the loop's thread. */
final class BodyPump {

    private final EventLoop loop;
    private final BodyPipe pipe;
    private final Sink sink;
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

    BodyPump(EventLoop loop, BodyPipe pipe, Sink sink) {
        this.loop = loop;
        this.pipe = pipe;
        this.sink = sink;
    }

    void start() {
        pipe.onChange(() -> loop.execute(this::run));
        run();
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        run();
    }

    /** Sends nothing more, and discards the pipe. */
    void stop() {
        over = true;
        pipe.discard();
    }

    private void run() {
        try {
            pump();
        } catch (Throwable e) {
            Faults.survived("a body was cut by a fault of the mediator", e);
            stop();
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
