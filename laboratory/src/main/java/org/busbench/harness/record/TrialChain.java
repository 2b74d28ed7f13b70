package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;
import org.busbench.record.Trial;

/**
 * What ties the lines of {@code trials.jsonl} together: each carries the fingerprint of the line before it, the first
 * one that of {@code run.json}, and the numbers of the trials rise by one.
 */
final class TrialChain {

    private final ObjectMapper json;
    private String last;
    private int length;

    /** A chain without a line yet; {@code run} is the fingerprint of {@code run.json}. */
    TrialChain(ObjectMapper json, String run) {
        this.json = json;
        this.last = run;
    }

    /** The line to be written next. Once it stands, {@link #added} takes its bytes. */
    Trial link(Trial trial) {
        if (trial.number() != length + 1) {
            throw new IllegalStateException("trial " + trial.number() + " cannot follow " + length + " recorded ones");
        }
        return trial.after(last);
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

    /** Reads the lines of a file that exists. A line that does not belong there is a {@link Problem}. */
    List<Trial> follow(Path file, List<byte[]> lines) throws IOException {
        List<Trial> trials = new ArrayList<>();
        for (byte[] line : lines) {
            String place = file + ":" + (length + 1) + ": ";
            Trial trial;
            try {
                trial = json.readValue(line, Trial.class);
            } catch (JsonProcessingException e) {
                throw new Problem(place + "not a trial: " + e.getOriginalMessage() + "; start the suite anew", e);
            }
            if (trial.number() != length + 1) {
                throw new Problem(place + "trial " + trial.number() + " where " + (length + 1)
                        + " is due: the record was changed; start the suite anew");
            }
            if (!last.equals(trial.previous())) {
                throw new Problem(place + "does not follow the line before it: the record was changed; start the"
                        + " suite anew");
            }
            trials.add(trial);
            added(line);
        }
        return trials;
    }
}
