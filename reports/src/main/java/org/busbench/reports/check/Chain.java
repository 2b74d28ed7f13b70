package org.busbench.reports.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.busbench.common.Sha256;

/**
 * The lines of {@code trials.jsonl}, each of which names the fingerprint of the one before it.
 *
 * @param last the fingerprint of the last line, of {@code run.json} when there is none
 */
record Chain(List<byte[]> lines, String last) {

    static final String FILE = "trials.jsonl";

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** Follows the links; a last line without its line end, as a killed run leaves it, is no link. */
    static Chain follow(Path directory, Problems problems) throws IOException {
        String expected = Sha256.of(directory.resolve("run.json"));
        String before = "run.json";
        List<byte[]> lines = lines(directory.resolve(FILE));
        for (int i = 0; i < lines.size(); i++) {
            String previous = previous(lines.get(i));
            if (previous == null) {
                problems.line(FILE, i + 1).says("has no 'previous': nothing shows that it follows %s", before);
            } else if (!previous.equals(expected)) {
                problems.line(FILE, i + 1)
                        .says(
                                "does not follow %s: its 'previous' is %s..., that has %s...; one of them was edited,"
                                        + " removed, inserted or moved, or belongs to another run",
                                before,
                                previous.substring(0, Math.min(12, previous.length())),
                                expected.substring(0, 12));
            }
            expected = Sha256.of(lines.get(i));
            before = "line " + (i + 1);
        }
        return new Chain(lines, expected);
    }

    int size() {
        return lines.size();
    }

    private static String previous(byte[] line) {
        try {
            JsonNode tree = JSON.readTree(line);
            JsonNode value = tree == null ? null : tree.get("previous");
            return value == null || !value.isTextual() ? null : value.textValue();
        } catch (JsonProcessingException notJson) {
            return null;
        } catch (IOException impossible) {
            throw new IllegalStateException("bytes in memory can be read", impossible);
        }
    }

    private static List<byte[]> lines(Path file) throws IOException {
        String text = Files.exists(file) ? Files.readString(file, ISO_8859_1) : "";
        int end = text.lastIndexOf('\n');
        return end < 0
                ? List.of()
                : Arrays.stream(text.substring(0, end).split("\n", -1))
                        .map(line -> line.getBytes(ISO_8859_1))
                        .toList();
    }
}
