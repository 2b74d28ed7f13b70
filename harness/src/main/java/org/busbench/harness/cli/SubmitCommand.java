package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.common.Sha256;
import org.busbench.common.Tool;
import org.busbench.harness.text.Problem;
import org.busbench.record.Adapter;
import org.busbench.record.Integrity;
import org.busbench.record.IntegrityRun;
import org.busbench.record.Ramp;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.RunReader;
import org.busbench.reports.Round;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.DuetFloor;
import org.busbench.reports.check.Check;
import org.busbench.reports.statistics.Median;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench submit}: a run of a foreigner, for the published ones. */
@Command(
        name = "submit",
        description =
                "Checks that a run may be published: complete, unedited (as 'check' does), audited for parity, with the control"
                        + " 'direct', and with the difference that it could tell. Then packs it as RUN.tar.gz, without the logs, beside a"
                        + " form for a pull request, RUN.md.",
        mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofHours(1);

    @Parameters(paramLabel = "RUN", description = "Submit this folder in runs/; its name is enough.")
    private Path directory;

    @Option(names = "--out", paramLabel = "DIR", description = "Write both files to this folder (default: here).")
    private Path out = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path run = RunFolder.of(directory).toAbsolutePath().normalize();
        if (Ramp.isIn(run)) {
            throw new Problem(
                    run + ": is a run of ramps, which says nothing of mediators: submit a run of adapters, or of"
                            + " 'busbench torture'");
        }
        Check check = Check.of(run);
        boolean hostile = Integrity.isAlone(run);
        List<String> faults = new ArrayList<>(check.problems());
        if (faults.isEmpty() && !Round.isComplete(run)) {
            faults.add(run + ": is not complete: 'busbench run --resume' goes on with a killed run");
        }
        RecordedRun recorded = hostile || check.refused() ? null : RunReader.read(run);
        String floor = recorded == null ? "" : floor(recorded, faults);
        faults.forEach(System.err::println);
        if (!faults.isEmpty()) {
            System.err.println(run.getFileName() + ": not submitted: see " + faults.size() + " above");
            return ExitCode.FAILED;
        }
        Path archive = out.toAbsolutePath().resolve(run.getFileName() + ".tar.gz");
        pack(run, archive);
        Path form = archive.resolveSibling(run.getFileName() + ".md");
        Files.writeString(
                form,
                hostile
                        ? form(RunReader.integrityRun(run).orElseThrow(), check, archive)
                        : form(recorded, check, floor, archive));
        System.out.println(archive + "\n" + form);
        return ExitCode.OK;
    }

    /** The difference that the run could tell, in words. Adds to the faults what is against the rules. */
    private static String floor(RecordedRun run, List<String> faults) {
        String id = run.info().id() + ": ";
        Analysis analysis = Analysis.of(run);
        if (run.parities().isEmpty()) {
            faults.add(id + "was not audited for parity (rule 29): make it without --no-audit");
        }
        if (!analysis.duetsAlone() && !analysis.ceilingKnown()) {
            faults.add(id + "has no figure of the control 'direct' (rule 14): add it to the adapters");
        }
        if (!analysis.floors().isEmpty()) {
            return analysis.floors().stream().map(DuetFloor::sentence).collect(Collectors.joining(" "));
        }
        List<Contrast> told = analysis.contrasts().stream()
                .filter(contrast -> Double.isFinite(contrast.detectable()))
                .toList();
        if (told.isEmpty()) {
            faults.add(id + "tells no difference: no comparison with the first mediator has " + Contrast.FEWEST_BLOCKS
                    + " blocks that nothing disturbed: measure a second mediator (direct is none), make more blocks where"
                    + " nothing else runs, or duets with a copy");
            return "";
        }
        return String.format(
                Locale.ROOT,
                "A difference of %.0f %% would have been found nine times out of ten (median of %d comparisons).",
                (Median.of(told, Contrast::detectable) - 1) * 100,
                told.size());
    }

    /** Logs may name folders of the machine, work folders hold programs of others, a key is the run's own, and what is unpacked is there. */
    private static void pack(Path run, Path archive) throws IOException, InterruptedException {
        String name = run.getFileName().toString();
        List<String> words = new ArrayList<>(List.of("tar --sort=name --owner=0 --group=0 --numeric-owner".split(" ")));
        List.of("logs", "work", "tls", Check.PACKED).forEach(left -> words.add("--exclude=" + name + "/" + left));
        words.addAll(List.of("-C", run.getParent().toString(), "-czf", archive.toString(), name));
        Tool.Said said;
        try {
            said = new Tool(words, LIMIT).run();
        } catch (IOException e) {
            throw new Problem("tar does not run: " + Problem.brief(e) + "; Debian has it as apt-get install tar", e);
        }
        if (!said.well()) {
            throw new Problem(archive + " cannot be written: " + said.text().replace('\n', ' '));
        }
    }

    private static String form(RecordedRun run, Check check, String floor, Path archive) throws IOException {
        RunInfo info = run.info();
        String machine =
                info.environment().logicalCpus() + " × " + info.environment().cpu() + ", "
                        + info.environment().os() + " " + info.environment().kernel();
        List<String> rows = List.of(
                "suite | `" + info.suite().name() + "`, seed " + info.suite().seed(),
                "adapters | "
                        + info.adapters().stream()
                                .map(adapter -> named(adapter))
                                .collect(Collectors.joining(", ")),
                "check | " + check.figures() + " figures of " + check.trials() + " trials follow from their raw data",
                "floor | " + floor);
        return form(info.id(), info.startedAt(), info.busbench(), machine, rows, archive);
    }

    private static String named(Adapter adapter) {
        return adapter.name() + (adapter.version() == null ? "" : " " + adapter.version());
    }

    private static String form(IntegrityRun run, Check check, Path archive) throws IOException {
        String machine = run.host().logicalCpus() + " × " + run.host().cpu() + ", "
                + run.host().kernel();
        return form(
                run.id(), run.startedAt(), run.busbench(), machine, List.of("verdicts | " + check.trials()), archive);
    }

    private static String form(
            String id, String began, RunInfo.Busbench busbench, String machine, List<String> rows, Path archive)
            throws IOException {
        return "# Run " + id + "\n\n| | |\n|---|---|\n| began | " + began + " |\n| busbench | " + busbench.words()
                + " |\n| machine | " + machine + " |\n"
                + rows.stream().map(row -> "| " + row + " |\n").collect(Collectors.joining())
                + "| SHA-256 of " + archive.getFileName() + " | `" + Sha256.of(archive) + "` |\n\n"
                + """
                Put this file and the archive into `submissions/`, answer below, and open a pull request.

                - Who made the run, and what have you to do with any product in it?
                - What else ran on the machine, and is it a virtual one?
                - How many runs like this were made, and why is this one submitted?
                - Which adapter's files differ from those of the commit above, and why?
                """;
    }
}
