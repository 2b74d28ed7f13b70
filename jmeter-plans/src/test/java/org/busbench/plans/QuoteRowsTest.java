package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class QuoteRowsTest {
    private static final List<QuoteRows.Row> ROWS = QuoteRows.rows();

    @Test
    void noNonceIsUsedTwiceAndEachIsSixteenHexDigits() {
        assertThat(ROWS).hasSizeGreaterThan(5_000);
        assertThat(ROWS.stream().map(QuoteRows.Row::nonce))
                .doesNotHaveDuplicates()
                .allMatch(nonce -> nonce.matches("[0-9a-f]{16}"));
    }

    @Test
    void theThreeRoutesAreEquallyFrequentAndFollowTheSymbol() {
        Map<String, Long> routes = ROWS.stream()
                .map(QuoteRows.Row::route)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        long third = ROWS.size() / 3;

        assertThat(routes).isEqualTo(Map.of("backend-A", third, "backend-B", third, "backend-C", third));
        for (int i = 0; i < ROWS.size(); i += 3) {
            assertThat(ROWS.subList(i, i + 3).stream().map(QuoteRows.Row::route))
                    .as("even a short stretch of load is balanced over the routes")
                    .containsExactlyInAnyOrder("backend-A", "backend-B", "backend-C");
        }
        assertThat(ROWS)
                .allSatisfy(row -> assertThat(row.route())
                        .isEqualTo(Map.of("IBM", "backend-A", "MSFT", "backend-B")
                                .getOrDefault(row.symbol(), "backend-C")));
    }

    @Test
    void theDefaultRouteIsTakenByHundredsOfSymbolsSomeOfWhichContainTheRoutedOnes() {
        List<String> others = ROWS.stream()
                .map(QuoteRows.Row::symbol)
                .filter(symbol -> !symbol.equals("IBM") && !symbol.equals("MSFT"))
                .distinct()
                .toList();

        assertThat(others).hasSizeGreaterThan(200).allMatch(symbol -> symbol.matches("[A-Z]{3,4}"));
        assertThat(others).anyMatch(symbol -> symbol.contains("IBM")).anyMatch(symbol -> symbol.contains("MSF"));
    }
}
