package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Judge.Finding;
import org.busbench.harness.torture.Judge.Rating;
import org.busbench.harness.torture.TortureClient.View;
import org.busbench.harness.verify.Target;
import org.busbench.record.EvidenceFolder;

/**
 * Exchanges cases with one proxy and judges them. Good traffic follows each case: an answer that it does not get is damage. For
 * one thread.
 */
public final class TortureSession implements AutoCloseable {
    private static final Duration GOOD_LIMIT = Duration.ofSeconds(4);
    private static final Duration NORMAL_AGAIN = Duration.ofSeconds(5);
    private static final Duration QUIET = Duration.ofMillis(120);
    private static final Duration WARM_UP = Duration.ofMillis(500);
    private static final Duration QUIET_TRAFFIC = Duration.ofSeconds(1);
    private static final Duration AT_BACKEND = Duration.ofMillis(30);
    private static final Duration BETWEEN_REPEATS = Duration.ofMillis(4);
    private static final Duration END_LIMIT = Duration.ofMillis(600);
    private static final int GOOD_CLIENTS_PAUSE_MILLIS = 2;
    /** A case whose answer did not come within its limit hangs if a good answer takes less than this share of the limit. */
    private static final int PROMPT_SHARE = 10;

    private static final String SECRET = "the-secret-of-the-file";

    private final ProgrammedBackend backend;
    private final Path secret;
    private final Judge judge = new Judge();
    /** Goes on from one overload to the next of the same target; null when there is none. */
    private SteadyTraffic traffic;

    private Target trafficTarget;
    /** The instant from which the traffic is that of a proxy at rest. */
    private long atRestNanos;

    /**
     * With the backend that stands behind the proxy.
     *
     * @param folder gets a file that no proxy may read because a message names it
     * @throws IOException when the file cannot be written
     */
    public TortureSession(ProgrammedBackend backend, Path folder) throws IOException {
        this.backend = backend;
        Files.createDirectories(folder);
        this.secret = Files.writeString(folder.resolve("secret.txt"), SECRET).toAbsolutePath();
    }

    /**
     * What came of a case.
     *
     * @param lasting whether good traffic does not work any more, so that the proxy must be started anew
     * @param doubtful whether the case hangs, but good answers were slow too, so that it has to be played again on a quiet machine
     * @param figures what was measured meanwhile, by name; empty for most cases
     * @param summary the figures in a line; empty without any
     */
    public record Result(
            Finding finding,
            int tries,
            boolean lasting,
            boolean doubtful,
            Optional<Evidence> evidence,
            Map<String, Double> figures,
            String summary) {}

    /** The bytes of both sides. */
    public record Evidence(Case one, CaseMessages messages, View client, List<ProgrammedBackend.Connection> backend) {}

    /**
     * Exchanges a case as often as it says, and good traffic afterwards.
     *
     * @throws IOException when what the target wants of its clients is not where it should be
     */
    public Result run(Case one, Target target) throws IOException, InterruptedException {
        Finding worst = null;
        Evidence evidence = null;
        int tries = 0;
        Optional<String> beside;
        try (GoodTraffic traffic = GoodTraffic.start(target, one.extent().beside())) {
            while (tries < one.extent().repeat() && (worst == null || worst.rating() != Rating.WRONG)) {
                CaseMessages messages = messages(one, target);
                Evidence now = exchange(one, messages, target);
                Finding finding = judge.of(one, messages, now.client, now.backend);
                tries++;
                if (worst == null || finding.rating().compareTo(worst.rating()) > 0) {
                    worst = finding;
                    evidence = now;
                }
            }
            beside = traffic.end();
        }
        if (beside.isPresent()) {
            worst = wrong(worst, "good traffic beside it: " + beside.get());
        }
        Damage damage = aftermath(target, one.extent().recovery());
        if (damage.fault.isPresent()) {
            worst = wrong(worst, damage.fault.get());
        }
        boolean doubtful = isHang(worst)
                && damage.fault.isEmpty()
                && damage.firstAnswer
                                .multipliedBy(PROMPT_SHARE)
                                .compareTo(one.extent().limit())
                        > 0;
        return new Result(worst, tries, damage.lasting, doubtful, Optional.ofNullable(evidence), Map.of(), "");
    }

    private static boolean isHang(Finding finding) {
        return finding.rating() == Rating.WRONG
                && (finding.client().contains("silent") || finding.client().contains("hanging"));
    }

    /**
     * Plays a case of many clients while good traffic goes on at a steady rate, before it, meanwhile, and until it is normal
     * again.
     *
     * @param pids the proxy's processes of which memory, threads and descriptors are read; empty when they are not known
     * @throws IOException when a connection that is no client's of the proxy cannot be made
     */
    public Result overload(Case one, Target target, Supplier<Set<Long>> pids) throws IOException, InterruptedException {
        CaseMessages messages = messages(one, target);
        OverloadReport report = new OverloadReport();
        OverloadClients.Tally tally;
        boolean judged = false;
        try {
            rest(target);
            report.before(pids.get());
            long quiet = atRestNanos;
            sleepUntil(quiet + QUIET_TRAFFIC.toNanos());
            report.begins(pids.get());
            long began = System.nanoTime();
            backend.begin(one, messages);
            try (OverloadClients clients = new OverloadClients(one, messages, target)) {
                tally = clients.play(one.extent().overload().orElseThrow().lasting());
                report.meanwhile(pids.get());
            } finally {
                report.reached(backend.end());
            }
            report.phases(quiet, began, System.nanoTime());
            Optional<Long> normal = report.awaitNormal(traffic);
            report.normal(pids.get());
            report.after(pids.get());
            if (normal.isEmpty()) {
                // Answers may still be due, and only traffic that has ended tells what became of them.
                traffic.end();
            }
            report.judge(traffic, one, tally);
            atRestNanos = normal.orElse(0L);
            judged = normal.isPresent();
        } finally {
            if (!judged) {
                close();
            }
        }
        Finding finding = report.finding();
        Damage damage = aftermath(target, one.extent().recovery());
        if (damage.fault.isPresent()) {
            finding = wrong(finding, damage.fault.get());
        }
        if (damage.lasting) {
            close();
        }
        return new Result(
                finding,
                1,
                damage.lasting,
                false,
                Optional.of(new Evidence(one, messages, report.view(), List.of())),
                report.figures(),
                report.summary());
    }

    /** Good traffic goes on at a steady rate and its proxy has nothing else to do, since {@link #atRestNanos}. */
    private void rest(Target target) throws InterruptedException {
        if (traffic != null && target.equals(trafficTarget)) {
            return;
        }
        close();
        backend.goodTrafficBeside(true);
        traffic = SteadyTraffic.start(List.of(target));
        trafficTarget = target;
        Thread.sleep(WARM_UP.toMillis());
        atRestNanos = System.nanoTime();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    /** Ends the good traffic. */
    @Override
    public void close() {
        if (traffic != null) {
            traffic.close();
            traffic = null;
            backend.goodTrafficBeside(false);
        }
    }

    /** With the case's own values, and those by which a proxy would give away that it opens what a message names. */
    CaseMessages messages(Case one, Target target) throws IOException {
        Map<String, String> with = new LinkedHashMap<>(one.exchange().with());
        with.put("trap", backend.authority());
        with.put("secret", SECRET);
        with.put("secret-file", secret.toString());
        return new CaseMessages(target, with, one.exchange().requests());
    }

    private static Finding wrong(Finding finding, String fault) {
        String before = finding.rating() == Rating.WRONG ? finding.reason() + "; " : "";
        return new Finding(Rating.WRONG, before + fault, finding.client(), finding.backend());
    }

    /** Whether good traffic works; the fault when it does not. */
    public Optional<String> good(Target target) throws IOException, InterruptedException {
        try (GoodClient client = new GoodClient(target, GOOD_LIMIT)) {
            return client.ask().fault();
        }
    }

    /** The damage that the case left, and the time of the first good answer after it. */
    private record Damage(Optional<String> fault, boolean lasting, Duration firstAnswer) {}

    private Damage aftermath(Target target, Duration recovery) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Optional<String> first = good(target);
        Duration firstAnswer = Duration.ofNanos(System.nanoTime() - began);
        Optional<String> last = first;
        long limit = Math.max(NORMAL_AGAIN.toNanos(), recovery.toNanos());
        while (last.isPresent() && System.nanoTime() - began < limit) {
            Thread.sleep(200);
            last = good(target);
        }
        long millis = (System.nanoTime() - began) / 1_000_000;
        if (last.isPresent()) {
            return new Damage(
                    Optional.of("lasting damage: good traffic fails afterwards: " + last.get()), true, firstAnswer);
        }
        return first.isPresent() && millis > recovery.toMillis()
                ? new Damage(
                        Optional.of("the next good exchange failed (" + first.get() + "), normal again after " + millis
                                + " ms"),
                        false,
                        firstAnswer)
                : new Damage(Optional.empty(), false, firstAnswer);
    }

    private Evidence exchange(Case one, CaseMessages messages, Target target) throws IOException, InterruptedException {
        backend.begin(one, messages);
        if (one.exchange().backend().down() || one.exchange().backend().at() == Case.Moment.ACCEPT) {
            // The proxy gets the time to see that its connections have ended.
            Thread.sleep(QUIET.toMillis());
        }
        try (TortureClient client = new TortureClient(target, methods(one, messages))) {
            client.play(one.exchange().client(), messages, one.extent().limit());
            boolean whole = client.await(one.exchange().requests(), one.extent().limit());
            if (one.demands().closes()) {
                client.awaitEnd(END_LIMIT);
            }
            if (one.extent().repeat() > 1) {
                Thread.sleep(BETWEEN_REPEATS.toMillis());
            } else {
                if (whole) {
                    // Something more may come: a second answer, a second request.
                    client.awaitEnd(QUIET);
                }
                Thread.sleep(AT_BACKEND.toMillis());
            }
            return new Evidence(one, messages, client.view(), backend.seen());
        } catch (ConnectException refused) {
            return new Evidence(
                    one, messages, new View("", "", List.of(), TortureClient.End.CLOSED, false), backend.seen());
        } finally {
            backend.end();
        }
    }

    /** The methods of the client's requests, as its script writes them. */
    static IntFunction<String> methods(Case one, CaseMessages messages) {
        StringBuilder sent = new StringBuilder();
        one.exchange().client().forEach(step -> sent.append(new String(messages.client(step.text()), ISO_8859_1)));
        boolean head = sent.toString().startsWith("HEAD ");
        return place -> place == 0 && head ? "HEAD" : "POST";
    }

    /**
     * Keeps the bytes of a case, and the script that sends them again.
     *
     * @param folder the run directory
     * @param path of the new folder, relative to it
     */
    public static EvidenceFolder keep(Evidence evidence, Target target, String title, Path folder, String path)
            throws IOException {
        Path place = folder.resolve(path);
        Files.createDirectories(place);
        Map<String, String> files = new LinkedHashMap<>();
        files.put("client.sent", evidence.client.sent());
        files.put("client.received", evidence.client.received());
        int number = 0;
        for (ProgrammedBackend.Connection connection : evidence.backend) {
            number++;
            files.put("backend-" + number + ".received", connection.received());
            files.put("backend-" + number + ".sent", connection.sent());
        }
        files.put(ReplayScript.NAME, ReplayScript.of(evidence.one, evidence.messages, target.url(), title));
        for (Map.Entry<String, String> file : files.entrySet()) {
            byte[] bytes = file.getValue().getBytes(ISO_8859_1);
            Files.write(place.resolve(file.getKey()), target.reach().access().redacted(bytes));
        }
        return new EvidenceFolder(path, EvidenceManifest.write(place));
    }

    /** Clients of good traffic, each on a thread of its own, until they are closed. */
    private static final class GoodTraffic implements AutoCloseable {
        private final List<Thread> threads = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private volatile boolean over;

        static GoodTraffic start(Target target, int clients) throws IOException {
            GoodTraffic traffic = new GoodTraffic();
            for (int i = 0; i < clients; i++) {
                Thread thread = new Thread(() -> traffic.send(target), "good-traffic-" + i);
                thread.setDaemon(true);
                traffic.threads.add(thread);
                thread.start();
            }
            return traffic;
        }

        private void send(Target target) {
            try (GoodClient client = new GoodClient(target, GOOD_LIMIT)) {
                while (!over) {
                    Optional<String> fault = client.ask().fault();
                    if (fault.isPresent()) {
                        synchronized (this) {
                            faults.add(fault.get());
                        }
                        return;
                    }
                    Thread.sleep(GOOD_CLIENTS_PAUSE_MILLIS);
                }
            } catch (IOException e) {
                synchronized (this) {
                    faults.add(Problem.brief(e));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Waits until every client has its last answer; what went wrong with one of them. */
        Optional<String> end() throws InterruptedException {
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            synchronized (this) {
                return faults.stream().findFirst();
            }
        }

        @Override
        public void close() {
            over = true;
        }
    }
}
