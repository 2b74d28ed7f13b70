package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.check.Check;
import org.busbench.reports.page.ComparisonPage;
import org.busbench.reports.page.Page;
import org.busbench.reports.page.PlainPage;
import org.busbench.reports.page.PlainPage.Item;
import org.busbench.reports.page.RunListPage;
import org.busbench.reports.serve.Server.Site;

/** Serves the runs of a folder on 127.0.0.1, until it is closed. Writes nothing; has threads of its own. */
public final class RunServer implements AutoCloseable {

    private final Server server;

    private RunServer(Server server) {
        this.server = server;
    }

    /**
     * Begins to serve.
     *
     * @param port 0 for a free one
     * @throws RunProblem with one line for people, when there is no such folder, it is itself a run, or the port is taken
     */
    public static RunServer open(Path folder, int port) {
        if (!Files.isDirectory(folder)) {
            throw new RunProblem(folder + ": is no folder; give the one that holds the runs");
        }
        if (Files.exists(folder.resolve("run.json"))) {
            throw new RunProblem(folder + ": is itself a run; give the folder that holds the runs");
        }
        try {
            return new RunServer(Server.open(port, new FolderSite(folder.toRealPath())));
        } catch (IOException e) {
            throw new RunProblem(folder + ": cannot be read: " + e, e);
        }
    }

    /**
     * Where it is.
     *
     * @return a URL on 127.0.0.1
     */
    public String url() {
        return server.url();
    }

    /** Ends every connection. */
    @Override
    public void close() {
        server.close();
    }

    /**
     * The runs of a folder: {@code /} lists them, {@code /runs/NAME/} is the report of one, {@code /compare?run=A&run=B}
     * compares, {@code /check?run=A} checks. Nothing is written. Expensive answers are made for one request at a time.
     */
    private static final class FolderSite implements Site {

        /** Drawn pages that are kept. */
        private static final int MOST_PAGES = 4;

        private static final Duration LOOK = Duration.ofSeconds(2);
        private static final Duration LONGEST_WAIT = Duration.ofSeconds(24);

        private final RunCatalog catalog;
        private final Map<String, RunPages> sites = new LinkedHashMap<>(MOST_PAGES, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, RunPages> eldest) {
                return size() > MOST_PAGES;
            }
        };

        FolderSite(Path folder) {
            this.catalog = new RunCatalog(folder);
        }

        @Override
        public void answer(Request request, Reply reply) throws IOException, InterruptedException {
            reply.send(answer(request));
        }

        private Answer answer(Request request) throws IOException, InterruptedException {
            List<String> path = request.path();
            if (path.isEmpty()) {
                return list();
            }
            return switch (path.get(0)) {
                case "runs" -> path.size() == 1 ? new Answer.Moved("/") : run(request);
                case "compare" -> path.size() == 1 ? compare(request.all("run")) : missing();
                case "check" -> path.size() == 1 ? check(request.first("run")) : missing();
                default -> missing();
            };
        }

        private synchronized Answer list() throws IOException {
            return Answer.Html.of(200, RunListPage.of(catalog.folder().toString(), catalog.entries()));
        }

        private Answer run(Request request) throws IOException, InterruptedException {
            String name = request.path().get(1);
            Optional<Path> folder = catalog.find(name);
            if (folder.isEmpty()) {
                return missing();
            }
            List<String> inner = request.path().subList(2, request.path().size());
            if (inner.isEmpty() && !request.folder()) {
                return new Answer.Moved("/runs/" + Request.link(name).substring(2) + "/");
            }
            if (inner.equals(List.of("state.json"))) {
                return followed(folder.get(), request.first("after"));
            }
            return RunPages.isPage(inner)
                    ? page(name, folder.get())
                    : site(name, folder.get()).file(inner, request.folder());
        }

        private synchronized RunPages site(String name, Path folder) {
            return sites.computeIfAbsent(name, unused -> new RunPages(folder));
        }

        /** A run whose record is not there yet may be one that is being started. */
        private Answer page(String name, Path folder) throws IOException {
            if (!Files.exists(folder.resolve("run.json"))) {
                return Answer.Html.of(200, Page.waiting());
            }
            try {
                return site(name, folder).page();
            } catch (RunProblem e) {
                return Answer.Html.of(500, PlainPage.of(name, List.of(e.getMessage()), List.of(), "../../"));
            }
        }

        /** Answers as soon as the record is another than the one asked about, and after a while in any case. */
        private static Answer followed(Path run, String after) throws IOException, InterruptedException {
            long end = System.nanoTime() + LONGEST_WAIT.toNanos();
            String stamp = RunFiles.stamp(run);
            while (stamp.equals(after) && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                stamp = RunFiles.stamp(run);
            }
            if (!Files.exists(run.resolve("run.json"))) {
                return new RunState(stamp, "", 0, 0, null, null, null, null, null).answer();
            }
            RecordedRun record = RunReader.read(run);
            String note =
                    record.finished().isPresent() ? null : "the run goes on, or was killed: its record has no end";
            return new RunState(
                            stamp,
                            stamp,
                            record.trials().size(),
                            RunCatalog.plannedTrials(record.info()),
                            null,
                            null,
                            null,
                            note,
                            record.finished().map(Finished::outcome).orElse(null))
                    .answer();
        }

        private synchronized Answer compare(List<String> names) throws IOException {
            List<String> chosen = names.stream().distinct().toList();
            if (chosen.size() < 2) {
                return refusal("Nothing to compare", "choose two or more runs: " + chosen.size() + " chosen");
            }
            try {
                List<RecordedRun> runs = new ArrayList<>();
                for (String name : chosen) {
                    Optional<Path> folder = catalog.find(name);
                    if (folder.isEmpty()) {
                        return refusal("Nothing to compare", "no run has the name that was chosen");
                    }
                    runs.add(RunReader.read(folder.get()));
                }
                runs.sort(Comparator.comparing(run -> run.info().startedAt()));
                return Answer.Html.of(200, ComparisonPage.of(runs));
            } catch (RunProblem | IllegalArgumentException e) {
                return refusal("Nothing to compare", e.getMessage());
            }
        }

        private static Answer refusal(String title, String reason) {
            return Answer.Html.of(400, PlainPage.of(title, List.of(reason), List.of(), "./"));
        }

        private synchronized Answer check(String name) throws IOException {
            Optional<Path> folder = catalog.find(name);
            if (folder.isEmpty()) {
                return missing();
            }
            try {
                Check check = catalog.check(name, folder.get());
                List<Item> problems = check.problems().stream()
                        .map(problem -> new Item(problem, "", ""))
                        .toList();
                List<String> sentences = new ArrayList<>();
                sentences.add(RunCatalog.words(check));
                sentences.addAll(check.remarks());
                String title = name + (check.refused() ? " is refused" : " holds");
                return Answer.Html.of(200, PlainPage.of(title, sentences, problems, "./"));
            } catch (RunProblem e) {
                return Answer.Html.of(500, PlainPage.of(name, List.of(e.getMessage()), List.of(), "./"));
            }
        }

        private static Answer missing() {
            return Answer.Html.of(
                    404, PlainPage.of("Nothing is here", List.of("No run has this address."), List.of(), "/"));
        }
    }
}
