package org.busbench.injector;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;

/** The injector's side of the conversation: one JSON object per line, flushed at once. Safe for any thread. */
final class Events {
    private final JsonMapper mapper = new JsonMapper();
    private final PrintStream out;

    Events(PrintStream out) {
        this.out = out;
    }

    /** The injector takes commands. */
    void ready() {
        write(event("ready"));
    }

    /** The plan is loaded and its users are about to start. */
    void started() {
        write(event("started"));
    }

    /** The plan has ended and its JTL is complete. */
    void finished(long samples) {
        write(event("finished").put("samples", samples));
    }

    /** The command was refused, or its run came to nothing that may be used. */
    void failed(String message) {
        write(event("failed").put("message", message));
    }

    private ObjectNode event(String name) {
        return mapper.createObjectNode().put("event", name);
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
