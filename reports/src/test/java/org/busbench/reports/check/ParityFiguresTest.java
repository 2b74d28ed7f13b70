package org.busbench.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.record.Parity;
import org.busbench.reports.ParityLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was said is kept, and told again from its bytes. */
class ParityFiguresTest {

    private static final String FIXED = "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n<a/>";
    private static final String CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n0\r\n\r\n";

    @TempDir
    private Path folder;

    private Path evidence;

    @BeforeEach
    void writeEvidence() throws IOException {
        evidence = Files.createDirectories(folder.resolve("parity/a"));
        for (String name : List.of("cbr-fixed-request", "cbr-fixed-answer")) {
            write(name + ".sent", FIXED);
            write(name + ".received", FIXED);
        }
        write("cbr-chunked-request.received", CHUNKED);
        write("cbr-chunked-answer-answer.received", CHUNKED);
    }

    @Test
    void aLineThatFollowsFromItsBytesIsAccepted() throws IOException {
        Problems problems = check("");

        assertThat(problems.lines()).isEmpty();
        assertThat(problems.compared()).isEqualTo(7);
    }

    @Test
    void anotherFramingOfTheSameBodyIsTheSameBody() throws IOException {
        write("cbr-fixed-request.received", CHUNKED);

        assertThat(check("").lines())
                .singleElement()
                .asString()
                .contains("'request.fixed' is fixed, but cbr-fixed-request.received says chunked");
    }

    @Test
    void bytesThatAreCalledIdenticalAreCompared() throws IOException {
        write("cbr-fixed-answer.received", FIXED.replace("<a/>", "<b/>"));

        assertThat(check("").lines()).singleElement().asString().contains("'body' is identical, but");
    }

    @Test
    void moreAnswersThanMessagesAndAWrongProductAreRefused() throws IOException {
        assertThat(check("\"messages\":60,\"answered\":60>\"messages\":61,\"answered\":62")
                        .lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("'messages' is 61"))
                .anyMatch(line -> line.contains("more answers"));
    }

    @Test
    void bytesThatAreMissingAreMissed() throws IOException {
        Files.delete(evidence.resolve("cbr-chunked-request.received"));

        assertThat(check("").lines()).anyMatch(line -> line.contains("there is no cbr-chunked-request"));
    }

    @Test
    void anEditedFileOfTheEvidenceIsNoticed() throws IOException {
        Parity line = line("");
        write("cbr-chunked-request.received", CHUNKED + " ");

        Problems problems = new Problems(folder);
        new ParityFigures(folder, problems).check(List.of(line));

        assertThat(problems.lines()).anyMatch(text -> text.contains("was edited"));
    }

    private Problems check(String change) throws IOException {
        Problems problems = new Problems(folder);
        new ParityFigures(folder, problems).check(List.of(line(change)));
        return problems;
    }

    private Parity line(String change) throws IOException {
        StringBuilder sums = new StringBuilder();
        try (var files = Files.list(evidence)) {
            for (Path file :
                    files.filter(file -> !file.endsWith(Manifest.NAME)).sorted().toList()) {
                sums.append(Sha256.of(file))
                        .append("  ")
                        .append(file.getFileName())
                        .append('\n');
            }
        }
        write(Manifest.NAME, sums.toString());
        String text = ParityLines.changed(
                ParityLines.fair("a", "cbr"),
                "\"evidence\":null,\"evidenceSha256\":null",
                "\"evidence\":\"parity/a\",\"evidenceSha256\":\"" + Sha256.of(evidence.resolve(Manifest.NAME)) + "\"");
        String[] replaced = change.split(">", 2);
        return ParityLines.read(folder, change.isEmpty() ? text : ParityLines.changed(text, replaced[0], replaced[1]));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(evidence.resolve(name), text);
    }
}
