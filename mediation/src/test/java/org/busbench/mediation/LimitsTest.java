package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {

    @Test
    void theDocumentationListsThemAllWithTheirUsualValues() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "mediator.md"));
        List<String> rows = page.substring(page.indexOf("\n## Limits"), page.indexOf("\n## HTTP"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(Limits.Limit.values())
                        .map(Limits.Limit::row)
                        .toList());
    }

    @Test
    void areTheUsualOnesOfEachPackageUnlessSomethingElseIsSaid() throws Exception {
        Limits usual = Limits.of(Map.of());
        assertThat(usual.wire()).isEqualTo(WireLimits.USUAL);
        assertThat(usual.http()).isEqualTo(HttpLimits.USUAL);
        assertThat(usual.xml()).isEqualTo(org.busbench.mediation.xml.Limits.DEFAULT);
        assertThat(usual.lanes()).isEqualTo(LaneLimits.USUAL);
    }

    @Test
    void takeWhatIsSaid() throws Exception {
        Limits limits =
                Limits.of(Map.of("message", "16m", "connect-timeout", "1500ms", "fields", "7", "idle-timeout", "2s"));
        assertThat(limits.lanes().messageBytes()).isEqualTo(16 << 20);
        assertThat(limits.lanes().connectTimeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(limits.http().fields()).isEqualTo(7);
        assertThat(limits.http().idleTimeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "massage; 1m; '--limit massage: there is none of that name; say message, held,'",
                "message; 2g; '--limit message=2g: say 1k to 1g, as in message=64m'",
                "message; much; '--limit message=much: say 1k to 1g, as in message=64m'",
                "idle-timeout; 5; '--limit idle-timeout=5: say 1ms to 86400s, as in idle-timeout=60s'",
                "fields; 9k; '--limit fields=9k: say 1 to 10000, as in fields=100'",
                "head; 4k; '--limit: target is at most head, and held-of-client is at most held; set both'"
            })
    void refuseWhatCannotBe(String name, String value, String message) {
        assertThatThrownBy(() -> Limits.of(Map.of(name, value)).http())
                .isInstanceOf(BadConfigException.class)
                .hasMessageStartingWith(message);
    }
}
