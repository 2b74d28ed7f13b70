package org.busbench.reports.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void aFigureHasNoMoreDigitsThanItsIntervalAllows() {
        assertThat(new Interval(98_300, 121_400, 0.75).digits(115_952)).isEqualTo("120000");
        assertThat(new Interval(115_800, 116_100, 0.95).digits(115_952)).isEqualTo("116000");
        assertThat(new Interval(115_940, 115_965, 0.95).digits(115_952)).isEqualTo("115950");
        assertThat(new Interval(310.2, 311, 0.95).digits(310.6)).isEqualTo("311");
        assertThat(new Interval(31.2, 31.4, 0.95).digits(31.34)).isEqualTo("31.3");
        assertThat(new Interval(500, 500, 0.75).digits(500)).isEqualTo("500");
    }

    @Test
    void withoutAnIntervalThreeDigitsAreTold() {
        assertThat(Interval.threeDigits(115_952)).isEqualTo("116000");
        assertThat(Interval.threeDigits(8_236.4)).isEqualTo("8240");
        assertThat(Interval.threeDigits(117.3)).isEqualTo("117");
        assertThat(Interval.threeDigits(31.34)).isEqualTo("31.3");
        assertThat(Interval.threeDigits(0)).isEqualTo("0");
    }
}
