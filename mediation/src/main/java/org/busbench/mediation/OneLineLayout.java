package org.busbench.mediation;

import org.apache.log4j.EnhancedPatternLayout;
import org.apache.log4j.spi.LoggingEvent;

/** A pattern after which no line end of an exception stays, nor the blank before an exception that is not there. For log4j; for any thread. */
public final class OneLineLayout extends EnhancedPatternLayout {

    @Override
    public String format(LoggingEvent event) {
        return super.format(event).stripTrailing() + '\n';
    }
}
