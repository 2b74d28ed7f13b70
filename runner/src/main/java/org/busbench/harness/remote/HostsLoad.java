package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.remote.HostParts.Watched;
import org.busbench.harness.run.LoadWindow;
import org.busbench.harness.run.LoadWindow.Sender;
import org.busbench.harness.run.Primer;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.record.Host;
import org.busbench.record.Host.Part;
import org.busbench.record.ProcessUse.Sample;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/**
 * Loads of several injectors at the same time. Each host's clock is measured before and after, and each is told the instants of
 * the window on its own clock. What one of them lacks is a problem with its name: silence counts as nothing, never as zero. For one
 * thread.
 */
final class HostsLoad {
    /** The time for the questions about a window to arrive before it opens. */
    private static final long LEAD_MILLIS = 300;
    /** The time in which every plan must have begun: a slower injector is late. */
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(60);
    /** The time for messages under way to end, and for the logs to be closed. */
    private static final Duration END_LIMIT = Duration.ofSeconds(30);
    /** The share of its length by which the windows of the injectors may differ. */
    private static final double MOST_APART = 0.05;

    private static final int POLL_MILLIS = 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HostSession session;
    private final Suite suite;
    /** Whether an injector never told the end of its load, so that none can follow. */
    private boolean stuck;

    HostsLoad(HostSession session, Suite suite) {
        this.session = session;
        this.suite = suite;
    }

    /** The users of one injector, with nonces of their own. */
    private record Users(int number, long salt) {}

    /** A load that is over; mediator and backend have no users. */
    private record Load(
            Map<RemoteHost, Users> users, Map<RemoteHost, ClockDifference> clocks, Map<RemoteHost, Watched> watched) {

        Watched of(Part role) {
            return watched.entrySet().stream()
                    .filter(agent -> agent.getKey().host().role() == role)
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow();
        }

        List<Sender> senders() {
            List<Sender> senders = new ArrayList<>();
            users.forEach((injector, own) ->
                    senders.add(new Sender(own.salt(), watched.get(injector).totals())));
            return senders;
        }

        /** The window of an injector on the clock of this host. */
        Window here(RemoteHost injector) {
            ClockDifference clock = clocks.get(injector);
            Watched there = watched.get(injector);
            return new Window(clock.here(there.fromMillis()), clock.here(there.toMillis()));
        }
    }

    boolean isStuck() {
        return stuck;
    }

    /** Load that is not recorded, until the {@link Primer} is over; returns what became of its requests. */
    Optional<Totals> prime(String adapter, Target target, Cell cell) throws IOException, InterruptedException {
        List<Totals> all = new ArrayList<>();
        Primer.load(suite.phases().primer(), length -> prime(adapter, target, cell, length, all));
        return all.stream().reduce(Totals::plus);
    }

    private Primer.Slice prime(String adapter, Target target, Cell cell, Duration length, List<Totals> all)
            throws IOException, InterruptedException {
        Map<RemoteHost, ClockDifference> clocks = clocks();
        ObjectNode question = RemoteHost.question().put("folder", "primer").put("recorded", false);
        Map<RemoteHost, Users> users = begin(session.agents(Part.INJECTOR), target, cell, question);
        long from = SteadyClock.millis() + LEAD_MILLIS;
        Load load = watched(users, clocks, adapter, question, from, from + length.toMillis());
        Watched mediator = load.of(Part.MEDIATOR);
        Totals totals =
                load.senders().stream().map(Sender::totals).reduce(Totals::plus).orElseThrow();
        all.add(totals);
        return Primer.Slice.of(
                totals.verified(), mediator.cost().processes().get(ProcessRole.MEDIATOR), mediator.compilerNanos());
    }

    /**
     * Load with a measured window from the first {@code injectors} injectors.
     *
     * @param samples gets the failures of all; a folder for each injector is made beside it
     * @throws Problem when a host failed, with its name
     */
    LoadWindow run(int injectors, String adapter, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        Path folder = samples.getParent();
        Map<RemoteHost, ClockDifference> clocks = clocks();
        ObjectNode question = RemoteHost.question(target)
                .put("payload", cell.payload())
                .put("folder", folder.getFileName().toString())
                .put("recorded", true);
        Map<RemoteHost, Users> users =
                begin(session.agents(Part.INJECTOR).subList(0, injectors), target, cell, question);
        suite.load().probeRatePerSecond().ifPresent(rate -> question.put("probeRate", rate));
        long begun = SteadyClock.millis();
        long from = begun
                + LEAD_MILLIS
                + suite.warmup(cell.scenario(), cell.payload(), cell.concurrency())
                        .toMillis();
        long to = from + suite.phases().measure().toMillis();
        Load load = watched(users, clocks, adapter, question, from, to);
        Map<RemoteHost, ClockDifference> after = clocks();
        for (Map.Entry<RemoteHost, ClockDifference> clock : clocks.entrySet()) {
            clock.getKey().requireSteady(clock.getValue(), after.get(clock.getKey()), Duration.ofMillis(to - begun));
        }
        Window window = window(load);
        List<MergedLog.Part> parts = new ArrayList<>();
        for (RemoteHost injector : users.keySet()) {
            Path own = Files.createDirectories(folder.resolve(injector.host().name()));
            injector.fetch(folder.getFileName().toString(), own);
            Watched there = load.watched().get(injector);
            parts.add(new MergedLog.Part(own, new Window(there.fromMillis(), there.toMillis()), clocks.get(injector)));
        }
        MergedLog.write(parts, window, samples);
        write(folder, load, window);
        Watched mediator = load.of(Part.MEDIATOR);
        Map<ProcessRole, List<Sample>> seconds = new EnumMap<>(ProcessRole.class);
        seconds.putAll(load.of(Part.BACKEND).samples());
        seconds.putAll(mediator.samples());
        return new LoadWindow(
                Instant.ofEpochMilli(begun),
                window,
                cost(load),
                mediator.notMeasured(),
                Optional.empty(),
                seconds,
                mediator.foreignShares(),
                mediator.waitedSeconds(),
                load.senders(),
                null,
                Optional.ofNullable(load.of(Part.INJECTOR).probe()),
                null,
                null,
                mediator.cpus() == null ? Map.of() : Map.of(ProcessRole.MEDIATOR.key(), mediator.cpus()),
                true,
                clocks.keySet().stream()
                        .map(agent -> new Host.Clocks(
                                agent.host().role(),
                                agent.host().name(),
                                clocks.get(agent).recorded(),
                                after.get(agent).recorded()))
                        .toList(),
                readings(load));
    }

    private Map<RemoteHost, ClockDifference> clocks() throws InterruptedException {
        Map<RemoteHost, ClockDifference> clocks = new LinkedHashMap<>();
        for (RemoteHost agent : session.agents()) {
            clocks.put(agent, agent.clock());
        }
        return clocks;
    }

    /** Gives every injector its part of the users and of the rate, and returns when all of them send. */
    private Map<RemoteHost, Users> begin(List<RemoteHost> injectors, Target target, Cell cell, ObjectNode asked)
            throws InterruptedException {
        Duration length = suite.trial(cell.scenario(), cell.payload(), cell.concurrency())
                .plus(suite.phases().primer())
                .plus(BEGIN_LIMIT.multipliedBy(2));
        Integer rate = cell.comparison().ratePerSecond();
        Map<RemoteHost, Users> all = new LinkedHashMap<>();
        Map<RemoteHost, CompletableFuture<JsonNode>> begun = new LinkedHashMap<>();
        for (int i = 0; i < injectors.size(); i++) {
            Users users = new Users(
                    part(cell.concurrency(), i, injectors.size()),
                    ThreadLocalRandom.current().nextLong());
            all.put(injectors.get(i), users);
            ObjectNode question = RemoteHost.question(target)
                    .put("folder", asked.path("folder").asText())
                    .put("recorded", asked.path("recorded").asBoolean())
                    .put("payload", cell.payload())
                    .put("lengthMillis", length.toMillis())
                    .put("users", users.number())
                    .put("thinkMillis", rate == null ? suite.load().think().toMillis() : 0)
                    .put("salt", Long.toHexString(users.salt()));
            if (rate != null) {
                question.put("rate", part(rate, i, injectors.size()));
            }
            begun.put(injectors.get(i), injectors.get(i).ask("begin", question));
        }
        for (Map.Entry<RemoteHost, CompletableFuture<JsonNode>> injector : begun.entrySet()) {
            injector.getKey().await(injector.getValue(), "begin", BEGIN_LIMIT);
        }
        return all;
    }

    /**
     * An injector's part of a number that is split evenly.
     *
     * @throws Problem when there is none for each
     */
    private static int part(int whole, int injector, int injectors) {
        if (whole < injectors) {
            throw new Problem(whole + " of a load cannot be split over " + injectors + " injectors");
        }
        return whole / injectors + (injector < whole % injectors ? 1 : 0);
    }

    /**
     * Tells each host the window on its own clock, and waits until all have told what came of it. The first injector's host is asked
     * the whole question, with the probe.
     */
    private Load watched(
            Map<RemoteHost, Users> users,
            Map<RemoteHost, ClockDifference> clocks,
            String adapter,
            ObjectNode first,
            long from,
            long to)
            throws IOException, InterruptedException {
        Map<RemoteHost, CompletableFuture<JsonNode>> asked = new LinkedHashMap<>();
        for (RemoteHost agent : session.agents()) {
            Part role = agent.host().role();
            if (role == Part.INJECTOR && !users.containsKey(agent)) {
                continue;
            }
            ObjectNode question = asked.isEmpty()
                    ? first
                    : RemoteHost.question()
                            .put("folder", first.path("folder").asText())
                            .put("recorded", first.path("recorded").asBoolean())
                            .put("adapter", adapter);
            question.put("role", role.key())
                    .put("fromMillis", clocks.get(agent).there(from))
                    .put("toMillis", clocks.get(agent).there(to))
                    .put("aheadMillis", clocks.get(agent).there(0));
            asked.put(agent, agent.ask("window", question));
        }
        try {
            await(asked.values(), to, () -> session.agents().forEach(RemoteHost::requireSteady));
            session.agents().forEach(RemoteHost::requireSteady);
        } catch (Problem failed) {
            letEnd(users.keySet().stream().map(asked::get).toList(), to, failed);
            throw failed;
        }
        Map<RemoteHost, Watched> watched = new LinkedHashMap<>();
        for (Map.Entry<RemoteHost, CompletableFuture<JsonNode>> answer : asked.entrySet()) {
            watched.put(
                    answer.getKey(), RemoteHost.tree(answer.getValue().join().path("watched"), Watched.class));
        }
        return new Load(users, clocks, watched);
    }

    /** Waits for all, or for the first that failed, or until a host whose clock is set fails the check. */
    private void await(Collection<CompletableFuture<JsonNode>> answers, long toMillis, Runnable check)
            throws InterruptedException {
        long end = toMillis + END_LIMIT.toMillis();
        while (true) {
            boolean all = true;
            check.run();
            for (CompletableFuture<JsonNode> answer : answers) {
                if (answer.isCompletedExceptionally()) {
                    throw reason(answer);
                }
                all &= answer.isDone();
            }
            if (all) {
                return;
            }
            if (SteadyClock.millis() > end) {
                stuck = true;
                throw new Problem("not every host told the end of its part within " + END_LIMIT.toSeconds()
                        + " s after the window");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** So that the next load meets injectors that are idle. After the loss of a host there is no next load. */
    private void letEnd(List<CompletableFuture<JsonNode>> injectors, long toMillis, Problem failed)
            throws InterruptedException {
        if (stuck
                || session.agents().stream().anyMatch(RemoteHost::isLost)
                || injectors.stream().anyMatch(CompletableFuture::isCompletedExceptionally)) {
            return;
        }
        try {
            await(injectors, toMillis, () -> {});
        } catch (Problem late) {
            throw new Problem(failed.getMessage() + "; then " + late.getMessage(), failed);
        }
    }

    private static Problem reason(CompletableFuture<JsonNode> failed) {
        try {
            throw new IllegalStateException("no failure, but " + failed.join());
        } catch (CompletionException e) {
            return e.getCause() instanceof Problem problem ? problem : new Problem(Problem.brief(e.getCause()), e);
        }
    }

    /**
     * From the first opening to the last closing, so that every counted answer lies within, and goodput is never too high.
     *
     * @throws Problem when the windows differ by more than a small part of their length
     */
    private static Window window(Load load) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (RemoteHost injector : load.users().keySet()) {
            first = Math.min(first, load.here(injector).startMillis());
            last = Math.max(last, load.here(injector).endMillis());
        }
        for (RemoteHost injector : load.users().keySet()) {
            long missing = load.here(injector).startMillis()
                    - first
                    + last
                    - load.here(injector).endMillis();
            if (missing > MOST_APART * (last - first)) {
                throw new Problem(injector.name() + " was late: of the window of " + (last - first)
                        + " ms it did not measure " + missing + " ms");
            }
        }
        return new Window(first, last);
    }

    /** The injectors together. The machine is that of the mediator. */
    private static Cost cost(Load load) {
        Map<ProcessRole, ProcessCost> all = new EnumMap<>(ProcessRole.class);
        all.putAll(load.of(Part.MEDIATOR).cost().processes());
        all.putAll(load.of(Part.BACKEND).cost().processes());
        ProcessCost injectors = new ProcessCost(0, 0, 0, 0, null, null, null);
        for (RemoteHost injector : load.users().keySet()) {
            ProcessCost own = load.watched().get(injector).cost().processes().get(ProcessRole.INJECTOR);
            if (own == null) {
                throw new Problem(injector.name() + ": its injector was gone at the end of the window");
            }
            injectors = new ProcessCost(
                    injectors.userMicros() + own.userMicros(),
                    injectors.systemMicros() + own.systemMicros(),
                    injectors.rssBytes() + own.rssBytes(),
                    injectors.threads() + own.threads(),
                    null,
                    null,
                    null);
        }
        all.put(ProcessRole.INJECTOR, injectors);
        return new Cost(all, load.of(Part.MEDIATOR).cost().machine());
    }

    /** Of each host what belongs to its part. The machine is that of the mediator. */
    private static List<Readings.Line> readings(Load load) {
        String backend = ProcessRole.BACKEND.key();
        Readings all = new Readings();
        all.addAll(load.of(Part.MEDIATOR).readings().stream()
                .filter(line -> !line.role().equals(backend))
                .toList());
        all.addAll(load.of(Part.BACKEND).readings().stream()
                .filter(line -> line.role().equals(backend))
                .toList());
        for (RemoteHost injector : load.users().keySet()) {
            all.addAll(Readings.on(
                    injector.host().name(),
                    ProcessRole.INJECTOR,
                    load.watched().get(injector).readings()));
        }
        return all.lines();
    }

    /** Writes the share of each injector beside the raw data. */
    private static void write(Path folder, Load load, Window window) throws IOException {
        ObjectNode all = JSON.createObjectNode();
        all.set("window", JSON.valueToTree(window));
        ArrayNode injectors = all.putArray("injectors");
        load.users()
                .forEach((injector, users) -> injectors
                        .addObject()
                        .put("host", injector.host().name())
                        .put("users", users.number())
                        .put("salt", Long.toHexString(users.salt()))
                        .put("startMillis", load.here(injector).startMillis())
                        .put("endMillis", load.here(injector).endMillis())
                        .set(
                                "totals",
                                JSON.valueToTree(load.watched().get(injector).totals())));
        Files.writeString(
                folder.resolve("hosts.json"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    }
}
