package org.busbench.reports.export;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.export.JunitXml.Case;
import org.busbench.reports.export.JunitXml.Result;

/**
 * A run as JUnit XML, which CI servers show: a test case for each cell. It fails when the adapter gave wrong answers or
 * broke off, be it in one trial of many, and when its figures are spoilt (unstable, leaks, parity break, not reconciled,
 * wrong content). It is skipped when the adapter declares that it does not do the job, and when the run did not come to it. Speed fails no test: that is
 * what thresholds between runs are for.
 */
public final class CellsJunit {

    private static final Set<Flag.Kind> FAILURES = EnumSet.of(
            Flag.Kind.UNSTABLE, Flag.Kind.LEAKS, Flag.Kind.PARITY, Flag.Kind.NOT_RECONCILED, Flag.Kind.DIFFERENT);

    private CellsJunit() {}

    /** Writes all cells of an analysis. */
    public static String of(Analysis analysis) {
        return JunitXml.of(
                "busbench run " + analysis.run().info().id(),
                analysis.cells().stream().map(cell -> testCase(analysis, cell)).toList());
    }

    private static Case testCase(Analysis analysis, Cell cell) {
        Stream<String> spoilt = cell.findings().flags().stream()
                .filter(flag -> FAILURES.contains(flag.kind()))
                .map(flag -> flag.kind().word() + ": " + flag.explanation());
        String message = Stream.concat(Stream.of(cell.reason()), spoilt)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        Result result = switch (cell.outcome()) {
            case MEASURED -> message.isEmpty() ? Result.PASSED : Result.FAILED;
            case FAILED -> Result.FAILED;
            case NOT_REACHED -> Result.SKIPPED;
            case NOT_SERVED -> declared(analysis, cell) ? Result.SKIPPED : Result.FAILED;
        };
        return new Case("busbench." + cell.adapter().name(), cell.comparison().words(), result, message);
    }

    /** What was found out left evidence; what an adapter says of itself did not. */
    private static boolean declared(Analysis analysis, Cell cell) {
        return cell.trials().isEmpty()
                && analysis.run().verifications().stream()
                        .filter(found -> found.adapter().equals(cell.adapter().name())
                                && found.scenario().equals(cell.comparison().scenario())
                                && found.payload().equals(cell.comparison().payload()))
                        .anyMatch(found ->
                                found.outcome() == Verification.Outcome.NOT_SERVED && found.evidence() == null);
    }
}
