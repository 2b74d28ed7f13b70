package org.busbench.mediation.compile;

import java.util.List;
import java.util.Objects;

/**
 * A line that Synapse's {@code log} writes for each message.
 *
 * @param category of the log
 * @param level how much of the message it says
 * @param separator between its parts
 * @param properties what it says beside, in their order
 */
public record LogLine(Category category, Level level, String separator, List<Property> properties) {

    /** Synapse's categories, which are log levels. */
    public enum Category {
        /** Informative; what a mediator gets that names none. */
        INFO,
        /** For those who look for a fault. */
        DEBUG,
        /** Finer still. */
        TRACE,
        /** Something looks wrong. */
        WARN,
        /** Something is wrong. */
        ERROR,
        /** Nothing works. */
        FATAL
    }

    /** How much of the message is said. */
    public enum Level {
        /** The properties only. */
        CUSTOM,
        /** The header blocks of the SOAP envelope, and the properties. */
        HEADERS,
        /** Where to, which action, which message, which direction, and the properties. */
        SIMPLE,
        /** As simple, and the whole message. */
        FULL
    }

    /**
     * A part of the line.
     *
     * @param name what stands before the equals sign
     * @param value what stands behind it
     */
    public record Property(String name, Value value) {}

    /** {@return whether it says something of the message's content by itself} */
    boolean looksIntoTheMessage() {
        return level == Level.HEADERS || level == Level.FULL;
    }

    /** Makes the list unchangeable. */
    public LogLine {
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(separator, "separator");
        properties = List.copyOf(properties);
    }
}
