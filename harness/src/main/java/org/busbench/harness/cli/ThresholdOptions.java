package org.busbench.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.busbench.harness.text.Problem;
import org.busbench.reports.compare.Threshold;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.compare.Threshold.State;
import org.busbench.reports.export.JunitXml;
import picocli.CommandLine.Option;

/** Options of commands that fail where a figure became worse than is allowed. */
final class ThresholdOptions {

    @Option(
            names = "--fail-if",
            paramLabel = "THRESHOLD",
            description = "End with exit code 1 when this threshold is breached; repeatable.")
    private List<String> thresholds = List.of();

    @Option(
            names = "--fail-if-undecided",
            description = "End so, too, when it cannot be told whether a threshold is breached.")
    private boolean strict;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write what became of the thresholds as JUnit XML.")
    private Path junit;

    /** The thresholds; a {@link Problem} where one is none, or where options speak of thresholds and there is none. */
    List<Threshold> bounds() {
        if (thresholds.isEmpty() && (junit != null || strict)) {
            throw new Problem("--junit and --fail-if-undecided are about thresholds: give at least one --fail-if");
        }
        return said(() -> thresholds.stream().map(Threshold::parse).toList());
    }

    /** Writes what became of them where that is asked for, and says how the command ends. */
    int exitCode(List<Judgement> judgements) {
        if (junit != null) {
            write(junit, JunitXml.thresholds(judgements));
        }
        boolean fails = judgements.stream()
                .anyMatch(judgement ->
                        judgement.state() == State.BREACHED || (strict && judgement.state() == State.UNDECIDED));
        return fails ? ExitCode.FAILED : ExitCode.OK;
    }

    static String line(Judgement judgement) {
        return judgement.state().name().toLowerCase(Locale.ROOT) + ": "
                + judgement.threshold().text() + ": " + judgement.adapter() + " "
                + judgement.comparison().words() + " in " + judgement.run() + ": " + judgement.sentence();
    }

    /** Turns a refusal of the user's words into one line. */
    static <T> T said(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    static void write(Path file, String text) {
        Problem.ifFails(file + ": cannot be written", () -> Files.writeString(file, text));
    }
}
