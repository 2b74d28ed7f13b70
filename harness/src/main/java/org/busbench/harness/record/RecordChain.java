package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;

/**
 * What ties the lines of {@code trials.jsonl} together: each carries the fingerprint of the line before it, the first
 * one that of {@code run.json}, and the numbers of the trials rise by one.
 */
final class RecordChain {

    private static final String PREVIOUS = "previous";

    private final ObjectMapper json;
    private String last;
    private int length;

    /** A chain without a line yet; {@code run} is the fingerprint of {@code run.json}. */
    RecordChain(ObjectMapper json, String run) {
        this.json = json;
        this.last = run;
    }

    /** The line to be written next; what {@link #added} is then told of. */
    ObjectNode link(TrialRecord trial) {
        if (trial.subject().number() != length + 1) {
            throw new IllegalStateException(
                    "trial " + trial.subject().number() + " cannot follow " + length + " recorded ones");
        }
        ObjectNode line = json.valueToTree(trial);
        return line.put(PREVIOUS, last);
    }

    void added(byte[] line) {
        last = Sha256.of(line);
        length++;
    }

    /** Fingerprint of the last line; of {@code run.json} when there is none. */
    String last() {
        return last;
    }

    int length() {
        return length;
    }

    /** Follows the lines of a file that exists; a line that does not belong there is a problem. */
    List<TrialRecord> follow(Path file, List<byte[]> lines) throws IOException {
        ObjectMapper lenient = json.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        List<TrialRecord> trials = new ArrayList<>();
        for (byte[] line : lines) {
            String place = file + ":" + (length + 1) + ": ";
            JsonNode node;
            TrialRecord trial;
            try {
                node = json.readTree(line);
                trial = lenient.treeToValue(node, TrialRecord.class);
            } catch (JsonProcessingException e) {
                throw new Problem(place + "not a trial: " + e.getOriginalMessage() + "; start the suite anew", e);
            }
            if (trial.subject().number() != length + 1) {
                throw new Problem(place + "trial " + trial.subject().number() + " where " + (length + 1)
                        + " is due: the record was changed; start the suite anew");
            }
            if (!node.path(PREVIOUS).asText().equals(last)) {
                throw new Problem(place + "does not follow the line before it: the record was changed; start the"
                        + " suite anew");
            }
            trials.add(trial);
            added(line);
        }
        return trials;
    }
}
