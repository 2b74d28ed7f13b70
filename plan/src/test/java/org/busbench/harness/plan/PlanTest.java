package org.busbench.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.Suite.Phases;
import org.busbench.harness.suite.Suite.Pinning;
import org.busbench.record.Purpose;
import org.busbench.record.Suite.Pair;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final List<String> ADAPTERS = List.of("ours", "theirs", "direct", "nginx");

    @Test
    void everyBlockVisitsEveryCellOnce() {
        List<Block> blocks = new Plan(suite(7, 3), ADAPTERS).firstBlocks();

        assertThat(blocks).hasSize(3).allSatisfy(block -> {
            assertThat(block.trials()).hasSize(4 * 3 * 2 * 3).allMatch(trial -> trial.block() == block.number());
            assertThat(block.trials()).extracting(PlannedTrial::cell).doesNotHaveDuplicates();
        });
    }

    @Test
    void trialsAreNumberedInTheirOrder() {
        List<PlannedTrial> trials = trials(new Plan(suite(7, 2), ADAPTERS));

        assertThat(trials)
                .extracting(PlannedTrial::number)
                .isEqualTo(IntStream.rangeClosed(1, trials.size()).boxed().toList());
    }

    @Test
    void theAdaptersOfOneComparisonFollowEachOther() {
        List<PlannedTrial> trials = trials(new Plan(suite(7, 2), ADAPTERS));

        for (int i = 0; i < trials.size(); i += ADAPTERS.size()) {
            List<Cell> cells = trials.subList(i, i + ADAPTERS.size()).stream()
                    .map(PlannedTrial::cell)
                    .toList();
            assertThat(cells).extracting(Cell::adapter).containsExactlyInAnyOrderElementsOf(ADAPTERS);
            assertThat(cells)
                    .extracting(Cell::comparison)
                    .containsOnly(cells.get(0).comparison());
        }
    }

    @Test
    void noAdapterAlwaysGoesFirst() {
        List<PlannedTrial> trials = trials(new Plan(suite(7, 3), ADAPTERS));
        Set<String> first = new HashSet<>();
        for (int i = 0; i < trials.size(); i += ADAPTERS.size()) {
            first.add(trials.get(i).cell().adapter());
        }

        assertThat(first).containsExactlyInAnyOrderElementsOf(ADAPTERS);
    }

    @Test
    void eachOfTwoAdaptersGoesFirstInSomeOfTwentyRounds() {
        Plan plan = new Plan(suite(7, 3), ADAPTERS);

        assertThat(IntStream.rangeClosed(1, 20)
                        .mapToObj(round ->
                                plan.shuffled(List.of("ours", "theirs"), round).get(0)))
                .contains("ours", "theirs");
    }

    @Test
    void theSidesOfADuetFollowEachOtherAndChangeFromBlockToBlock() {
        LoadShape duets =
                pairs(List.of(new Pair("ours", "theirs"), new Pair("direct", "nginx"), new Pair("ours", "away")));
        Plan plan = new Plan(suite(7, fixed(2), duets), ADAPTERS);

        List<PlannedTrial> trials = trials(plan);

        assertThat(trials).hasSize(2 * plan.trialsInFullBlock()).hasSize(2 * 2 * 2 * 18);
        assertThat(trials).extracting(PlannedTrial::purpose).containsOnly(Purpose.DUET);
        int block = plan.trialsInFullBlock();
        for (int i = 0; i < block; i += 2) {
            Cell first = trials.get(i).cell();
            Cell second = trials.get(i + 1).cell();
            assertThat(first.comparison()).isEqualTo(second.comparison());
            assertThat(List.of("ours theirs", "theirs ours", "direct nginx", "nginx direct"))
                    .contains(first.adapter() + " " + second.adapter());
            assertThat(trials.get(2 * block - 1 - i).cell()).isEqualTo(first);
            assertThat(trials.get(2 * block - 2 - i).cell()).isEqualTo(second);
        }
    }

    @Test
    void theSideThatMeetsColdProcessesFirstChangesFromForkToFork() {
        for (int blocksOfFork = 1; blocksOfFork <= 4; blocksOfFork++) {
            Repeats repeats = new Repeats(4 * blocksOfFork, 4 * blocksOfFork, Optional.empty(), 4);
            Plan plan = new Plan(suite(7, repeats, pairs(List.of(new Pair("ours", "theirs")))), ADAPTERS);

            List<List<String>> firstSides = plan.firstBlocks().stream()
                    .map(block -> IntStream.range(0, block.trials().size() / 2)
                            .mapToObj(
                                    duet -> block.trials().get(2 * duet).cell().adapter())
                            .distinct()
                            .toList())
                    .toList();

            List<List<String>> ofFirstBlocks = new ArrayList<>();
            for (int block = 0; block < firstSides.size(); block += blocksOfFork) {
                ofFirstBlocks.add(firstSides.get(block));
            }
            assertThat(ofFirstBlocks)
                    .as("forks of %d blocks", blocksOfFork)
                    .containsExactly(List.of("ours"), List.of("theirs"), List.of("ours"), List.of("theirs"));
        }
    }

    private static LoadShape pairs(List<Pair> pairs) {
        return new LoadShape(
                InjectorKind.NIO,
                List.of(),
                Duration.ZERO,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of(new LoadShape.Duets(
                        pairs, Duration.ofMillis(500), Duration.ofSeconds(2), false, LoadShape.Duets.When.ALWAYS)),
                false);
    }

    @Test
    void systemsAreMeasuredAloneBesideDuetsWhereTheSuiteSaysSo() {
        LoadShape duets = new LoadShape(
                InjectorKind.NIO,
                List.of(),
                Duration.ZERO,
                Optional.of(50),
                List.of(),
                Optional.empty(),
                Optional.of(new LoadShape.Duets(
                        List.of(new Pair("ours", "theirs")),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        true,
                        LoadShape.Duets.When.WITHOUT_COUNTERS)),
                false);
        Suite suite = suite(7, fixed(2), duets);
        Plan plan = new Plan(suite.on(false), ADAPTERS);

        Map<Purpose, List<PlannedTrial>> trials =
                trials(plan).stream().collect(Collectors.groupingBy(PlannedTrial::purpose));

        assertThat(trials.get(Purpose.DUET)).hasSize(2 * 2 * 18);
        assertThat(trials.get(Purpose.COMPARISON)).hasSize(2 * ADAPTERS.size() * 18);
        assertThat(trials(new Plan(suite.on(true), ADAPTERS)))
                .extracting(PlannedTrial::purpose)
                .containsOnly(Purpose.COMPARISON);
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherSeedAnother() {
        assertThat(new Plan(suite(7, 2), ADAPTERS).firstBlocks())
                .isEqualTo(new Plan(suite(7, 2), ADAPTERS).firstBlocks());
        assertThat(new Plan(suite(8, 2), ADAPTERS).firstBlocks())
                .isNotEqualTo(new Plan(suite(7, 2), ADAPTERS).firstBlocks());
    }

    @Test
    void twoBlocksDifferInOrder() {
        List<Block> blocks = new Plan(suite(7, 3), ADAPTERS).firstBlocks();

        assertThat(cells(blocks.get(0))).isNotEqualTo(cells(blocks.get(1))).isNotEqualTo(cells(blocks.get(2)));
    }

    @Test
    void eachSecondBlockRunsTheOneBeforeItBackwards() {
        List<Block> blocks = new Plan(suite(7, 4), ADAPTERS).firstBlocks();

        for (int odd = 0; odd < 4; odd += 2) {
            List<Cell> backwards = new ArrayList<>(cells(blocks.get(odd + 1)));
            Collections.reverse(backwards);
            assertThat(backwards).isEqualTo(cells(blocks.get(odd)));
        }
        assertThat(cells(blocks.get(2))).isNotEqualTo(cells(blocks.get(0)));
    }

    @Test
    void blocksArePartedIntoForksAndFurtherOnesMakeFurtherForks() {
        Repeats repeats = new Repeats(6, 12, Optional.empty(), 3);

        assertThat(IntStream.rangeClosed(1, 9).map(repeats::forkOf)).containsExactly(1, 1, 2, 2, 3, 3, 4, 4, 5);
        assertThat(new Repeats(6, 12, Optional.empty(), 1).forkOf(9)).isEqualTo(1);
        assertThat(new Repeats(7, 12, Optional.empty(), Repeats.usualForks(7)).forks())
                .isEqualTo(4);
        assertThat(fixed(1).forks()).isEqualTo(1);
    }

    @Test
    void aComparisonHasTheSameOrderOfAdaptersWhicheverOthersAreInTheBlock() {
        Plan plan = new Plan(suite(7, 2), ADAPTERS);
        Comparison chosen = plan.comparisons().get(5);

        List<Cell> alone = cells(plan.block(9, 100, List.of(chosen)));
        List<Cell> amongAll = cells(plan.block(9, 100, plan.comparisons())).stream()
                .filter(cell -> cell.comparison().equals(chosen))
                .toList();

        assertThat(alone).isEqualTo(amongAll).hasSize(ADAPTERS.size());
    }

    @Test
    void aBlockGoesOnCountingWhereItIsTold() {
        Plan plan = new Plan(suite(7, 2), ADAPTERS);

        assertThat(plan.block(9, 100, plan.comparisons().subList(0, 1)).trials())
                .extracting(PlannedTrial::number)
                .containsExactly(100, 101, 102, 103);
    }

    @Test
    void anOpenModelHasALevelForEachRate() {
        LoadShape open = new LoadShape(
                InjectorKind.NIO,
                List.of(500, 2000),
                Duration.ZERO,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false);
        Plan plan = new Plan(suite(7, fixed(1), open), ADAPTERS);

        assertThat(plan.comparisons()).hasSize(3 * 2 * 3 * 2);
        assertThat(plan.comparisons()).extracting(Comparison::level).containsOnly("500/s", "2000/s");
    }

    @Test
    void aBlockHoldsTheCombinationsOfTheSuitesPartsAlone() {
        Suite suite = suite(
                7,
                fixed(1),
                LoadShape.closed(InjectorKind.NIO),
                List.of(
                        new Suite.Part(List.of("cbr"), List.of("500", "10K"), List.of(20)),
                        new Suite.Part(List.of("xslt"), List.of("500"), List.of(1, 100))));
        Plan plan = new Plan(suite, ADAPTERS);

        assertThat(plan.comparisons())
                .extracting(Comparison::scenario, Comparison::payload, Comparison::concurrency)
                .containsExactly(
                        tuple("cbr", "500", 20),
                        tuple("cbr", "10K", 20),
                        tuple("xslt", "500", 1),
                        tuple("xslt", "500", 100));
        assertThat(plan.firstBlocks().get(0).trials()).hasSize(4 * ADAPTERS.size());
    }

    @Test
    void aBlockHoldsOnlyTheAdaptersOfTheSuitesParts() {
        Suite suite = suite(
                7,
                fixed(2),
                LoadShape.closed(InjectorKind.NIO),
                List.of(
                        new Suite.Part(
                                List.of("cbr"),
                                List.of("500"),
                                List.of(20),
                                List.of("direct", "nginx"),
                                Optional.empty()),
                        new Suite.Part(
                                List.of("cbr"),
                                List.of("10K"),
                                List.of(1),
                                List.of("ours", "theirs"),
                                Optional.empty()),
                        new Suite.Part(List.of("xslt"), List.of("500"), List.of(1))));
        Plan plan = new Plan(suite, List.of("ours", "theirs", "direct"));

        assertThat(plan.trialsInFullBlock()).isEqualTo(2 + 1 + 3);
        assertThat(plan.firstBlocks())
                .allSatisfy(block -> assertThat(cells(block))
                        .extracting(Cell::scenario, Cell::payload, Cell::adapter)
                        .containsExactlyInAnyOrder(
                                tuple("cbr", "500", "ours"),
                                tuple("cbr", "500", "theirs"),
                                tuple("cbr", "10K", "direct"),
                                tuple("xslt", "500", "ours"),
                                tuple("xslt", "500", "theirs"),
                                tuple("xslt", "500", "direct")));
        assertThat(new Plan(suite, List.of("ours")).comparisons())
                .extracting(Comparison::scenario, Comparison::payload)
                .containsExactly(tuple("cbr", "500"), tuple("xslt", "500"));
    }

    private static List<PlannedTrial> trials(Plan plan) {
        return plan.firstBlocks().stream()
                .flatMap(block -> block.trials().stream())
                .toList();
    }

    private static List<Cell> cells(Block block) {
        return block.trials().stream().map(PlannedTrial::cell).toList();
    }

    private static Suite suite(long seed, int blocks) {
        return suite(seed, fixed(blocks), LoadShape.closed(InjectorKind.NIO));
    }

    private static Suite suite(long seed, Repeats repeats, LoadShape load) {
        return suite(seed, repeats, load, List.of());
    }

    private static Suite suite(long seed, Repeats repeats, LoadShape load, List<Suite.Part> parts) {
        return new Suite(
                Path.of("test.yaml"),
                "test",
                "a test",
                ADAPTERS,
                Stream.of("virtualization", "cbr", "xslt")
                        .map(ProjectFiles.SCENARIOS::find)
                        .toList(),
                List.of("500", "10K"),
                List.of(1, 20, 100),
                parts,
                repeats,
                new Phases(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ZERO),
                load,
                seed,
                0.0,
                Pinning.NONE,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static Repeats fixed(int blocks) {
        return new Repeats(blocks, blocks, Optional.empty(), Repeats.usualForks(blocks));
    }
}
