package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.busbench.common.DataRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedRowsTest {
    private static final int COUNT = 180_000;

    @TempDir
    private Path folder;

    @Test
    void theSameSeedMakesTheSameRowsAndNoNonceComesTwice() throws IOException {
        GeneratedRows made = rows(COUNT, 7);
        ScenarioPlan.bringUpToDate(made.file(), made.text());
        DataRows read = DataRows.read(made.file());

        assertThat(read.size()).isEqualTo(COUNT);
        assertThat(read.columns()).containsExactly("amount", "nonce");
        HashSet<Long> nonces = new HashSet<>();
        for (long number = 0; number < COUNT; number++) {
            nonces.add(read.nonce(number));
        }
        assertThat(nonces).hasSize(COUNT);
        assertThat(read.values(0)).containsExactlyInAnyOrder("1.00", "2.50");
        assertThat(rows(COUNT, 7).text()).isEqualTo(Files.readString(made.file()));
        assertThat(rows(10, 8).text()).isNotEqualTo(rows(10, 7).text());
        assertThat(rows(10, 7).first()).isEqualTo(rows(1, 7).first()).containsOnlyKeys("amount", "nonce");
    }

    @Test
    void aFileThatSaysSomethingElseIsWrittenAnew() throws IOException {
        GeneratedRows made = rows(3, 7);
        Files.writeString(made.file(), "amount,nonce\n");
        ScenarioPlan.bringUpToDate(made.file(), made.text());

        assertThat(made.file()).hasContent(made.text());
    }

    private GeneratedRows rows(int count, long seed) {
        return new GeneratedRows(
                folder.resolve(GeneratedRows.FILE_NAME), count, seed, Map.of("amount", List.of("1.00", "2.50")));
    }
}
