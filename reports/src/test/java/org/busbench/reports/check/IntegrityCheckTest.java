package org.busbench.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.reports.HostileRun;
import org.busbench.reports.Report;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record of hostile exchanges that was tampered with is refused, and what was tampered with is named. */
class IntegrityCheckTest {
    @TempDir
    private Path run;

    @BeforeEach
    void write() throws IOException {
        HostileRun.write(run);
        Report.integrity(run);
    }

    private List<String> problems() {
        return Check.of(run).problems();
    }

    private void replace(String file, String was, String is) throws IOException {
        String text = Files.readString(run.resolve(file));
        assertThat(text).contains(was);
        Files.writeString(run.resolve(file), text.replace(was, is));
    }

    /** As an editor does who knows of the checksum. */
    private void sumAnew() throws IOException {
        String text = Files.readString(run.resolve("integrity.json"));
        Files.writeString(
                run.resolve("integrity.json"),
                text.replaceAll(
                        "\"linesSha256\":\"[0-9a-f]+\"",
                        "\"linesSha256\":\"" + Sha256.of(run.resolve("integrity.jsonl")) + "\""));
    }

    @Test
    void aRunThatWasLeftAloneHolds() {
        Check check = Check.of(run);

        assertThat(check.problems()).isEmpty();
        assertThat(check.trials()).isEqualTo(6);
        assertThat(check.remarks()).containsExactly("absent: no program 'absent'");
    }

    @Test
    void anEditedByteOfTheEvidenceIsNamed() throws IOException {
        Files.writeString(run.resolve("integrity/loose/hop-named/client.received"), "HTTP/1.1 200 OK\r\n\r\n");

        assertThat(problems())
                .singleElement()
                .asString()
                .endsWith(
                        "integrity/loose/hop-named/client.received: was edited: its SHA-256 is not the one in SHA256SUMS");
    }

    @Test
    void evidenceThatIsMissingOrOfNoLineIsNamed() throws IOException {
        Files.delete(run.resolve("integrity/loose/down-16k/replay.py"));
        Files.createDirectories(run.resolve("integrity/firm/hop-named"));

        assertThat(String.join("\n", problems()))
                .contains(
                        "integrity/loose/down-16k/replay.py: is missing, but SHA256SUMS names it",
                        "integrity/firm/hop-named: was added: no line of integrity.jsonl names it");
    }

    @Test
    void anEditedVerdictIsFoundByTheChecksumAndByThePage() throws IOException {
        replace(
                "integrity.jsonl",
                "\"verdict\":\"tolerable\",\"reason\":\"why not\"",
                "\"verdict\":\"right\",\"reason\":null");

        assertThat(String.join("\n", problems()))
                .contains(
                        "integrity.jsonl: was edited",
                        "index.html:1: 'right of firm, xml' is 0, but integrity.jsonl says 1",
                        "index.html:1: 'tolerable of firm, xml' is 1, but integrity.jsonl says 0");
    }

    @Test
    void aWrongCaseWithoutEvidenceAndOneThatIsThereTwiceAreNamed() throws IOException {
        List<String> lines = Files.readAllLines(run.resolve("integrity.jsonl"));
        Files.writeString(run.resolve("integrity.jsonl"), lines.get(0) + "\n", StandardOpenOption.APPEND);
        replace("integrity.jsonl", "\"evidence\":\"integrity/loose/hop-named\"", "\"evidence\":null");
        sumAnew();

        assertThat(String.join("\n", problems()))
                .contains(
                        "integrity.jsonl:4: case 'hop-named' of loose is wrong, and has no 'evidence'",
                        "integrity.jsonl:7: case 'hop-named' of firm is there twice, first in line 1",
                        "'lines' is 6, but integrity.jsonl says 7");
    }

    @Test
    void anUnknownCaseAndAnUnknownAdapterAreNamed() throws IOException {
        replace("integrity.jsonl", "\"id\":\"cbr-dtd\"", "\"id\":\"cbr-dtt\"");
        replace("integrity.jsonl", "\"name\":\"firm\"", "\"name\":\"form\"");
        sumAnew();

        assertThat(String.join("\n", problems()))
                .contains(
                        "integrity.jsonl:1: adapter 'form' is not among those of integrity.json",
                        "integrity.jsonl:3: case 'cbr-dtt' is not among those of integrity.json",
                        "has no line of case 'cbr-dtd' and loose, which is complete by integrity.json");
    }

    @Test
    void objectionsThatWereEditedAreNamed() throws IOException {
        replace("integrity/loose/objections.md", "MAY", "MUST");

        assertThat(problems())
                .singleElement()
                .asString()
                .endsWith("integrity/loose/objections.md: was edited: its SHA-256 is not the one in integrity.json");
    }

    @Test
    void aPageThatCountsOtherwiseOrLeadsNowhereIsNamed() throws IOException {
        replace("index.html", "data-wrong=\"1\"", "data-wrong=\"0\"");
        replace("index.html", "href=\"integrity/loose/down-16k/replay.py\"", "href=\"elsewhere\"");

        assertThat(String.join("\n", problems()))
                .contains(
                        "'wrong of loose, http-request' is 0, but integrity.jsonl says 1",
                        "does not lead to the bytes and the script of case 'down-16k' of loose");
    }

    @Test
    void aKilledRunIsRefused() throws IOException {
        Files.delete(run.resolve("integrity.json"));

        assertThat(problems())
                .singleElement()
                .asString()
                .contains("integrity.json: is missing, as when a run was killed");
    }
}
