package org.busbench.backend.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.busbench.backend.Instances;
import org.busbench.backend.RawClient;
import org.busbench.backend.Samples;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldAnswersTest {
    private static final byte[] SMALL = Samples.getQuote("500");
    private static final int CLIENTS = 5;

    private final Instance instance = Instances.instance("backend-A", Delay.NONE);
    private final List<RawClient> clients = new ArrayList<>();
    private WireEngine engine;
    private RawClient control;

    @BeforeEach
    void start() throws IOException {
        engine = new WireEngine(List.of(instance), 2);
        engine.start();
        control = client();
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        engine.close();
    }

    @Test
    void noAnswerIsGivenWhileTheyAreHeldAndAllAreAfterwards() throws IOException {
        assertThat(client().post(SMALL).receive().status()).isEqualTo(200);
        assertThat(hold("millis=2000")).contains("\"given\":1}");
        List<RawClient> waiting = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            waiting.add(client().post(SMALL));
        }
        String stats = control.awaitStats("\"received\":" + (CLIENTS + 1) + ",");
        assertThat(stats).contains("\"answered\":" + (CLIENTS + 1) + ",").contains("\"given\":1}");

        hold("millis=0");

        for (RawClient client : waiting) {
            assertThat(client.receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
        }
        assertThat(control.get("/stats").receive().text()).contains("\"given\":" + (CLIENTS + 1) + "}");
    }

    @Test
    void answersGoOutByThemselvesWhenNobodyLetsThemGo() throws IOException {
        hold("millis=30");

        assertThat(client().post(SMALL).receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
        assertThat(client().post(SMALL).receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
    }

    @Test
    void whatIsNoLengthIsRefused() throws IOException {
        assertThat(control.send(request("")).receive().status()).isEqualTo(400);
        assertThat(control.send(request("?millis=-1")).receive().status()).isEqualTo(400);
        assertThat(control.send(request("?millis=12345678901234567890"))
                        .receive()
                        .status())
                .isEqualTo(400);
    }

    private String hold(String query) throws IOException {
        return control.send(request("?" + query)).receive().text();
    }

    private static String request(String query) {
        return "POST /hold" + query + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
    }

    private RawClient client() throws IOException {
        RawClient client = new RawClient(engine.port(instance));
        clients.add(client);
        return client;
    }
}
