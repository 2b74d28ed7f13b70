package org.busbench.backend.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.busbench.backend.Instances;
import org.busbench.backend.RawClient;
import org.busbench.backend.Samples;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.junit.jupiter.api.Test;

class DelayedAnswersTest {
    private static final byte[] SMALL = Samples.getQuote("500");
    private static final int MOST_CONNECTIONS = 4000;

    @Test
    void answersThatWaitCostNoThread() throws IOException {
        int connections = affordableConnections();
        Instance instance = Instances.instance("backend-A", Delay.parse("fixed:3s"));
        List<RawClient> clients = new ArrayList<>();
        try (WireEngine engine = new WireEngine(List.of(instance), 1)) {
            engine.start();
            int threadsBefore = Thread.activeCount();
            for (int i = 0; i < connections; i++) {
                clients.add(new RawClient(engine.port(instance)));
                clients.get(i).post(SMALL);
            }
            // One that comes after all others were received: the loop serves while answers wait.
            try (RawClient stats = new RawClient(engine.port(instance))) {
                stats.awaitStats("\"received\":" + connections + ",");
            }
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(threadsBefore);
            for (RawClient client : clients) {
                assertThat(client.receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void pipelinedRequestsKeepTheirOrderWhileAnswersWait() throws IOException {
        Instance instance = Instances.instance("backend-A", Delay.parse("uniform:1ms..5ms"));
        try (WireEngine engine = new WireEngine(List.of(instance), 1);
                RawClient client = started(engine, instance)) {
            for (int i = 0; i < 20; i++) {
                client.post(i % 2 == 0 ? SMALL : Samples.getQuote("1K"));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(client.receive().body()).isEqualTo(Samples.getQuoteResponse(i % 2 == 0 ? "500" : "1K"));
            }
        }
    }

    @Test
    void aClientThatLeavesWhileItsAnswerWaitsHarmsNobody() throws IOException {
        Instance instance = Instances.instance("backend-A", Delay.parse("fixed:50ms"));
        try (WireEngine engine = new WireEngine(List.of(instance), 1);
                RawClient stays = started(engine, instance)) {
            for (int i = 0; i < 50; i++) {
                try (RawClient leaves = new RawClient(engine.port(instance))) {
                    leaves.post(SMALL);
                }
            }
            assertThat(stays.post(SMALL).receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
            assertThat(stays.post(SMALL).receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
        }
    }

    @Test
    void closingLetsAnswersThatWaitGoOut() throws IOException {
        Instance instance = Instances.instance("backend-A", Delay.parse("fixed:300ms"));
        WireEngine engine = new WireEngine(List.of(instance), 1);
        try (RawClient client = started(engine, instance)) {
            client.post(SMALL);
            try (RawClient stats = new RawClient(engine.port(instance))) {
                stats.awaitStats("\"received\":1,");
            }
            engine.close();
            assertThat(client.receive().body()).isEqualTo(Samples.getQuoteResponse("500"));
        }
    }

    /** Each costs two file descriptors of this process, one for either side. */
    private static int affordableConnections() {
        UnixOperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
        long spare = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        return (int) Math.min(MOST_CONNECTIONS, spare / 3);
    }

    private static RawClient started(WireEngine engine, Instance instance) throws IOException {
        engine.start();
        return new RawClient(engine.port(instance));
    }
}
