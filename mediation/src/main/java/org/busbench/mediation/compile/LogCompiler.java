package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.mediators.builtin.LogMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.fastlane.LogLine;
import org.busbench.mediation.fastlane.LogWriter;

/** Compiles the lines of {@code log}. */
final class LogCompiler {

    private LogCompiler() {}

    /** Whether the log shows what Synapse's trace would say. */
    static boolean isTraced(int state) {
        return state == SynapseConstants.TRACING_ON
                && LogFactory.getLog(SynapseConstants.TRACE_LOGGER).isInfoEnabled();
    }

    /** Null for a line that is not written: it costs nothing and reads nothing. */
    static LogLine line(LogMediator log, MessageState state, Log service) throws NotCompilable {
        for (MediatorProperty property : log.getProperties()) {
            if (property.getExpression() != null && ExpressionCompiler.hasUnboundPrefix(property.getExpression())) {
                // Synapse evaluates it even if the line is not written, and fails.
                throw new NotCompilable("<log>: a prefix in \"" + property.getExpression() + "\" is not bound");
            }
        }
        LogLine.Category category = category(log);
        if (!LogWriter.isOn(service, category)) {
            return null;
        }
        LogLine.Level level = switch (log.getLogLevel()) {
            case LogMediator.CUSTOM -> LogLine.Level.CUSTOM;
            case LogMediator.SIMPLE -> LogLine.Level.SIMPLE;
            case LogMediator.FULL -> LogLine.Level.FULL;
            case LogMediator.HEADERS -> LogLine.Level.HEADERS;
            default -> throw new NotCompilable("a <log> of the unknown level " + log.getLogLevel());
        };
        if (level != LogLine.Level.CUSTOM && state.fault() != null) {
            throw new NotCompilable("<log> after <makefault> in the " + state.direction());
        }
        if (level == LogLine.Level.HEADERS && state.is(Direction.FAULT)) {
            throw new NotCompilable("<log level='headers'> in the fault sequence, where the message has gone");
        }
        boolean showsAddress = level == LogLine.Level.SIMPLE || level == LogLine.Level.FULL;
        if (showsAddress && (state.to() != null || state.is(Mark.NO_ADDRESS))) {
            throw new NotCompilable("<log> after the header 'To' was changed");
        }
        if (showsAddress && state.isChanged("SOAPAction")) {
            throw new NotCompilable("<log> after the header 'Action' was changed");
        }
        List<LogLine.Property> properties = new ArrayList<>();
        for (MediatorProperty property : log.getProperties()) {
            properties.add(new LogLine.Property(property.getName(), ExpressionCompiler.value(property, state)));
        }
        return new LogLine(category, level, log.getSeparator(), properties);
    }

    private static LogLine.Category category(LogMediator log) throws NotCompilable {
        return switch (log.getCategory()) {
            case LogMediator.CATEGORY_INFO -> LogLine.Category.INFO;
            case LogMediator.CATEGORY_DEBUG -> LogLine.Category.DEBUG;
            case LogMediator.CATEGORY_TRACE -> LogLine.Category.TRACE;
            case LogMediator.CATEGORY_WARN -> LogLine.Category.WARN;
            case LogMediator.CATEGORY_ERROR -> LogLine.Category.ERROR;
            case LogMediator.CATEGORY_FATAL -> LogLine.Category.FATAL;
            default -> throw new NotCompilable("a <log> of the unknown category " + log.getCategory());
        };
    }
}
