package org.busbench.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    27201.4 | 27,201
                    99.96 | 100
                    99.94 | 99.9
                    8 | 8
                    0.04 | 0.0
                    """)
    void numbersAreWholeFromAHundredOn(double value, String text) {
        assertThat(Format.number(value)).isEqualTo(text);
    }

    @Test
    void aLatencyBelowTheStepOfTheClockIsOnlyKnownToBeBelowIt() {
        assertThat(Format.millis(0, 1000)).isEqualTo("<1");
        assertThat(Format.millis(1000, 1000)).isEqualTo("1");
        assertThat(Format.millis(1234, 1)).isEqualTo("1.2");
    }

    @Test
    void sharesRatiosAndSizesReadAsPeopleSayThem() {
        assertThat(Format.percent(0.005)).isEqualTo("0.5 %");
        assertThat(Format.percent(0)).isEqualTo("0 %");
        assertThat(Format.percent(0.92)).isEqualTo("92 %");
        assertThat(Format.ratio(1.96)).isEqualTo("1.96 ×");
        assertThat(Format.ratio(3.84)).isEqualTo("3.8 ×");
        assertThat(Format.payload("10K")).isEqualTo("10 KB");
        assertThat(Format.payload("10K-attributes")).isEqualTo("10 KB, attributes");
        assertThat(Format.payload("500")).isEqualTo("500 B");
        assertThat(Format.time("2026-11-21T09:40:12.123Z")).isEqualTo("2026-11-21 09:40:12 UTC");
    }
}
