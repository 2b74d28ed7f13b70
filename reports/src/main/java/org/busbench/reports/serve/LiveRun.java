package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.busbench.record.RunProblem;
import org.busbench.reports.page.Page;
import org.busbench.reports.serve.Server.Site;

/**
 * Serves the report of a run while the run goes on, without disturbing it. The thread of the run reports each event. While
 * a trial is under load, nothing is drawn or sent, and requests wait. Between two trials, when a page is open, the thread
 * of the run draws the report and lets the open pages redraw. Both take at most a tenth of the run's time. All methods are
 * for the thread of the run; the threads of the server call {@link #answer} alone.
 */
public final class LiveRun implements AutoCloseable {

    /** How long the open pages get to redraw. */
    private static final Duration REDRAW = Duration.ofSeconds(2);

    /** How long a trial waits for answers that are being sent. */
    private static final Duration LAST_BYTES = Duration.ofSeconds(1);

    private final Server server;
    private final LoadGate gate = new LoadGate();
    private final OpenPages pages = new OpenPages();
    private final LiveProgress progress = new LiveProgress(System::nanoTime);
    private volatile RunPages run;
    private volatile Answer.Html page;
    private volatile String version = "";
    private volatile String running;
    private volatile String note;
    private volatile String ended;

    private LiveRun(int port) {
        this.server = Server.open(port, this::answer);
    }

    /**
     * Begins to serve, before there is a run.
     *
     * @param port on 127.0.0.1; 0 for a free one
     * @throws RunProblem with one line for people, when the port is taken
     */
    public static LiveRun open(int port) {
        return new LiveRun(port);
    }

    /**
     * Where it is.
     *
     * @return a URL on 127.0.0.1
     */
    public String url() {
        return server.url();
    }

    /** The run begins, or goes on. */
    public void planned(Path directory, int trials) {
        run = new RunPages(directory);
        progress.planned(trials);
        pages.announce();
    }

    /**
     * There will be more trials than were planned.
     *
     * @param trials number of the last one
     */
    public void extended(int trials) {
        progress.planned(trials);
    }

    /** The run's own forecast of the time that is left, between two bounds. */
    public void forecast(Duration from, Duration to) {
        progress.forecast(from, to);
        if (running == null) {
            pages.announce();
        }
    }

    /** Shows a line in the open pages. */
    public void note(String line) {
        note = line;
        pages.announce();
    }

    /**
     * A measurement begins: the open pages get a moment to redraw, then nothing is sent until it ends.
     *
     * @throws InterruptedException when the run is to end
     */
    public void measuring(String what) throws InterruptedException {
        running = what;
        note = null;
        pages.announce();
        progress.spend(() -> {
            pages.settle(shorter(REDRAW, progress.allowance()));
            gate.shut(LAST_BYTES);
        });
    }

    /**
     * A trial is recorded: the open pages show it.
     *
     * @throws InterruptedException when the run is to end
     */
    public void recorded(int number) throws InterruptedException {
        running = null;
        progress.recorded(number);
        if ((pages.any() || gate.hasWaiting()) && !progress.allowance().isZero()) {
            progress.spend(this::draw);
        }
        pages.announce();
        gate.open();
    }

    /** A measurement that is no trial ended. */
    public void idle() {
        running = null;
        gate.open();
    }

    /**
     * The run ended and its record is closed. The report is drawn a last time.
     *
     * @throws InterruptedException when the process is to end
     */
    public void ended(String outcome) throws InterruptedException {
        running = null;
        note = null;
        if (run != null) {
            draw();
        }
        ended = outcome;
        pages.announce();
        gate.open();
    }

    /**
     * Gives the open pages a moment to show the end.
     *
     * @throws InterruptedException when the process is to end
     */
    public void awaitLastRedraw() throws InterruptedException {
        pages.settle(REDRAW);
    }

    /** A report that cannot be drawn yet is tried again after the next trial. */
    private void draw() {
        try {
            page = run.page();
            version = run.version();
        } catch (IOException | RunProblem e) {
            note = "the report cannot be drawn: " + e.getMessage();
        }
    }

    private void answer(Request request, Site.Reply reply) throws IOException, InterruptedException {
        boolean news = request.path().equals(List.of("state.json"));
        if (news) {
            pages.await(request.first("after"));
        }
        gate.enter();
        try {
            reply.send(news ? state().answer() : found(request));
        } finally {
            gate.leave();
        }
    }

    private Answer found(Request request) throws IOException {
        if (RunPages.isPage(request.path())) {
            Answer.Html drawn = page;
            return drawn == null ? Answer.Html.of(200, Page.waiting()) : drawn;
        }
        RunPages site = run;
        return site == null
                ? Answer.Text.plain(404, "nothing is here yet")
                : site.file(request.path(), request.folder());
    }

    private RunState state() {
        return new RunState(
                pages.seq(),
                version,
                progress.done(),
                progress.planned(),
                running,
                progress.leastSecondsLeft(),
                progress.mostSecondsLeft(),
                note,
                ended);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Ends every connection. */
    @Override
    public void close() {
        pages.close();
        gate.open();
        server.close();
    }

    /**
     * The open pages. Each polls for news and waits until there are some; its next poll says that it has drawn the last
     * ones. Threads of the server wait here, the thread of the run announces; safe for concurrent use.
     */
    private static final class OpenPages {

        private long seq;
        private int upToDate;
        private int expected;
        private boolean closed;

        /**
         * Waits for news.
         *
         * @param after the last that the page knows; any other text for none
         */
        synchronized void await(String after) throws InterruptedException {
            if (after.equals(seq())) {
                upToDate++;
                notifyAll();
                while (after.equals(seq()) && !closed) {
                    wait();
                }
            }
        }

        /** Number of the latest news. */
        synchronized String seq() {
            return Long.toString(seq);
        }

        /** Wakes all pages that wait. */
        synchronized void announce() {
            expected = Math.max(expected, upToDate);
            upToDate = 0;
            seq++;
            notifyAll();
        }

        /** Whether a page waits for news. */
        synchronized boolean any() {
            return upToDate > 0;
        }

        /** Waits, up to a limit, until every page that was up to date before the latest news has drawn them. */
        synchronized void settle(Duration limit) throws InterruptedException {
            long end = System.nanoTime() + limit.toNanos();
            for (long left = limit.toMillis();
                    upToDate < expected && left > 0;
                    left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
            expected = 0;
        }

        /** Releases all waiting pages for good. */
        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }
}
