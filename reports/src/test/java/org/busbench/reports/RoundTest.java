package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTest {
    private static final String RUN = "quick-2026-11-28";

    @TempDir
    private Path place;

    @Test
    void isNotComparedWithItsOwnRunThatWasPublished() throws IOException {
        Path folder = Files.createDirectories(place.resolve("runs/round-2026-11-28"));
        Path published = place.resolve("published");
        for (Path run : List.of(folder.resolve(RUN), published.resolve(RUN), published.resolve(RUN + "-2"))) {
            copy(run);
        }
        Round round =
                Round.begin(folder, Round.Plan.of("2026-11-28", "2026-11-28T07:00:00Z", List.of("quick"), List.of()));

        Path page = round.draw(published);

        assertThat(page).content().contains("href=\"" + RUN + "/index.html\"", "nothing earlier");
        assertThat(folder.resolve("compare-quick.html")).doesNotExist();
    }

    @Test
    void theNewestRunOfADayIsTheLastByItsNumberOrLetter() throws IOException {
        Round round =
                Round.begin(place, Round.Plan.of("2026-11-28", "2026-11-28T07:00:00Z", List.of("quick"), List.of()));

        for (String name : List.of("27-3", "28", "28b", "28c", "28-9", "28-10")) {
            Path run = Files.createDirectory(place.resolve("quick-2026-11-" + name));
            assertThat(round.run("quick")).contains(run);
        }
    }

    private static void copy(Path run) throws IOException {
        Files.createDirectories(run);
        Path from = Path.of("published").resolve(RUN);
        for (String name :
                List.of("run.json", "trials.jsonl", "verifications.jsonl", "parity.jsonl", "finished.json")) {
            Files.copy(from.resolve(name), run.resolve(name));
        }
    }
}
