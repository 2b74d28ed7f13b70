package org.busbench.mediation.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.config.BadConfigException;

/**
 * The start of an engine by the first message that needs it, on a thread of its own. Messages wait for it.
 *
 * <p>For any thread; nothing here waits for the start.
 */
final class OnDemandStart {
    private static final Log LOG = LogFactory.getLog(OnDemandStart.class);

    private final Engine engine;
    private final List<Waiting> waiting = new ArrayList<>();
    private State state = State.ASLEEP;
    private String refusal;
    private volatile Running running;

    /**
     * The states of the start.
     *
     * <pre>
     * ASLEEP   -> STARTING   a message needs it
     * STARTING -> STARTED, FAILED
     * FAILED   -> ASLEEP     there is another configuration
     * any      -> STARTED    it was started without a message
     * </pre>
     */
    private enum State {
        ASLEEP,
        STARTING,
        STARTED,
        FAILED
    }

    OnDemandStart(Engine engine) {
        this.engine = engine;
    }

    /** Tells the message that the engine runs, at once or when it has started; or that it does not. */
    void whenRunning(Waiting message) {
        Running now = running;
        if (now != null) {
            message.started(now);
            return;
        }
        String refused;
        synchronized (this) {
            if (state == State.ASLEEP) {
                state = State.STARTING;
                Thread starter = new Thread(this::start, "engine-start");
                starter.setDaemon(true);
                starter.start();
            }
            now = running;
            refused = now == null ? refusal() : null;
            if (now == null && refused == null) {
                waiting.add(message);
            }
        }
        if (now != null) {
            message.started(now);
        } else if (refused != null) {
            message.refused(refused);
        }
    }

    /** Why a message cannot wait, or null. */
    private String refusal() {
        return state == State.FAILED ? refusal : null;
    }

    private void start() {
        String why = "see the log";
        try {
            engine.start();
        } catch (BadConfigException | RuntimeException | LinkageError e) {
            why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            LOG.error("a message needs the engine, which does not start: " + why, e);
        } finally {
            // After an Error, too: clients would wait for ever.
            if (running == null) {
                failed("the engine does not start: " + why);
            }
        }
    }

    private void failed(String why) {
        List<Waiting> refused;
        synchronized (this) {
            state = State.FAILED;
            refusal = why;
            refused = takeWaiting();
        }
        refused.forEach(message -> message.refused(why));
    }

    /** Hands over the messages, now and from now on. */
    void started(Running engineNow) {
        List<Waiting> accepted;
        synchronized (this) {
            state = State.STARTED;
            running = engineNow;
            accepted = takeWaiting();
        }
        accepted.forEach(message -> message.started(engineNow));
    }

    /** Has the next message try again to start the engine, when it has failed. */
    synchronized void retry() {
        state = state == State.FAILED ? State.ASLEEP : state;
    }

    private List<Waiting> takeWaiting() {
        List<Waiting> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /** A message that needs the engine. It is told once, on any thread. */
    interface Waiting {

        void started(Running engine);

        void refused(String why);
    }

    /** The parts of a started engine. */
    record Running(ConfigurationContext axis, WorkerPool workers) {}
}
