package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.record.IntegrityRun;
import org.busbench.record.Ramp;
import org.busbench.record.RampRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a published run in {@code reports/published/README.md} is true. */
class PublishedRunsTest {

    private static final Path PUBLISHED = Path.of("published");
    private static final int MOST_PAGE_BYTES = 4_000_000;

    static List<Path> runs() throws IOException {
        try (Stream<Path> entries = Files.list(PUBLISHED)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Of load. */
    static List<Path> measured() throws IOException {
        return runs().stream()
                .filter(run -> Files.exists(run.resolve("finished.json")))
                .toList();
    }

    /** Of load, with their pages. */
    static List<Path> drawn() throws IOException {
        return measured().stream()
                .filter(run -> Files.exists(run.resolve("index.html")))
                .toList();
    }

    /** The last three of them, by their dates. */
    static List<Path> drawnLast() throws IOException {
        return drawn().stream()
                .sorted(Comparator.comparing(PublishedRunsTest::date).reversed())
                .limit(3)
                .toList();
    }

    private static String date(Path run) {
        return run.getFileName().toString().replaceFirst(".*(?=\\d{4}-\\d\\d-)", "");
    }

    /** Of hostile exchanges. */
    static List<Path> tortured() throws IOException {
        return runs().stream()
                .filter(run -> Files.exists(run.resolve(IntegrityRun.FILE)))
                .toList();
    }

    /** Of torture with its page: those of older runs are not kept. */
    static List<Path> torturedWithPage() throws IOException {
        return tortured().stream()
                .filter(run -> Files.exists(run.resolve("index.html")))
                .toList();
    }

    /** Of ramps. */
    static List<Path> ramped() throws IOException {
        return runs().stream()
                .filter(run -> Files.exists(run.resolve(RampRun.End.FILE)))
                .toList();
    }

    @Test
    void eachRunIsOfOneOfThreeKinds() throws IOException {
        assertThat(Stream.of(measured(), tortured(), ramped()).flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(runs());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsDigestStandsInTheReadme(Path run) throws IOException, NoSuchAlgorithmException {
        Path end = Stream.of("finished.json", IntegrityRun.FILE, RampRun.End.FILE)
                .map(run::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(end));

        assertThat(Files.readString(PUBLISHED.resolve("README.md")))
                .contains(run.getFileName() + "/", HexFormat.of().formatHex(digest));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsDateAndCommitStandInTheReadme(Path run) throws IOException {
        JsonNode info = new ObjectMapper()
                .readTree(Stream.of("run.json", IntegrityRun.FILE, RampRun.FILE)
                        .map(run::resolve)
                        .filter(Files::exists)
                        .findFirst()
                        .orElseThrow()
                        .toFile());
        String commit = info.at("/busbench/commit").asText().substring(0, 8);
        int day = OffsetDateTime.parse(info.get("startedAt").asText()).getDayOfMonth();

        assertThat(Files.readAllLines(PUBLISHED.resolve("README.md")))
                .anyMatch(line -> line.startsWith("| [" + run.getFileName() + "/]")
                        && line.contains(day + " November 2026, commit " + commit + ","));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void itsPageCanBeMailedAndSaysNothingOfItsMakersFolders(Path run) throws IOException {
        for (String name :
                List.of("index.html", "run.json", "trials.jsonl", IntegrityRun.FILE, RampRun.FILE, Ramp.FILE)) {
            if (Files.exists(run.resolve(name))) {
                assertThat(Files.readString(run.resolve(name)))
                        .as(name)
                        .doesNotContainPattern("(?<![\\w.-])/(home|root)/");
            }
        }
        if (Files.exists(run.resolve("index.html"))) {
            assertThat(Files.size(run.resolve("index.html"))).isLessThan(MOST_PAGE_BYTES);
        }
    }

    @Test
    void theNewestRunOfEachSuiteHasItsPage() throws IOException {
        Map<String, Path> newest = new HashMap<>();
        runs().forEach(run -> newest.put(run.getFileName().toString().replaceFirst("-[0-9]{4}-.*", ""), run));

        assertThat(newest.values())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.resolve("index.html")).exists());
    }
}
