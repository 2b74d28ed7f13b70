package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void figuresAreAlignedToTheRightAndTextToTheLeft() {
        TextTable table = new TextTable(List.of("name", "TPS"));
        table.row(List.of("a", "12"));
        table.row(List.of("longer", "-"));
        table.row(List.of("b", "12345"));

        assertThat(table.lines()).containsExactly("name      TPS", "a          12", "longer      -", "b       12345");
    }

    @Test
    void theLastColumnGoesOnBelowItselfWhereTheLineIsTooWide() {
        TextTable table = new TextTable(List.of("name", "about"));
        table.row(List.of("a", "some words and averylongword"));
        table.row(List.of("b", ""));

        assertThat(table.lines(16))
                .containsExactly("name  about", "a     some words", "      and", "      averylongw", "      ord", "b");
    }
}
