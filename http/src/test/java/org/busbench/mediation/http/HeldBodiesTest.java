package org.busbench.mediation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.mediation.http.Text.head;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Handler.BodyWatcher;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many clients that send a little of their bodies, and then nothing: they must not take the buffers of everybody else. */
class HeldBodiesTest {
    private static final WireLimits SMALL = new WireLimits(16 << 10, 4, 32 << 10);
    private static final int SLOW_CLIENTS = 50;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsServingOthers(boolean watched) throws Exception {
        Handler handler = exchange -> {
            if (exchange.request().bodyLength() == 0) {
                exchange.answer(Answer.text(200, "served"));
            } else if (watched) {
                exchange.watch(1 << 20, new Patient());
            } else {
                exchange.collect(1 << 20, (same, body) -> {
                    body.clear();
                    same.answer(Answer.text(200, "whole"));
                });
            }
        };
        List<Wire> slow = new ArrayList<>();
        try (Proxy proxy = new Proxy(handler, HttpLimits.USUAL, SMALL);
                Wire quick = new Wire(proxy.port())) {
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                slow.add(new Wire(proxy.port()));
                slow.get(i).send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 40") + "a".repeat(20));
                // What others send meanwhile lies between these pieces.
                assertThat(quick.send(head("GET / HTTP/1.1", "Host: x", "X: " + "b".repeat(3000)))
                                .receive()
                                .text())
                        .startsWith("served");
            }
            proxy.awaitRest(SLOW_CLIENTS + 1);
            for (Wire client : slow) {
                assertThat(client.send("a".repeat(20)).receive().text()).startsWith("whole");
            }
        } finally {
            for (Wire client : slow) {
                client.close();
            }
        }
    }

    private static void collect(Exchange exchange) {
        exchange.collect(4 << 20, (same, body) -> {
            body.clear();
            same.answer(Answer.text(200, "whole"));
        });
    }

    @Test
    void holdsLongBodiesOutsideOfThePoolThatReadsNeed() throws Exception {
        List<Wire> slow = new ArrayList<>();
        try (Proxy proxy = new Proxy(HeldBodiesTest::collect, HttpLimits.USUAL, SMALL)) {
            for (int i = 0; i < 10; i++) {
                slow.add(new Wire(proxy.port()));
                slow.get(i).send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 400000") + "a".repeat(300_000));
            }
            proxy.awaitRest(10);
            for (Wire client : slow) {
                assertThat(client.send("a".repeat(100_000)).receive().text()).startsWith("whole");
            }
        } finally {
            for (Wire client : slow) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesALongBodyWhileOthersLeaveNoRoomForIt(boolean chunked) throws Exception {
        HttpLimits limits = new HttpLimits(
                4096, 1000, 50, Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5), 2 << 20, 2 << 20);
        String second = chunked
                ? head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked")
                        + Text.lines("f4240", "b".repeat(1_000_000))
                : head("POST / HTTP/1.1", "Host: x", "Content-Length: 1000000") + "b".repeat(1_000_000);
        String end = chunked ? head("0") : "";
        try (Proxy proxy = new Proxy(HeldBodiesTest::collect, limits, WireLimits.USUAL);
                Wire first = new Wire(proxy.port());
                Wire small = new Wire(proxy.port());
                Wire third = new Wire(proxy.port())) {
            first.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 3000000") + "a".repeat(2_000_000));
            proxy.awaitRest(3);
            try (Wire other = new Wire(proxy.port())) {
                assertThat(other.send(second.substring(0, 600_000)).receive().status())
                        .isEqualTo(503);
            }
            assertThat(small.send(head("POST / HTTP/1.1", "Host: x", "Content-Length: 2") + "ok")
                            .receive()
                            .text())
                    .startsWith("whole");
            assertThat(first.send("a".repeat(1_000_000)).receive().text()).startsWith("whole");
            assertThat(third.send(second).send(end).receive().text()).startsWith("whole");
        }
    }

    @Test
    void keepsNoBufferForWhatWasSentAhead() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        try (ScriptedBackend backend = new ScriptedBackend(talk -> {
                    while (talk.readRequest() != null) {
                        leave.await();
                        talk.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    }
                });
                Proxy proxy = Proxy.to(backend);
                Wire client = new Wire(proxy.port())) {
            String request = head("GET / HTTP/1.1", "Host: x");
            client.send(request + request + "GE");
            backend.awaitRequests(1);
            proxy.awaitRest(2);
            leave.countDown();
            assertThat(client.receive().text()).isEqualTo("ok");
            assertThat(client.receive().text()).isEqualTo("ok");
            client.send(request.substring(2));
            assertThat(client.receive().text()).isEqualTo("ok");
        }
    }

    private static final class Patient implements BodyWatcher {
        @Override
        public void look(Exchange exchange, Slice slice, int from, int to) {
            // Cannot decide.
        }

        @Override
        public void end(Exchange exchange) {
            exchange.answer(Answer.text(200, "whole"));
        }
    }
}
