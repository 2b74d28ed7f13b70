package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.synapse.config.xml.XMLConfigurationBuilder;
import org.junit.jupiter.api.Test;

/** Flows of real configurations, and real sockets. */
class FlowExerciseTest {
    private static final Duration AMPLE = Duration.ofMinutes(1);
    private static final int FEW = 64;
    private static final String FORWARDS = "<target endpoint='quotes'><outSequence><send/></outSequence>"
            + "<faultSequence><makefault version='soap11'>"
            + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='no'/></makefault>"
            + "<property name='HTTP_SC' value='502' scope='axis2'/><send/></faultSequence></target>";

    @Test
    void noBackendSeesAMessageAndEachIsAnswered() throws Exception {
        try (ServerSocket backend = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            backend.setSoTimeout(1);

            int answered = exercise(lanes("http://127.0.0.1:" + backend.getLocalPort() + "/", FORWARDS));

            assertThat(answered).isPositive();
            assertThatThrownBy(backend::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void anEndpointThatIsReachedByTlsNeedsNoKeys() throws Exception {
        assertThat(exercise(lanes("https://127.0.0.1:9/", FORWARDS))).isPositive();
    }

    @Test
    void nothingIsLogged() throws Exception {
        String logs = FORWARDS.replace(
                "<target endpoint='quotes'>", "<target endpoint='quotes'><inSequence><log level='full'/></inSequence>");
        List<String> lines = new ArrayList<>();
        AppenderSkeleton appender = new AppenderSkeleton() {
            @Override
            protected void append(LoggingEvent event) {
                lines.add(event.getRenderedMessage());
            }

            @Override
            public boolean requiresLayout() {
                return false;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        Lanes lanes = lanes("http://127.0.0.1:9/", logs);
        Logger log = Logger.getLogger("org.apache.synapse.mediators");
        Level before = log.getLevel();
        log.setLevel(Level.INFO);
        log.addAppender(appender);
        try {
            assertThat(exercise(lanes)).isPositive();
        } finally {
            log.removeAppender(appender);
            log.setLevel(before);
        }

        assertThat(lines).isEmpty();
    }

    @Test
    void withoutACompiledFlowNothingIsDone() throws Exception {
        assertThat(exercise(lanes(
                        "http://127.0.0.1:9/",
                        "<target><inSequence><enqueue sequence='a' executor='b'/></inSequence></target>")))
                .isZero();
    }

    private static int exercise(Lanes lanes) throws Exception {
        return new FlowExercise(lanes.flows()).run(AMPLE, FEW);
    }

    private static Lanes lanes(String endpoint, String target) throws Exception {
        String text = "<definitions xmlns='http://ws.apache.org/ns/synapse'>"
                + "<endpoint name='quotes'><address uri='" + endpoint
                + "'><suspendOnFailure><initialDuration>0</initialDuration>"
                + "</suspendOnFailure></address></endpoint>"
                + "<proxy name='p' transports='http'>" + target
                + "</proxy><sequence name='main'><drop/></sequence></definitions>";
        return new Lanes(
                XMLConfigurationBuilder.getConfiguration(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Properties()),
                true);
    }
}
