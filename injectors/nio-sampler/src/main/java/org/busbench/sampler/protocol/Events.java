package org.busbench.sampler.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import org.busbench.common.ErrorClass;
import org.busbench.sampler.record.Totals;

/**
 * The injector's side of the conversation: one JSON object per line, flushed at once. {@code id} is that of the command of
 * which an event tells, null when it had none. Safe for any thread.
 */
public final class Events {
    private final JsonMapper mapper = new JsonMapper();
    private final PrintStream out;

    /** To a stream of which this is the only writer. */
    public Events(PrintStream out) {
        this.out = out;
    }

    /** The injector takes commands. */
    public void ready() {
        write(event("ready", null));
    }

    /** The plan is loaded and its users are about to start. */
    public void started(Long id) {
        write(event("started", id));
    }

    /** The current interval was ended; the counts are of all requests until then, or a moment later. */
    public void marked(Long id, long millis, Load.Counts counts) {
        ObjectNode event = event("marked", id).put("millis", millis);
        event.put("verified", counts.own() == null ? null : counts.own().verified());
        if (counts.limited() != null) {
            event.put("letThrough", counts.limited().letThrough())
                    .put("allowed", counts.limited().allowed())
                    .put("burst", counts.limited().burst());
        }
        if (counts.rival() != null) {
            event.put("rivalVerified", counts.rival().verified());
        }
        write(event);
    }

    /** The plan has ended and its JTL is complete; the counts are of all requests. */
    public void finished(Long id, long samples, Load.Counts counts) {
        ObjectNode event = event("finished", id).put("samples", samples);
        if (counts.own() == null) {
            event.putNull("totals");
        } else {
            totals(counts.own(), event.putObject("totals"));
        }
        if (counts.rival() != null) {
            totals(counts.rival(), event.putObject("rivalTotals"));
        }
        write(event);
    }

    private static void totals(Totals totals, ObjectNode all) {
        all.put("sent", totals.sent())
                .put("verified", totals.verified())
                .put("refused", totals.refused())
                .put("unfinished", totals.unfinished())
                .put("unsent", totals.unsent());
        ObjectNode errors = all.putObject("errors");
        for (ErrorClass error : ErrorClass.values()) {
            errors.put(error.key(), totals.errors().get(error));
        }
    }

    /** The command was refused, or its run came to nothing that may be used. */
    public void failed(Long id, String message) {
        write(event("failed", id).put("message", message));
    }

    private ObjectNode event(String name, Long id) {
        ObjectNode event = mapper.createObjectNode().put("event", name);
        return id == null ? event : event.put("id", id);
    }

    private void write(ObjectNode event) {
        try {
            String line = mapper.writeValueAsString(event);
            synchronized (out) {
                out.println(line);
                out.flush();
            }
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("an event could not be written: " + event, impossible);
        }
    }
}
