package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

class OneLineLayoutTest {

    @Test
    void anEventIsOneLineWithOrWithoutAnException() throws IOException {
        Properties shipped = new Properties();
        try (InputStream in = OneLineLayout.class.getResourceAsStream("/log4j.properties")) {
            shipped.load(in);
        }
        OneLineLayout layout = new OneLineLayout();
        layout.setConversionPattern(shipped.getProperty("log4j.appender.stderr.layout.ConversionPattern"));

        assertThat(layout.format(event(null))).endsWith(" ERROR Orders no name\n");
        assertThat(layout.format(event(new IllegalStateException("no context"))))
                .endsWith(" ERROR Orders no name java.lang.IllegalStateException: no context\n");
    }

    private static LoggingEvent event(Throwable thrown) {
        return new LoggingEvent("x", Logger.getLogger("a.Orders"), Level.ERROR, "no name", thrown);
    }
}
