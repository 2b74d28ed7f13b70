package org.busbench.sampler.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.common.DataRows;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.SettingException;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.record.LoadRecord;
import org.junit.jupiter.api.Test;

/** One load on two servers. */
class DestinationTest {
    private static final int USERS = 5;
    private static final int REQUESTS = 40;

    @Test
    void usersAreDealtToTwoServersInTurnAndEachServerGetsTheRowsFromTheFirstOn() throws Exception {
        try (RawServer first = new RawServer(DestinationTest::answer);
                RawServer second = new RawServer(DestinationTest::refuse);
                LoadRecord record =
                        LoadRecord.open(null, Evidence.none(), new LoadRecord.Side(null, Evidence.none()))) {
            Load listener = new Load();
            Load ofRival = new Load();
            try (Loop loop = new Loop(
                    List.of(destination(first, 0, record, listener), destination(second, 1, record.rival(), ofRival)),
                    share(0))) {
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (!loop.isOver() && until - System.nanoTime() > 0) {
                    loop.run(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50));
                }
            }

            assertThat(first.connections()).as("users 1, 3 and 5").isEqualTo(3);
            assertThat(record.totals().verified()).isEqualTo(3 * REQUESTS);
            assertThat(record.totals().failed()).isZero();
            assertThat(record.rival().totals().sent()).isEqualTo(2 * REQUESTS);
            assertThat(record.rival().totals().failed()).isEqualTo(2 * REQUESTS);
            assertThat(listener.latencies).hasSize(3 * REQUESTS);
            assertThat(ofRival.faults).hasSize(2 * REQUESTS);
            DataRows rows = rows(0);
            assertThat(first.received())
                    .anyMatch(request -> request.contains(nonce(rows, 0)))
                    .anyMatch(request -> request.contains(nonce(rows, 3 * REQUESTS - 1)))
                    .noneMatch(request -> second.received().contains(request));
            String firstOfSecond = nonce(rows(1), 0);
            assertThat(second.received()).anyMatch(request -> request.contains(firstOfSecond));
        }
    }

    @Test
    void anOpenLoopHasOneServer() throws Exception {
        try (RawServer server = new RawServer(DestinationTest::answer);
                LoadRecord record = LoadRecord.open(null, Evidence.none())) {
            Destination only = destination(server, 0, record, new Load());

            assertThatThrownBy(() -> new Loop(List.of(only, only), share(10)))
                    .hasMessageContaining("2 destinations of an open loop");
        }
    }

    private static void answer(RawServer.Peer peer) throws IOException {
        for (String request = peer.request(); request != null; request = peer.request()) {
            peer.send(Load.answer(request));
        }
    }

    private static void refuse(RawServer.Peer peer) throws IOException {
        for (String request = peer.request(); request != null; request = peer.request()) {
            peer.send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        }
    }

    private static LoadShare share(double rate) {
        return new LoadShare(0, 1, USERS, Duration.ZERO, REQUESTS, Duration.ZERO, rate, 1);
    }

    private static DataRows rows(long salt) throws IOException {
        return DataRows.read(Path.of("src/test/resources/rows.csv"), salt);
    }

    private static String nonce(DataRows rows, long number) {
        return String.format("%016x", rows.nonce(number));
    }

    private static Destination destination(RawServer server, long salt, LoadRecord record, Load listener)
            throws IOException, SettingException {
        DataRows rows = rows(salt);
        return new Destination(
                new ConnectionSettings(server.address(), null, true, Duration.ofSeconds(10), Duration.ofSeconds(10)),
                rows,
                new RequestTemplate(
                        rows, "POST / HTTP/1.1\r\nHost: x\r\n", "<q><ref>@nonce@</ref><route>@route@</route></q>"),
                Expectation.of(rows, ">@nonce@<", List.of(), List.of(), ">@route@<", "</a>", 200),
                record.evidence().contents(),
                record.newTally(),
                listener);
    }
}
