package org.busbench.gatling;

import io.gatling.commons.stats.Status;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.controller.Controller;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.busbench.sampler.protocol.Command;
import org.busbench.sampler.protocol.Events;
import org.busbench.sampler.protocol.Load;
import org.busbench.sampler.protocol.LoadException;
import org.busbench.sampler.record.LoadRecord;
import scala.Option;
import scala.collection.immutable.List;

final class GatlingLoad implements Load {
    private static final long LOOK_MILLIS = 50;
    /** As long as the NIO sampler waits for the last answers. */
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Command.Run command;
    private final WarmGatling gatling;
    private final Events events;
    private final Progress progress = new Progress();
    private final Map<Thread, VirtualUser.Loop> loops = new ConcurrentHashMap<>();
    private final Map<String, VirtualUser> users = new ConcurrentHashMap<>();
    private volatile LoadRecord record;
    private volatile Duration drain = DRAIN;

    GatlingLoad(Command.Run command, WarmGatling gatling, Events events) {
        this.command = command;
        this.gatling = gatling;
        this.events = events;
    }

    @Override
    public long execute() throws LoadException, IOException {
        Path folder = command.jtl().toAbsolutePath().getParent();
        Settings settings = Settings.of(command.properties(), folder);
        ScenarioFile.Message message = ScenarioFile.read(settings);
        FailureLog failures = new FailureLog(command.jtl(), message.name(), settings.users());
        try (failures) {
            LoadRecord opened = settings.openRecord();
            opened.evidence().contents().ofKinds(message.rows().kinds());
            record = opened;
            try {
                run(settings, message, failures);
            } finally {
                opened.close();
            }
        }
        if (record.problem() != null) {
            throw new LoadException(record.problem());
        }
        if (record.totals().sent() == 0 && !progress.stopped) {
            throw new LoadException("Gatling sent no request of the scenario " + message.name() + ": its log says why");
        }
        return failures.rows();
    }

    /** The length counts from the first request: fresh code needs a while to come to it. */
    private void run(Settings settings, ScenarioFile.Message message, FailureLog failures) throws LoadException {
        long origin = System.nanoTime();
        VirtualUser.Surroundings load = new VirtualUser.Surroundings(message, record.evidence(), failures, progress);
        try (WarmGatling.Run run = gatling.start(
                () -> new ScenarioSimulation(
                        message, settings.target().toString(), settings.users(), session -> newUser(session, load)),
                new FailedRequests())) {
            events.started(command.id());
            long end = Long.MAX_VALUE;
            boolean over = false;
            while (!over && !progress.isOver() && System.nanoTime() - origin < end) {
                over = run.await(LOOK_MILLIS);
                if (end == Long.MAX_VALUE && progress.hasBegun()) {
                    end = System.nanoTime() - origin + settings.length().toNanos();
                }
            }
            progress.over = true;
            if (!run.await(drain.toMillis())) {
                progress.abandoned = true;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LoadException("the load was interrupted", interrupted);
        }
        users.values().forEach(VirtualUser::endUnfinished);
    }

    /** Called on the event loop on which the user stays. */
    private VirtualUser newUser(Session session, VirtualUser.Surroundings load) {
        VirtualUser.Loop loop = loops.computeIfAbsent(
                Thread.currentThread(), thread -> new VirtualUser.Loop(record.newTally(), load.message()));
        VirtualUser user = new VirtualUser(Long.toString(session.userId()), load, loop);
        users.put(user.name(), user);
        return user;
    }

    @Override
    public Long id() {
        return command.id();
    }

    @Override
    public Counts counts() {
        return new Counts(record == null ? null : record.totals(), null, null);
    }

    @Override
    public long mark() {
        return record == null ? System.currentTimeMillis() : record.mark();
    }

    @Override
    public void stop(Duration grace) {
        drain = grace.compareTo(DRAIN) < 0 ? grace : DRAIN;
        progress.stopped = true;
        progress.over = true;
    }

    /** How far the load is. Safe for any thread. */
    final class Progress {
        private final AtomicLong numbers = new AtomicLong();
        private volatile boolean over;
        private volatile boolean stopped;
        private volatile boolean abandoned;

        private boolean hasBegun() {
            return numbers.get() > 0;
        }

        /** Whether no more requests are begun. */
        boolean isOver() {
            return over;
        }

        /** Whether what comes now is no longer looked at. */
        boolean isAbandoned() {
            return abandoned;
        }

        /** The number of one more request, from 0. */
        long nextNumber() {
            return numbers.getAndIncrement();
        }

        /** Notes why the load may not be used. */
        void spoil(String reason) {
            record.spoil(reason);
        }
    }

    /** Takes the requests that came to no answer, which no check sees. Gatling calls from its event loops. */
    private final class FailedRequests implements StatsEngine {
        @Override
        public void logResponse(
                String scenario,
                List<String> groups,
                String requestName,
                long startTimestamp,
                long endTimestamp,
                Status outcome,
                Option<String> responseCode,
                Option<String> message) {
            if (responseCode.isEmpty()) {
                users.get(requestName).failed(message.getOrElse(() -> "no reason is given"));
            }
        }

        @Override
        public void logRequestCrash(String scenario, List<String> groups, String requestName, String error) {
            progress.spoil("Gatling could not go on with a request: " + error);
        }

        @Override
        public void start() {
            // Nothing has to be opened.
        }

        @Override
        public void stop(ActorRef<Controller.Command> controller, Option<Exception> exception) {
            controller.$bang(ControllerCommands.statsEngineStopped());
        }

        @Override
        public void logUserStart(String scenario) {
            // Of no interest.
        }

        @Override
        public void logUserEnd(String scenario) {
            // Of no interest.
        }

        @Override
        public void logGroupEnd(String scenario, GroupBlock group, long exitTimestamp) {
            // Of no interest.
        }
    }
}
