package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.text.Problem;
import org.busbench.record.Step;

/**
 * The {@code steps.jsonl} of a run directory, to which a line is added as each step ends. For the run's own thread, between
 * its steps.
 */
public record StepLog(Path file) {

    /** Its name in each run directory. */
    public static final String NAME = "steps.jsonl";

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** The log of the run in this directory. */
    public static StepLog in(Path directory) {
        return new StepLog(directory.resolve(NAME));
    }

    /**
     * Adds a line. A half-written one that a kill left goes first. Unlike a channel this lets an interrupt of the run wait
     * until the line is written.
     *
     * @throws IOException when it cannot be written
     */
    public void append(Step step) throws IOException {
        byte[] line = (JSON.writeValueAsString(step) + "\n").getBytes(StandardCharsets.UTF_8);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            long whole = wholeLength(out);
            out.setLength(whole);
            out.seek(whole);
            out.write(line);
        }
    }

    private static long wholeLength(RandomAccessFile in) throws IOException {
        long end = in.length();
        for (; end > 0; end--) {
            in.seek(end - 1);
            if (in.read() == '\n') {
                break;
            }
        }
        return end;
    }

    /**
     * What stands in it.
     *
     * @return the whole lines, in order
     * @throws Problem when a line is none of ours
     * @throws IOException when it cannot be read
     */
    public List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        for (byte[] line : JsonLines.wholeLines(file)) {
            try {
                steps.add(JSON.readValue(line, Step.class));
            } catch (JsonProcessingException malformed) {
                throw new Problem(
                        file + ":" + (steps.size() + 1) + ": not a step: " + malformed.getOriginalMessage(), malformed);
            }
        }
        return steps;
    }
}
