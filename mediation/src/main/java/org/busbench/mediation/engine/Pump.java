package org.busbench.mediation.engine;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.wire.EventLoop;

/** Brings a body out of a {@link Conduit} to whoever sends it, as fast as that takes it. For the loop's thread. */
final class Pump {

    private final EventLoop loop;
    private final Conduit conduit;
    private final Sink sink;
    private boolean paused;
    private boolean over;

    /** Who sends the body. */
    interface Sink {

        /** Sends a part, and takes the slice over. */
        void send(Slice part);

        /** The body is whole. */
        void end();

        /** The rest of the body will not come. */
        void cut(String why);
    }

    Pump(EventLoop loop, Conduit conduit, Sink sink) {
        this.loop = loop;
        this.conduit = conduit;
        this.sink = sink;
    }

    /** Sends what is there, and what comes. */
    void start() {
        conduit.whenChanged(() -> loop.execute(this::run));
        run();
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        run();
    }

    /** Nobody takes it any more. */
    void stop() {
        over = true;
        conduit.discard();
    }

    private void run() {
        while (!over && !paused) {
            byte[] part = conduit.poll();
            if (part != null) {
                sink.send(Slice.of(part));
            } else if (conduit.isDrained()) {
                over = true;
                sink.end();
            } else if (conduit.problem() != null) {
                over = true;
                sink.cut(conduit.problem());
            } else {
                return;
            }
        }
    }
}
