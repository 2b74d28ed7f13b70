package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Objects;

/**
 * A line that Synapse's {@code log} writes for each message.
 *
 * @param level how much of the message it shows
 * @param properties in their order, after what the level shows
 */
public record LogLine(Category category, Level level, String separator, List<Property> properties) {

    /** Synapse's categories, which are log levels. */
    public enum Category {
        /** Informative: the default. */
        INFO,
        /** For debugging. */
        DEBUG,
        /** Finer than debugging. */
        TRACE,
        /** Something looks wrong. */
        WARN,
        /** Something is wrong. */
        ERROR,
        /** The mediator cannot work. */
        FATAL
    }

    /** How much of the message the line shows besides the properties. */
    public enum Level {
        /** Nothing. */
        CUSTOM,
        /** The header blocks of the SOAP envelope. */
        HEADERS,
        /** Address, action, message ID and direction. */
        SIMPLE,
        /** Like {@code SIMPLE}, with the whole message. */
        FULL
    }

    /** A part of the line: {@code name = value}. */
    public record Property(String name, Value value) {}

    public LogLine {
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(separator, "separator");
        properties = List.copyOf(properties);
    }

    /** Returns whether the level by itself shows a part of the body. */
    public boolean showsContent() {
        return level == Level.HEADERS || level == Level.FULL;
    }

    /** Whether the level shows where the message goes to. */
    boolean showsAddress() {
        return level == Level.SIMPLE || level == Level.FULL;
    }

    List<Value> values() {
        return properties.stream().map(Property::value).toList();
    }
}
