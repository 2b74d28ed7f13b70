package org.busbench.reports.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {

    @Test
    void aRunOfAFixedLengthLooksOnceAndSpendsEverythingThere() {
        Looks once = Looks.of(8, 8, 2);

        assertThat(once.blocks()).containsExactly(8);
        assertThat(once.share(8)).isEqualTo(1);
        assertThat(once.share(3)).isEqualTo(1);
    }

    @Test
    void looksComeAfterWholeForksWheneverTheBlocksHaveGrownByHalf() {
        assertThat(Looks.of(8, 40, 2).blocks()).containsExactly(8, 12, 18, 28, 40);
        assertThat(Looks.of(8, 40, 4).blocks()).containsExactly(8, 12, 20, 32, 40);
        assertThat(Looks.of(4, 8, 1).blocks()).containsExactly(4, 6, 8);
        assertThat(Looks.of(9, 20, 3).blocks()).containsExactly(9, 15, 20);
        assertThat(Looks.of(1, 3, 1).blocks()).containsExactly(1, 2, 3);
    }

    @Test
    void whatTheLooksSpendAddsUpToOne() {
        Looks looks = Looks.of(4, 20, 1);

        assertThat(looks.blocks().stream().mapToDouble(looks::share).sum()).isEqualTo(1);
        assertThat(looks.blocks().stream().map(looks::share)).containsExactly(0.5, 0.25, 0.125, 0.0625, 0.0625);
    }

    @Test
    void aRunThatEndsBetweenTwoLooksSpendsThePartOfTheNext() {
        Looks looks = Looks.of(4, 8, 1);

        assertThat(looks.share(5)).isEqualTo(0.25);
        assertThat(looks.latest(5)).isEqualTo(4);
        assertThat(looks.latest(3)).isEqualTo(3);
        assertThat(looks.latest(9)).isEqualTo(8);
    }

    @Test
    void looksWithoutAnOrderAreRefused() {
        assertThatThrownBy(() -> new Looks(List.of(4, 4))).hasMessage("no rising looks: [4, 4]");
        assertThatThrownBy(() -> new Looks(List.of(0))).hasMessage("no rising looks: [0]");
        assertThatThrownBy(() -> new Looks(List.of())).hasMessage("no look");
    }
}
