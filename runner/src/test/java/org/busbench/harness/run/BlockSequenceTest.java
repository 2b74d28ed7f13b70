package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.harness.suite.Suite.Pinning;
import org.junit.jupiter.api.Test;

/** A block is thought to take ten seconds for each of its trials, whatever it is. */
class BlockSequenceTest {

    private static final Path RECORD = Path.of("unused");
    private static final Comparison OPEN = new Comparison("cbr", "500", 1, null);
    private static final Verdicts ONE_OPEN = (directory, before) -> Set.of(OPEN);

    private final List<List<Integer>> asked = new ArrayList<>();

    @Test
    void furtherBlocksBeginAsLongAsTheyAreForecastToEndWithinTheBudget() {
        // Two blocks of four trials, then one of two at a time: 80 s and 20 s each.
        assertThat(numbers(1, 130, 0)).containsExactly(1, 2, 3, 4);
        assertThat(asked).containsExactly(List.of(3), List.of(4), List.of(5));
        assertThat(numbers(1, 120, 0)).containsExactly(1, 2, 3, 4);
        assertThat(numbers(1, 119, 0)).containsExactly(1, 2, 3);
    }

    @Test
    void theBlocksOfTheSuiteRunWhateverTheyTake() {
        assertThat(numbers(1, 1, 0)).containsExactly(1, 2);
    }

    @Test
    void aForkIsBegunOnlyWhenAllOfItFits() {
        assertThat(numbers(4, 2, 12, 239, 0)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(asked).containsExactly(List.of(5, 6), List.of(7, 8));
        asked.clear();
        assertThat(numbers(4, 2, 7, 1000, 0)).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(asked)
                .as("the last one is cut off by the highest number")
                .containsExactly(List.of(5, 6), List.of(7));
    }

    @Test
    void aBlockThatStandsInTheRecordInPartIsNotRefused() {
        assertThat(numbers(1, 1, 9)).containsExactly(1, 2, 3);
        assertThat(asked).containsExactly(List.of(4));
    }

    private List<Integer> numbers(int forks, int budgetSeconds, int recorded) {
        return numbers(2, forks, 12, budgetSeconds, recorded);
    }

    private List<Integer> numbers(int blocks, int forks, int most, int budgetSeconds, int recorded) {
        Plan plan = new Plan(
                suite(new Repeats(blocks, most, Optional.of(Duration.ofSeconds(budgetSeconds)), forks)),
                List.of("a", "b"));
        List<Integer> numbers = new ArrayList<>();
        int[] trials = {0};
        BlockSequence sequence = new BlockSequence(plan, ONE_OPEN, RECORD, recorded, false, more -> {
            asked.add(more.stream().map(Block::number).toList());
            int further = more.stream().mapToInt(block -> block.trials().size()).sum();
            return Duration.ofSeconds(10L * (trials[0] + further));
        });
        for (Optional<Block> block = sequence.next(); block.isPresent(); block = sequence.next()) {
            numbers.add(block.get().number());
            trials[0] += block.get().trials().size();
        }
        return numbers;
    }

    private static Suite suite(Repeats repeats) {
        return new Suite(
                Path.of("test.yaml"),
                "test",
                "a test",
                List.of("a", "b"),
                List.of(ProjectFiles.SCENARIOS.find("cbr")),
                List.of("500"),
                List.of(1, 2),
                List.of(),
                repeats,
                new Phases(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO),
                LoadShape.closed(InjectorKind.NIO),
                1,
                0.0,
                Pinning.NONE,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
