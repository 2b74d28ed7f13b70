package org.busbench.harness.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "4s,4000", "1.5m,90000", "1h,3600000", "0s,0", "0.001s,1", "0.4ms,0"})
    void durationsAreReadWithTheirUnit(String written, long millis) {
        assertThat(Durations.parse(written)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "s", "4 s", "-4s", "4S", "1d", "4s4s", "1e3s", "9999999999h", ".5s"})
    void whatIsNoDurationIsNotRead(String written) {
        assertThat(Durations.parse(written)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5 sec,5s", "500 millis,500ms", "2MINUTES,2m", "5micros,", "1month,", "1.2.3s,"})
    void aUnitIsGuessedOnlyFromAWordForIt(String written, String meant) {
        assertThat(Durations.fault(written))
                .isEqualTo("'" + written + "' is not a duration"
                        + (meant == null ? ": write " + Durations.FORM : ", did you mean '" + meant + "'?"));
    }

    @ParameterizedTest
    @CsvSource({"999,999ms", "3500,3.5s", "60000,1m", "125000,2m 5s", "3840000,1h 4m", "0,0ms", "59999,59.999s"})
    void durationsAreShownInTheUnitThatFits(long millis, String shown) {
        assertThat(Durations.show(Duration.ofMillis(millis))).isEqualTo(shown);
    }
}
