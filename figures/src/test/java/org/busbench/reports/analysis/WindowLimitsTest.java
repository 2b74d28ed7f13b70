package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowLimitsTest {

    @Test
    void windowsOfTwoSecondsShowNeitherGrowthNorDriftNorPauses() {
        assertThat(WindowLimits.of(2))
                .contains(
                        "Windows of 2 s are too short to show some faults within a window: growth of memory, threads or"
                                + " descriptors (needs 7 s); a drift of goodput or CPU time (needs 6 s); a pause of one second"
                                + " (needs 4 s); every pause that comes each 10 s (needs 12 s).");
    }

    @Test
    void windowsOfFiveSecondsShowAPauseButNotEveryOneAndNoTrend() {
        assertThat(WindowLimits.of(5).orElseThrow())
                .contains("growth of memory", "a drift", "every pause")
                .doesNotContain("a pause of one second");
    }

    @Test
    void longWindowsAndLogsWithoutWindowsHaveNoSuchLimits() {
        assertThat(WindowLimits.of(12)).isEmpty();
        assertThat(WindowLimits.of(0)).isEmpty();
    }
}
