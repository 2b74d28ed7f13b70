package org.busbench.reports.export;

import java.util.List;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.export.JunitXml.Case;
import org.busbench.reports.export.JunitXml.Result;

/**
 * Thresholds as JUnit XML, which CI servers show: a test suite for all, a test case for each threshold and cell. What the
 * runs cannot tell is {@code skipped}, not passed.
 */
public final class ThresholdsJunit {

    private ThresholdsJunit() {}

    /**
     * Writes judgements.
     *
     * @param judgements in the order of the test cases
     */
    public static String of(List<Judgement> judgements) {
        boolean several = judgements.stream().map(Judgement::run).distinct().count() > 1;
        return JunitXml.of(
                "busbench compare",
                judgements.stream()
                        .map(judgement -> testCase(judgement, several))
                        .toList());
    }

    /** A run is named only where there are several, so that a test case keeps its name from build to build. */
    private static Case testCase(Judgement judgement, boolean several) {
        Result result = switch (judgement.state()) {
            case HELD -> Result.PASSED;
            case BREACHED -> Result.FAILED;
            case UNDECIDED -> Result.SKIPPED;
        };
        return new Case(
                "busbench." + judgement.adapter(),
                judgement.threshold().text() + ": " + judgement.comparison().words()
                        + (several ? " in " + judgement.run() : ""),
                result,
                judgement.sentence());
    }
}
