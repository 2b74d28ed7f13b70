package org.busbench.harness.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.busbench.common.client.RequestConnection;
import org.busbench.common.tls.ClientTls;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.ProbeMessage;
import org.busbench.harness.verify.Target;
import org.busbench.record.Window;

/**
 * Measures latency beside a load: requests at a constant rate, each due at an instant of its own, whatever became of
 * those before it. Every answer is verified as the injectors do it. The work is done on two threads, which sleep nearly all
 * the time; the methods here are called by the thread that runs the trial, and only {@link #finish()} waits.
 *
 * <pre>
 * probe = Probe.start(target, questions, 200);   // with the load
 * probe.openWindow();                          // after the warm-up
 * probe.closeWindow();
 * probe.stop();                                // before the load is stopped
 * ProbeResult result = probe.finish();         // after it
 * </pre>
 */
public final class Probe implements AutoCloseable {

    /** How long after {@link #stop()} an answer is waited for; a system that answers ends it at once. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final long START_NANOS = 1_000_000;

    private final Schedule schedule;
    private final ProbeOutcomes outcomes = new ProbeOutcomes();
    private final ProbeLoop loop;
    private final Thread thread;
    private Long openedNanos;
    private final ProbeNonces nonces;
    private long openedMillis;
    private Long closedNanos;
    private boolean stopped;

    private Probe(Schedule schedule, RequestConnection.Server server, List<ProbeRequest> requests) throws IOException {
        this.schedule = schedule;
        this.nonces = new ProbeNonces();
        this.loop = new ProbeLoop(schedule, server, requests, nonces, outcomes);
        this.thread = new Thread(loop, "probe");
        thread.setDaemon(true);
    }

    /**
     * Starts it; the first request is due at once.
     *
     * @param target where the messages go
     * @param ratePerSecond requests per second
     * @return the running probe, to be closed
     * @throws IOException when the system has no selector left, or the target's terms cannot be kept
     */
    public static Probe start(Target target, List<ProbeMessage> questions, int ratePerSecond) throws IOException {
        URI url = target.url();
        InetSocketAddress address = new InetSocketAddress(url.getHost(), ClientTls.port(url));
        if (address.isUnresolved()) {
            throw new IOException("there is no host " + url.getHost());
        }
        RequestConnection.Server server = new RequestConnection.Server(
                address, ClientTls.of(url, target.reach().access().tls()), true);
        String fields = target.reach().access().lines();
        List<ProbeRequest> requests = questions.stream()
                .map(question -> new ProbeRequest(fields, question))
                .toList();
        Schedule schedule = new Schedule(System.nanoTime() + START_NANOS, ratePerSecond);
        Probe probe = new Probe(schedule, server, requests);
        probe.thread.start();
        return probe;
    }

    /**
     * The probe of a load, where one is asked for; it asks the same questions.
     *
     * @return the running probe, to be closed; null without a rate
     * @throws IOException as {@link #start}
     */
    public static Probe beside(Optional<Integer> ratePerSecond, Target target, String payload) throws IOException {
        return ratePerSecond.isEmpty() ? null : start(target, ProbeMessage.of(target, payload), ratePerSecond.get());
    }

    /** The measured window begins: requests that are due from now on count. */
    public void openWindow() {
        openWindow(System.currentTimeMillis());
    }

    /** The same, where the record goes by another clock; {@code millis} is this instant on it. */
    public void openWindow(long millis) {
        openedNanos = System.nanoTime();
        openedMillis = millis;
    }

    /** The measured window ends: requests that are due from now on do not count. */
    public void closeWindow() {
        if (openedNanos == null) {
            throw new IllegalStateException("the probe's window was not opened");
        }
        closedNanos = System.nanoTime();
    }

    /** Ends the window, and sending with it: what is under way is waited for while the load ends. */
    public void endWindow() {
        closeWindow();
        stop();
    }

    /** Sends nothing more. Requests that are under way are still waited for, on the probe's own threads. */
    public void stop() {
        if (!stopped) {
            stopped = true;
            loop.stop(System.nanoTime(), GRACE.toNanos());
        }
    }

    /**
     * Stops it when it still runs, waits for the answers that are under way, and adds everything up. What has not been
     * answered two seconds after {@link #stop()} is an error of the kind {@code timeout}.
     *
     * @throws IOException when the probe itself broke down; its figures would be worth nothing
     * @throws InterruptedException when this thread was interrupted; the probe is ended
     */
    public ProbeResult finish() throws IOException, InterruptedException {
        stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
        if (loop.fault() != null) {
            throw new IOException("the probe broke down: " + Problem.brief(loop.fault()), loop.fault());
        }
        long due = loop.due();
        if (closedNanos == null) {
            throw new IllegalStateException("the probe's window was not opened and closed");
        }
        long from = Math.min(due, schedule.firstFrom(openedNanos));
        long to = Math.min(due, schedule.firstFrom(closedNanos));
        long length = Math.max(1, TimeUnit.NANOSECONDS.toMillis(closedNanos - openedNanos));
        Window window = new Window(openedMillis, openedMillis + length);
        return ProbeResult.of(schedule.ratePerSecond(), outcomes, from, to, due, loop.sent(), nonces.first(), window);
    }

    /** Ends it at once; nothing it saw is kept. */
    @Override
    public void close() {
        stop();
        thread.interrupt();
    }
}
