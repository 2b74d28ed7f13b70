package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.mediators.builtin.LogMediator;

/** What {@code log} means at one place of a sequence. */
final class Logs {

    private Logs() {}

    static LogLine of(LogMediator log, Direction direction, Known known) throws NotKnown {
        LogLine.Level level = switch (log.getLogLevel()) {
            case LogMediator.CUSTOM -> LogLine.Level.CUSTOM;
            case LogMediator.SIMPLE -> LogLine.Level.SIMPLE;
            case LogMediator.FULL -> LogLine.Level.FULL;
            case LogMediator.HEADERS -> LogLine.Level.HEADERS;
            default -> throw new NotKnown("a <log> of the unknown level " + log.getLogLevel());
        };
        if (level != LogLine.Level.CUSTOM && known.made() != null) {
            throw new NotKnown("<log> after <makefault> in the " + direction.sequence());
        }
        if (level == LogLine.Level.HEADERS && direction == Direction.FAULT) {
            throw new NotKnown("<log level='headers'> in the fault sequence, where the message has gone");
        }
        boolean addressed = level == LogLine.Level.SIMPLE || level == LogLine.Level.FULL;
        if (addressed && (known.to() != null || known.is(Known.Mark.NOWHERE))) {
            throw new NotKnown("<log> after the header 'To' was changed");
        }
        if (addressed && known.isChanged("SOAPAction")) {
            throw new NotKnown("<log> after the header 'Action' was changed");
        }
        List<LogLine.Property> properties = new ArrayList<>();
        for (MediatorProperty property : log.getProperties()) {
            Value value = property.getValue() != null
                    ? new Value.Literal(property.getValue())
                    : Expressions.value(property.getExpression(), direction, known);
            properties.add(new LogLine.Property(property.getName(), value));
        }
        return new LogLine(category(log), level, log.getSeparator(), properties);
    }

    private static LogLine.Category category(LogMediator log) throws NotKnown {
        return switch (log.getCategory()) {
            case LogMediator.CATEGORY_INFO -> LogLine.Category.INFO;
            case LogMediator.CATEGORY_DEBUG -> LogLine.Category.DEBUG;
            case LogMediator.CATEGORY_TRACE -> LogLine.Category.TRACE;
            case LogMediator.CATEGORY_WARN -> LogLine.Category.WARN;
            case LogMediator.CATEGORY_ERROR -> LogLine.Category.ERROR;
            case LogMediator.CATEGORY_FATAL -> LogLine.Category.FATAL;
            default -> throw new NotKnown("a <log> of the unknown category " + log.getCategory());
        };
    }
}
