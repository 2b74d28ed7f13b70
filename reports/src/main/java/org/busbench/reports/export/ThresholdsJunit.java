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
     * @return an XML document
     */
    public static String of(List<Judgement> judgements) {
        return JunitXml.of(
                "busbench compare",
                judgements.stream().map(ThresholdsJunit::testCase).toList());
    }

    private static Case testCase(Judgement judgement) {
        Result result = switch (judgement.state()) {
            case HELD -> Result.PASSED;
            case BREACHED -> Result.FAILED;
            case UNDECIDED -> Result.SKIPPED;
        };
        return new Case(
                "busbench." + judgement.adapter(),
                judgement.threshold().text() + ": " + judgement.comparison().words(),
                result,
                judgement.sentence());
    }
}
