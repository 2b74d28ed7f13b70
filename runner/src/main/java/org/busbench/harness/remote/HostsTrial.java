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
import org.busbench.harness.plan.Cell;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.reconcile.ExpectedMessages;
import org.busbench.harness.reconcile.MessageCounts;
import org.busbench.harness.reconcile.RequestRows;
import org.busbench.harness.reconcile.SentCounts;
import org.busbench.harness.run.LoadWindow;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.record.Host;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/**
 * Loads of several injectors at the same time. Each host's clock is measured before and after, and each is told the instants of
 * the window on its own clock. What one of them lacks is a problem with its name: silence counts as nothing, never as zero. For one
 * thread.
 */
final class HostsTrial {
    /** The time for the questions about a window to arrive before it opens. */
    private static final long LEAD_MILLIS = 300;
    /** The time in which every plan must have begun: a slower injector is late. */
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(60);
    /** The time for messages under way to end, and for the logs to be closed. */
    private static final Duration END_LIMIT = Duration.ofSeconds(30);
    /** The share of its length by which the windows of the injectors may differ. */
    private static final double MOST_APART = 0.05;

    private static final int POLL_MILLIS = 20;
    private static final long STILL_MILLIS = 30;
    private static final int LONG_STILL = 30;
    private static final int MOST_WAITS = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HostSession session;
    private final Suite suite;
    /** Messages that were given up, and may come in a later load. */
    private long strays;

    HostsTrial(HostSession session, Suite suite) {
        this.session = session;
        this.suite = suite;
    }

    /** The share of one injector in the load. */
    private record Share(
            RemoteHost injector, int users, long salt, ClockDifference clock, CompletableFuture<JsonNode> answer) {

        Totals totals() throws IOException {
            return RemoteHost.tree(answer.join().path("totals"), Totals.class);
        }

        /** The window by the injector's own clock. */
        Window window() {
            return new Window(
                    answer.join().path("fromMillis").asLong(),
                    answer.join().path("toMillis").asLong());
        }
    }

    /**
     * A load that is over.
     *
     * @param parts what the injectors wrote, brought here
     */
    record Measured(LoadWindow window, List<MergedLog.Part> parts, Reconciliation counts) {}

    /** The mediator's host told that the mediator failed under load. */
    static final class MediatorFailed extends Problem {
        private static final long serialVersionUID = 1L;

        private MediatorFailed(Problem told) {
            super(told.getMessage(), told);
        }
    }

    /** Load that is not recorded. */
    void prime(Target target, Cell cell) throws IOException, InterruptedException {
        if (suite.phases().primer().isZero()) {
            return;
        }
        BackendStats before = still(0);
        Map<RemoteHost, ClockDifference> clocks = clocks();
        List<Users> users = begin(session.agents(Hosts.Role.INJECTOR), target, cell, "primer", false);
        long from = SteadyClock.millis() + LEAD_MILLIS;
        long to = from + suite.phases().primer().toMillis();
        List<Share> shares = shares(users, clocks, "primer", from, to, false);
        try {
            awaitSteadily(shares.stream().map(Share::answer).toList(), to);
        } catch (Problem failed) {
            letEnd(shares, to, failed);
            throw failed;
        }
        SentCounts sent = sent(shares);
        giveUp(sent, still(before.received() + sent.sent()).received() - before.received());
    }

    /**
     * Load with a measured window.
     *
     * @param folder gets a folder for each injector
     * @throws Problem when a host failed, with its name
     */
    Measured run(Target target, Cell cell, Path folder) throws IOException, InterruptedException {
        return run(session.agents(Hosts.Role.INJECTOR).size(), target, cell, folder);
    }

    /** Runs the same load from the first {@code injectors} injectors. */
    Measured run(int injectors, Target target, Cell cell, Path folder) throws IOException, InterruptedException {
        BackendStats before = countAndRemember();
        Map<RemoteHost, ClockDifference> clocks = clocks();
        String name = folder.getFileName().toString();
        List<Users> users = begin(session.agents(Hosts.Role.INJECTOR).subList(0, injectors), target, cell, name, true);
        long begun = SteadyClock.millis();
        long from = begun
                + LEAD_MILLIS
                + suite.warmup(cell.scenario(), cell.payload(), cell.concurrency())
                        .toMillis();
        long to = from + suite.phases().measure().toMillis();
        List<Share> shares = shares(users, clocks, name, from, to, true);
        CompletableFuture<JsonNode> mediator = cost(Hosts.Role.MEDIATOR, target, clocks, from, to);
        CompletableFuture<JsonNode> backend = cost(Hosts.Role.BACKEND, target, clocks, from, to);
        List<CompletableFuture<JsonNode>> all =
                new ArrayList<>(shares.stream().map(Share::answer).toList());
        all.add(mediator);
        all.add(backend);
        try {
            awaitSteadily(all, to);
        } catch (Problem failed) {
            letEnd(shares, to, failed);
            throw mediator.isCompletedExceptionally() ? new MediatorFailed(failed) : failed;
        }
        Duration lasted = Duration.ofMillis(to - begun);
        Map<RemoteHost, ClockDifference> after = clocks();
        for (Map.Entry<RemoteHost, ClockDifference> clock : clocks.entrySet()) {
            clock.getKey().requireSteady(clock.getValue(), after.get(clock.getKey()), lasted);
        }
        Window window = window(shares);
        List<MergedLog.Part> parts = new ArrayList<>();
        for (Share share : shares) {
            Path own = Files.createDirectories(
                    folder.resolve(share.injector().host().name()));
            share.injector().fetch(name, own);
            parts.add(new MergedLog.Part(own, share.window(), share.clock()));
        }
        Reconciliation counts = reconcile(target, shares, before);
        write(folder, shares, window);
        LoadWindow load = LoadWindow.elsewhere(
                Instant.ofEpochMilli(begun),
                window,
                cost(shares, mediator.join(), backend.join()),
                mediator.join().path("notMeasured").textValue(),
                Optional.of(totals(shares)),
                mediator.join().has("cpus")
                        ? Map.of(
                                ProcessRole.MEDIATOR.label(),
                                mediator.join().path("cpus").asText())
                        : Map.of(),
                clocks.keySet().stream()
                        .map(agent -> new Host.Clocks(
                                agent.host().role().recorded(),
                                agent.host().name(),
                                clocks.get(agent).recorded(),
                                after.get(agent).recorded()))
                        .toList());
        return new Measured(load, parts, counts);
    }

    private Map<RemoteHost, ClockDifference> clocks() throws InterruptedException {
        Map<RemoteHost, ClockDifference> clocks = new LinkedHashMap<>();
        for (RemoteHost agent : session.agents()) {
            clocks.put(agent, agent.clock());
        }
        return clocks;
    }

    /** The users of one injector, with nonces of their own. */
    private record Users(RemoteHost injector, int number, long salt) {}

    /** Gives every injector its part of the users, and returns when all of them send. */
    private List<Users> begin(List<RemoteHost> injectors, Target target, Cell cell, String folder, boolean recorded)
            throws InterruptedException {
        Duration length = suite.trial(cell.scenario(), cell.payload(), cell.concurrency())
                .plus(suite.phases().primer())
                .plus(BEGIN_LIMIT.multipliedBy(2));
        List<Users> all = new ArrayList<>();
        List<CompletableFuture<JsonNode>> begun = new ArrayList<>();
        for (int i = 0; i < injectors.size(); i++) {
            int number = cell.concurrency() / injectors.size() + (i < cell.concurrency() % injectors.size() ? 1 : 0);
            Users users = new Users(
                    injectors.get(i), number, ThreadLocalRandom.current().nextLong());
            all.add(users);
            begun.add(users.injector()
                    .ask(
                            "begin",
                            RemoteHost.question()
                                    .put("folder", folder)
                                    .put("lengthMillis", length.toMillis())
                                    .put("sends", target.sends().name())
                                    .put("payload", cell.payload())
                                    .put("url", target.url().toString())
                                    .put("route", target.route())
                                    .put("users", number)
                                    .put("salt", Long.toHexString(users.salt()))
                                    .put("recorded", recorded)));
        }
        for (int i = 0; i < begun.size(); i++) {
            all.get(i).injector().await(begun.get(i), "begin", BEGIN_LIMIT);
        }
        return all;
    }

    /** The window, told to each on its own clock. */
    private static List<Share> shares(
            List<Users> users,
            Map<RemoteHost, ClockDifference> clocks,
            String folder,
            long from,
            long to,
            boolean recorded) {
        List<Share> shares = new ArrayList<>();
        for (Users own : users) {
            ClockDifference clock = clocks.get(own.injector());
            ObjectNode question = RemoteHost.question()
                    .put("folder", folder)
                    .put("fromMillis", clock.there(from))
                    .put("toMillis", clock.there(to))
                    .put("recorded", recorded);
            shares.add(new Share(
                    own.injector(),
                    own.number(),
                    own.salt(),
                    clock,
                    own.injector().ask("window", question)));
        }
        return shares;
    }

    private CompletableFuture<JsonNode> cost(
            Hosts.Role role, Target target, Map<RemoteHost, ClockDifference> clocks, long from, long to) {
        RemoteHost agent = session.agent(role);
        return agent.ask(
                "cost",
                RemoteHost.question()
                        .put("adapter", target.adapter())
                        .put("backend", role == Hosts.Role.BACKEND)
                        .put("fromMillis", clocks.get(agent).there(from))
                        .put("toMillis", clocks.get(agent).there(to)));
    }

    /** Waits for all, or for the first that failed, or for a host whose clock is set. */
    private void awaitSteadily(List<CompletableFuture<JsonNode>> answers, long toMillis) throws InterruptedException {
        await(answers, toMillis, () -> session.agents().forEach(RemoteHost::requireSteady));
        session.agents().forEach(RemoteHost::requireSteady);
    }

    private static void await(List<CompletableFuture<JsonNode>> answers, long toMillis, Runnable check)
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
                throw new Problem("not every host told the end of its part within " + END_LIMIT.toSeconds()
                        + " s after the window");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** So that the next load meets injectors that are idle. After the loss of a host there is no next load. */
    private void letEnd(List<Share> shares, long toMillis, Problem failed) throws InterruptedException {
        if (session.agents().stream().anyMatch(RemoteHost::isLost)
                || shares.stream().anyMatch(share -> share.answer().isCompletedExceptionally())) {
            return;
        }
        try {
            await(shares.stream().map(Share::answer).toList(), toMillis, () -> {});
        } catch (Problem stuck) {
            throw new Problem(failed.getMessage() + "; then " + stuck.getMessage(), failed);
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
    private Window window(List<Share> shares) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Share share : shares) {
            first = Math.min(first, share.clock().here(share.window().startMillis()));
            last = Math.max(last, share.clock().here(share.window().endMillis()));
        }
        for (Share share : shares) {
            long missing = share.clock().here(share.window().startMillis())
                    - first
                    + last
                    - share.clock().here(share.window().endMillis());
            if (missing > MOST_APART * (last - first)) {
                throw new Problem(share.injector().name() + " was late: of the window of " + (last - first)
                        + " ms it did not measure " + missing + " ms");
            }
        }
        return new Window(first, last);
    }

    private static Totals totals(List<Share> shares) throws IOException {
        Totals sum = shares.get(0).totals();
        for (Share share : shares.subList(1, shares.size())) {
            sum = sum.plus(share.totals());
        }
        return sum;
    }

    private static SentCounts sent(List<Share> shares) throws IOException {
        SentCounts sent = SentCounts.NOTHING;
        for (Share share : shares) {
            sent = sent.plus(SentCounts.of(share.totals()));
        }
        return sent;
    }

    /** The machine is that of the mediator. */
    private static Cost cost(List<Share> shares, JsonNode mediator, JsonNode backend) throws IOException {
        Cost there = RemoteHost.tree(mediator.path("cost"), Cost.class);
        Map<ProcessRole, ProcessCost> all = new EnumMap<>(ProcessRole.class);
        all.putAll(there.processes());
        all.putAll(RemoteHost.tree(backend.path("cost"), Cost.class).processes());
        ProcessCost injectors = null;
        for (Share share : shares) {
            ProcessCost own = RemoteHost.tree(share.answer().join().path("cost"), Cost.class)
                    .processes()
                    .get(ProcessRole.INJECTOR);
            if (own == null) {
                throw new Problem(share.injector().name() + ": its injector was gone at the end of the window");
            }
            injectors = injectors == null
                    ? new ProcessCost(own.userMicros(), own.systemMicros(), own.rssBytes(), own.threads(), null, null)
                    : new ProcessCost(
                            injectors.userMicros() + own.userMicros(),
                            injectors.systemMicros() + own.systemMicros(),
                            injectors.rssBytes() + own.rssBytes(),
                            injectors.threads() + own.threads(),
                            null,
                            null);
        }
        all.put(ProcessRole.INJECTOR, injectors);
        return new Cost(all, there.machine());
    }

    private Reconciliation reconcile(Target target, List<Share> shares, BackendStats before)
            throws IOException, InterruptedException {
        SentCounts sent = sent(shares);
        BackendStats after = still(before.received() + (sent.unfinished() == 0 ? 0 : sent.sent()));
        ExpectedMessages expected = null;
        for (Share share : shares) {
            ExpectedMessages own = expected(target, share.totals().sent(), share.salt());
            expected = expected == null ? own : expected.plus(own);
        }
        Reconciliation counts =
                MessageCounts.reconciled(sent, SentCounts.NOTHING, expected, before, after, null, strays, null);
        giveUp(sent, after.received() - before.received());
        return counts;
    }

    private static ExpectedMessages expected(Target target, long sent, long salt) throws IOException {
        Optional<Scenario.Route> route = target.sends().answer().route();
        String only = Optional.ofNullable(target.route())
                .or(() -> route.flatMap(Scenario.Route::only))
                .map(name -> name.replace("backend-", ""))
                .orElse(null);
        Optional<Path> file = target.sends().data().file();
        RequestRows rows = file.isPresent() ? RequestRows.read(file.get()) : RequestRows.NONE;
        boolean routed = route.isPresent() && only == null && rows.areRouted();
        return new ExpectedMessages(
                routed ? rows.routes(sent) : null,
                only,
                true,
                rows.haveNonces() ? (Long) rows.nonceSum(sent, salt) : null);
    }

    private void giveUp(SentCounts sent, long received) {
        strays = Math.max(0, Math.min(sent.uncertain(), sent.sent() - received));
    }

    private BackendStats countAndRemember() throws IOException, InterruptedException {
        still(0);
        return count(true);
    }

    private BackendStats count(boolean remember) throws IOException, InterruptedException {
        JsonNode answer = session.agent(Hosts.Role.BACKEND)
                .call("count", RemoteHost.question().put("remember", remember));
        return RemoteHost.tree(answer.path("stats"), BackendStats.class);
    }

    /** Its counts when no message comes any more; {@code most} is what it can have when all have come. */
    private BackendStats still(long most) throws IOException, InterruptedException {
        BackendStats last = count(false);
        int still = 0;
        for (int i = 0; i < MOST_WAITS && still < (last.received() >= most ? 1 : LONG_STILL); i++) {
            Thread.sleep(STILL_MILLIS);
            BackendStats now = count(false);
            still = now.received() == last.received() ? still + 1 : 0;
            last = now;
        }
        return last;
    }

    /** Writes the share of each injector beside the raw data. */
    private static void write(Path folder, List<Share> shares, Window window) throws IOException {
        ObjectNode all = JSON.createObjectNode();
        all.putObject("window").put("startMillis", window.startMillis()).put("endMillis", window.endMillis());
        ArrayNode injectors = all.putArray("injectors");
        for (Share share : shares) {
            ObjectNode own = injectors
                    .addObject()
                    .put("host", share.injector().host().name())
                    .put("users", share.users())
                    .put("salt", Long.toHexString(share.salt()))
                    .put("startMillis", share.clock().here(share.window().startMillis()))
                    .put("endMillis", share.clock().here(share.window().endMillis()));
            own.set("totals", share.answer().join().path("totals"));
        }
        Files.writeString(
                folder.resolve("hosts.json"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    }
}
