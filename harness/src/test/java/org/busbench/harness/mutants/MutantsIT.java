package org.busbench.harness.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.run.MutantProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs against mediators that are broken on purpose. Each must be caught, by its right name, and the faultless one
 * must never be accused. For each accusation in a course, the first of the mutants whose fault shows in a moment is tried once.
 * {@code -Dbusbench.mutants.repeats=20} tries all of them 20 times, and the faultless mediator with them;
 * {@code -Dbusbench.mutants=a,b} tries only these two;
 * {@code -Dbusbench.mutants.resume} goes on with an interrupted series. The table is printed and left in
 * {@code target/mutants.txt}; the trials with a wrong result are left in {@code target/mutants-misses.jsonl}.
 *
 * <p>A repeat is <b>one</b> valid attempt, and its result counts. An attempt is void when the machine did not allow it: too
 * few messages came in the window, the rig failed, or, in a course about time, other processes used more than 10 % of the
 * machine in more than a quarter of the seconds. The trial's record decides that, without regard to whether the mutant was
 * caught: a catch can be void as well as a miss. A void attempt is made again at most twice, where that helps with a longer
 * load; a repeat with three void attempts fails the test.
 */
@Tag("nightly")
class MutantsIT {
    private static final Integer ASKED = Integer.getInteger("busbench.mutants.repeats");
    private static final int REPEATS = ASKED == null ? 1 : ASKED;
    private static final String ONLY = System.getProperty("busbench.mutants", "");
    private static final boolean RESUMED = System.getProperty("busbench.mutants.resume") != null;
    /** The number of runs side by side, in courses that are not about time. */
    private static final int LANES = Integer.getInteger("busbench.mutants.lanes", ASKED == null ? 2 : 6);

    /** The factors by which the load is longer at the first attempt, the second and the last. */
    private static final List<Integer> LENGTHS = List.of(1, 3, 8);
    /** The most repeats in one run, so that an interrupted series loses little. */
    private static final int BLOCKS_A_RUN = 5;

    @TempDir
    private Path folder;

    private MutantJournal journal;
    private MutantTally tally;

    @BeforeEach
    void requireBuiltProject() {
        for (String built : List.of(
                "backend-stockquote/target/backend/lib",
                "mutants/target/mutants/lib",
                "jmeter-plans/target/jmeter/lib")) {
            assumeThat(MutantProject.CHECKOUT.resolve(built))
                    .as("the project is built: mvn -DskipTests package")
                    .isDirectory();
        }
    }

    /** An old build of a mutant may have another fault than its sources. */
    @BeforeEach
    void requireMutantsAsNewAsTheirSources() throws IOException {
        Path mutants = MutantProject.CHECKOUT.resolve("mutants");
        assertThat(newest(mutants.resolve("src")))
                .as("the newest of the mutants' sources is in what was built of them: mvn -DskipTests package")
                .isLessThanOrEqualTo(newest(mutants.resolve("target/mutants/lib")));
    }

    private static FileTime newest(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            FileTime newest = FileTime.fromMillis(0);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                FileTime modified = Files.getLastModifiedTime(file);
                newest = modified.compareTo(newest) > 0 ? modified : newest;
            }
            return newest;
        }
    }

    @BeforeEach
    void openJournal() throws IOException {
        journal = new MutantJournal(Path.of("target"));
        tally = new MutantTally(journal);
    }

    @Test
    void eachMutantIsCaughtByItsNameAndTheReferenceNever() throws Exception {
        Map<Charge, Integer> wanted = new LinkedHashMap<>();
        Set<String> accusations = new HashSet<>();
        Charge.ALL.stream()
                .filter(charge -> ASKED != null
                        || (charge.course().isShort() && accusations.add(charge.course() + charge.name())))
                .filter(charge ->
                        ONLY.isEmpty() || Arrays.asList(ONLY.split(",", -1)).contains(charge.mutant()))
                .forEach(charge -> wanted.put(charge, REPEATS));
        if (RESUMED) {
            Map<String, Integer> done = tally.resume(journal.entries());
            wanted.replaceAll((charge, times) -> times - done.getOrDefault(charge.mutant(), 0));
            wanted.values().removeIf(times -> times <= 0);
        } else {
            journal.begin();
        }
        for (int length : LENGTHS) {
            tryAll(wanted, length);
            wanted.clear();
            wanted.putAll(tally.again());
        }
        tally.giveUp(wanted);

        String table = tally.table();
        System.out.println(table);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("mutants.txt"), table);
        assertThat(tally.misses()).as(table).isEmpty();
    }

    private void tryAll(Map<Charge, Integer> wanted, int length) throws Exception {
        List<Callable<Void>> alone = new ArrayList<>();
        List<Callable<Void>> together = new ArrayList<>();
        for (Course course : Course.values()) {
            for (String scenario : List.of(
                    "virtualization", "cbr", "xslt", "validation", "ws-security", "key", "limit", "split", "chain")) {
                // Mutants that need the same number of repeats share their runs, so that none is tried more often than
                // it needs.
                Map<Integer, List<Charge>> byTimes = wanted.keySet().stream()
                        .filter(charge -> course == charge.course() && scenario.equals(charge.scenario()))
                        .collect(Collectors.groupingBy(wanted::get, TreeMap::new, Collectors.toList()));
                byTimes.forEach((times, charges) ->
                        (course.isAlone() ? alone : together).addAll(runs(course, scenario, charges, times, length)));
            }
        }
        for (Callable<Void> run : alone) {
            run.call();
        }
        inLanes(together);
    }

    private List<Callable<Void>> runs(Course course, String scenario, List<Charge> charges, int repeats, int length) {
        List<Callable<Void>> runs = new ArrayList<>();
        int atOnce = course == Course.CHECKED ? REPEATS : BLOCKS_A_RUN;
        for (int first = 0; first < repeats; first += atOnce) {
            int blocks = Math.min(atOnce, repeats - first);
            String id = course.name().toLowerCase(Locale.ROOT) + "-" + scenario + "-" + length + "-" + repeats + "-"
                    + first;
            runs.add(() -> {
                long start = System.nanoTime();
                MutantProject project = new MutantProject(Files.createDirectory(folder.resolve(id)));
                new MutantRun(project, course, scenario, charges, length, tally).execute(id, blocks);
                System.out.printf("%-32s %d repeats in %.1f s%n", id, blocks, (System.nanoTime() - start) / 1e9);
                return null;
            });
        }
        return runs;
    }

    private static void inLanes(List<Callable<Void>> runs) throws Exception {
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try {
            for (Future<Void> run : lanes.invokeAll(runs)) {
                run.get();
            }
        } finally {
            lanes.shutdownNow();
        }
    }
}
