package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;
import static org.busbench.reports.SampleRuns.trial;

import java.util.ArrayList;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Adapter.Target;
import org.busbench.record.Role;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ran already beside a mediator that is started anew: the other's processes say nothing of how its own would differ. */
class OneForkTest {
    /** What each process of the mediator has of its own. */
    private static final double[] OF_FORK = {1.0, 1.12, 0.91, 1.05};

    private static final double[] NOISE = {1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99};

    private final Adapter anew = mediator("anew");
    private final Adapter theirs = new Adapter(
            "theirs",
            "theirs",
            Role.MEDIATOR,
            "1",
            null,
            null,
            null,
            null,
            null,
            new Target(List.of("esb.example.com:8280"), false),
            null);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyProcessesOfTheOtherMakeNoMoreThanOneFork(boolean baseline) {
        Contrast contrast = contrast(baseline, 4, 1);

        assertThat(contrast.forks()).isEqualTo(1);
        assertThat(contrast.blocks()).hasSize(8);
        assertThat(contrast.pValue()).isGreaterThan(contrast(baseline, 4, 4).pValue());
        assertThat(contrast.detectable()).isGreaterThan(contrast(baseline, 4, 4).detectable());
    }

    @Test
    void twoProcessesOfTheOtherGiveNoVerdict() {
        Contrast contrast = contrast(true, 2, 1);

        assertThat(contrast.verdict()).isEqualTo(Verdict.OPEN);
        assertThat(contrast.detectable()).isInfinite();
    }

    @Test
    void twoThatRanAlreadyAreOneForkAsBefore() {
        Contrast contrast = contrast(true, 4, 4);

        assertThat(contrast.forks()).isEqualTo(1);
        assertThat(contrast.detectable()).isFinite();
    }

    /** {@code lumped} forks of the mediator pass for one. */
    private Contrast contrast(boolean baseline, int forks, int lumped) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 2 * forks; block++) {
            int fork = (block - 1) / 2;
            trials.add(trial(anew, block, 20)
                    .fork(1 + fork / lumped)
                    .measured(1000 * OF_FORK[fork] * NOISE[block - 1], 10)
                    .build());
            trials.add(trial(theirs, block, 20)
                    .measured(1300 / NOISE[block - 1], 10)
                    .build());
        }
        List<Adapter> adapters = baseline ? List.of(anew, theirs) : List.of(theirs, anew);
        return Contrasts.of(run(adapters, List.of(20), 2 * forks, trials)).stream()
                .filter(one -> one.measure() == Measure.GOODPUT)
                .findFirst()
                .orElseThrow();
    }
}
