package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.busbench.reports.page.WaitingPage;
import org.busbench.reports.run.RunProblem;

/**
 * Serves the report of a run while the run goes on, without disturbing it. The run's own thread tells what happens. While
 * a trial is under load nothing is drawn and nothing is sent: whoever asks then waits. Between two trials, and only when
 * somebody looks, the run's own thread draws the page and gives the open ones a moment to draw it, too; both together
 * take at most a tenth of the run's time. All but the server's threads' {@link #answer} is for the run's own thread.
 */
public final class LiveRun implements AutoCloseable {

    /** Open pages get so long to draw. */
    private static final Duration REDRAW = Duration.ofSeconds(2);

    /** Who has not taken an answer after this still takes it when the next trial begins. */
    private static final Duration LAST_BYTES = Duration.ofSeconds(1);

    private final Server server;
    private final Gate gate = new Gate();
    private final Viewers viewers = new Viewers();
    private final Pace pace = new Pace(System::nanoTime);
    private volatile RunSite run;
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
     * @return what is to be told and closed
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

    /**
     * The run begins, or goes on.
     *
     * @param directory where it is recorded
     * @param trials that will be made in any case
     */
    public void planned(Path directory, int trials) {
        run = new RunSite(directory);
        pace.planned(trials);
        viewers.tell();
    }

    /**
     * There will be more trials than were planned.
     *
     * @param trials number of the last one
     */
    public void extended(int trials) {
        pace.planned(trials);
    }

    /**
     * How long the run still takes, as it says itself.
     *
     * @param from it hardly takes less
     * @param to it hardly takes more
     */
    public void left(Duration from, Duration to) {
        pace.left(from, to);
        if (running == null) {
            viewers.tell();
        }
    }

    /**
     * Something worth a line.
     *
     * @param line what happened
     */
    public void note(String line) {
        note = line;
        viewers.tell();
    }

    /**
     * From now on nothing may disturb: open pages are told, get a moment to draw, and then nothing is sent.
     *
     * @param what is measured, for people
     * @throws InterruptedException when the run is to end
     */
    public void measuring(String what) throws InterruptedException {
        running = what;
        note = null;
        viewers.tell();
        pace.spend(() -> {
            viewers.settle(shorter(REDRAW, pace.allowance()));
            gate.shut(LAST_BYTES);
        });
    }

    /**
     * A trial is recorded: whoever looks sees it.
     *
     * @param number of the trial
     * @throws InterruptedException when the run is to end
     */
    public void landed(int number) throws InterruptedException {
        running = null;
        pace.landed(number);
        if ((viewers.any() || gate.awaited()) && !pace.allowance().isZero()) {
            pace.spend(this::draw);
        }
        viewers.tell();
        gate.open();
    }

    /** What was measured is over, and was no trial. */
    public void rested() {
        running = null;
        gate.open();
    }

    /**
     * The run is over and its record closed. The page is drawn a last time; open ones get a moment to fetch it.
     *
     * @param outcome in a word
     * @throws InterruptedException when the process is to end
     */
    public void ended(String outcome) throws InterruptedException {
        running = null;
        note = null;
        if (run != null) {
            draw();
        }
        ended = outcome;
        viewers.tell();
        gate.open();
    }

    /**
     * Gives the open pages a moment to show the end.
     *
     * @throws InterruptedException when the process is to end
     */
    public void farewell() throws InterruptedException {
        viewers.settle(REDRAW);
    }

    /** What cannot be drawn yet is drawn after the next trial. */
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
            viewers.await(request.first("after"));
        }
        gate.enter();
        try {
            reply.send(news ? state().answer() : found(request));
        } finally {
            gate.leave();
        }
    }

    private Answer found(Request request) throws IOException {
        if (RunSite.isPage(request.path())) {
            Answer.Html drawn = page;
            return drawn == null ? Answer.Html.of(200, WaitingPage.of()) : drawn;
        }
        RunSite site = run;
        return site == null
                ? Answer.Text.plain(404, "nothing is here yet")
                : site.file(request.path(), request.folder());
    }

    private State state() {
        return new State(
                viewers.seq(),
                version,
                pace.done(),
                pace.planned(),
                running,
                pace.leastSecondsLeft(),
                pace.mostSecondsLeft(),
                note,
                ended);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Ends every connection. */
    @Override
    public void close() {
        viewers.close();
        gate.open();
        server.close();
    }
}
