package org.busbench.thrift.gatling;

import com.typesafe.scalalogging.Logger;
import com.typesafe.scalalogging.StrictLogging;
import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.structure.ScenarioContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.busbench.thrift.ramp.Caller;
import org.busbench.thrift.ramp.Ramp;
import org.busbench.thrift.ramp.RampSettings;
import scala.Option;

/**
 * A call of the service as an action of a scenario: it hands the user to the next agent in turn, which calls, reports to
 * Gatling's statistics, and hands the user on.
 */
final class EchoAction implements Action {
    private static final String REQUEST = "echo";

    private final Ramp ramp;
    private final Action next;
    private final StatsEngine statistics;
    private final List<Agent<Session>> agents = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private Logger logger;

    EchoAction(Ramp ramp, ScenarioContext context, Action next) {
        this.ramp = ramp;
        this.next = next;
        this.statistics = context.coreComponents().statsEngine();
        StrictLogging.$init$(this);
        RampSettings settings = ramp.settings();
        Executor dispatcher = settings.threads() == 0
                ? context.coreComponents().actorSystem().executionContext()
                : new ForkJoinPool(settings.threads(), ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        for (int i = 0; i < settings.agents(); i++) {
            Caller caller = new Caller(ramp);
            agents.add(new Agent<>(dispatcher, settings.throughput(), session -> call(caller, session)));
        }
    }

    @Override
    public String name() {
        return REQUEST;
    }

    @Override
    public void execute(Session session) {
        ramp.log().started();
        agents.get(Math.floorMod(turn.getAndIncrement(), agents.size())).tell(session);
    }

    @Override
    public Logger logger() {
        return logger;
    }

    @Override
    public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger made) {
        logger = made;
    }

    @Override
    public String toString() {
        return REQUEST;
    }

    private void call(Caller caller, Session session) {
        long beginMillis = System.currentTimeMillis();
        Optional<String> fault = caller.call();
        Status status = fault.isEmpty() ? OK$.MODULE$ : KO$.MODULE$;
        statistics.logResponse(
                session.scenario(),
                session.groups(),
                REQUEST,
                beginMillis,
                System.currentTimeMillis(),
                status,
                Option.empty(),
                Option.apply(fault.orElse(null)));
        next.$bang(fault.isEmpty() ? session : session.markAsFailed());
    }

    /**
     * An actor that calls: its messages wait in a mailbox and are taken one after the other, by one thread at a time, some of
     * them before the thread goes to another agent. So do the actors of Gatling 3.15, of which no program but Scala's can
     * make one. Safe for use by several threads.
     *
     * @param <M> what it is sent
     */
    static final class Agent<M> {
        private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean scheduled = new AtomicBoolean();
        private final Executor dispatcher;
        private final int throughput;
        private final Consumer<M> work;

        /**
         * One without messages.
         *
         * @param throughput how many messages it takes before the thread is given back
         * @param work done with each; never by two threads at a time
         */
        Agent(Executor dispatcher, int throughput, Consumer<M> work) {
            this.dispatcher = dispatcher;
            this.throughput = throughput;
            this.work = work;
        }

        /** Puts a message into the mailbox; never waits. */
        void tell(M message) {
            mailbox.add(message);
            schedule();
        }

        private void schedule() {
            if (!mailbox.isEmpty() && scheduled.compareAndSet(false, true)) {
                dispatcher.execute(this::take);
            }
        }

        private void take() {
            try {
                for (int taken = 0; taken < throughput; taken++) {
                    M message = mailbox.poll();
                    if (message == null) {
                        return;
                    }
                    work.accept(message);
                }
            } finally {
                scheduled.set(false);
                schedule();
            }
        }
    }
}
