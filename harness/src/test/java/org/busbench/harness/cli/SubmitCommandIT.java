package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A published run as a foreigner has it, with its evidence unpacked. */
class SubmitCommandIT {

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    private Path run;

    @BeforeEach
    void unpack() throws Exception {
        run = copy("interop-2026-11-25");
    }

    @Test
    void aCompleteRunIsPackedBesideAForm() throws Exception {
        assertThat(packed()).isNotEmptyFile();
    }

    @Test
    @Tag("nightly")
    void aCompleteRunIsSubmittedAgainFromItsArchive() throws Exception {
        Path archive = packed();
        Path other = Files.createDirectory(folder.resolve("other"));
        start("tar", "-xzf", archive.toString(), "-C", other.toString());
        run = other.resolve("interop-2026-11-25");
        assertThat(submit()).isZero();
    }

    private Path packed() throws IOException {
        assertThat(submit()).as(console.err()).isZero();
        Path archive = folder.resolve("interop-2026-11-25.tar.gz");
        assertThat(folder.resolve("interop-2026-11-25.md"))
                .content()
                .contains(Sha256.of(archive), "nine times out of ten", "figures of 270 trials", "busbench |");
        return archive;
    }

    @Test
    void anEditedRunOneThatTellsNoDifferenceAndOneOfRampsAreNotPacked() throws Exception {
        Files.writeString(run.resolve("verifications.jsonl"), "\n", StandardOpenOption.APPEND);
        assertThat(submit()).isEqualTo(ExitCode.FAILED);
        assertThat(console.err()).contains("verifications.jsonl").contains("not submitted");

        console.clear();
        run = copy("field-quick-2026-11-22");
        assertThat(submit()).isEqualTo(ExitCode.FAILED);
        assertThat(console.err())
                .contains("tells no difference", "measure a second mediator (direct is none)")
                .doesNotContain("SHA-256");

        console.clear();
        run = copy("thrift-2026-11-25");
        assertThat(submit()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(console.err()).contains("thrift-2026-11-25: is a run of ramps");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private int submit() {
        return Busbench.execute("submit", run.toString(), "--out", folder.toString());
    }

    private Path copy(String name) throws Exception {
        Path published = ProjectFiles.ROOT.resolve("reports/published").resolve(name);
        start("cp", "-r", published.toString(), folder.toString());
        Path copy = folder.resolve(name);
        start("tar", "-xJf", copy.resolve("evidence.tar.xz").toString(), "-C", copy.toString());
        return copy;
    }

    private static void start(String... words) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }
}
