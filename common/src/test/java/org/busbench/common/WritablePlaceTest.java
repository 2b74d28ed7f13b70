package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WritablePlaceTest {
    private static final Path INSTALLED = Path.of("/opt/busbench/configs/scenarios");

    @TempDir
    private Path folder;

    @Test
    void aFolderInWhichFilesCanBeMadeIsTaken() {
        assertThat(WritablePlace.of(folder.resolve("not/there"))).isEqualTo(folder.resolve("not/there"));
    }

    @Test
    void theUsersFolderStandsInForOneThatCannotBeWritten() {
        assertThat(WritablePlace.of(INSTALLED, place -> !place.startsWith("/opt")))
                .isEqualTo(WritablePlace.caches().resolve("beside/opt/busbench/configs/scenarios"));
    }

    @Test
    void aUserWithoutAFolderForCachesGetsOneUntilTheProcessEnds() {
        Path place = WritablePlace.of(INSTALLED, none -> false);

        assertThat(place).endsWithRaw(Path.of("beside/opt/busbench/configs/scenarios"));
        assertThat(WritablePlace.of(INSTALLED, none -> false)).isEqualTo(place);
    }
}
