package org.busbench.sampler.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.busbench.common.ErrorClass;
import org.busbench.sampler.record.Totals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads against a server that answers, or fails to, byte by byte. */
class LoopTest {
    private final Load load = new Load();

    private static RawServer.Script answering(UnaryOperator<String> answer) {
        return peer -> {
            for (String request = peer.request(); request != null; request = peer.request()) {
                peer.send(answer.apply(request));
            }
        };
    }

    @Test
    void rightAnswersAreVerifiedOverOneConnectionPerUser() throws Exception {
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Totals totals = load.users(5).requests(200).run(server.address());

            assertThat(totals.verified()).isEqualTo(1_000);
            assertThat(server.connections()).isEqualTo(5);
            assertThat(server.received()).hasSize(1_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void anAnswerMayBeSplitAtEveryByte() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            int split = 1;
            for (String request = peer.request(); request != null; request = peer.request()) {
                String body = Load.body(request);
                String answer = split % 2 == 0
                        ? Load.answer(request)
                        : "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n"
                                + body.substring(0, 5) + "\r\n" + Integer.toHexString(body.length() - 5) + "\r\n"
                                + body.substring(5) + "\r\n0\r\n\r\n";
                int at = Math.min(answer.length() - 1, 1 + split / 2);
                peer.send(answer.substring(0, at));
                Thread.sleep(1);
                peer.send(answer.substring(at));
                split++;
            }
        })) {
            assertThat(load.requests(340).run(server.address()).verified()).isEqualTo(340);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void anAnswerThatTricklesInByteByByteIsVerified() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            String answer = Load.answer(peer.request());
            for (int i = 0; i < answer.length(); i++) {
                peer.send(answer.substring(i, i + 1));
            }
            peer.request();
        })) {
            assertThat(load.run(server.address()).verified()).isEqualTo(1);
        }
    }

    @Test
    void aForbiddenTextIsAFaultWhereverItIsSplit() throws Exception {
        String forbidden = "<fault/>";
        try (RawServer server = new RawServer(peer -> {
            int split = 0;
            for (String request = peer.request(); request != null; request = peer.request()) {
                String answer = Load.ok(Load.body(request).replace("<by>", forbidden + "<by>"));
                int at = Math.min(answer.indexOf(forbidden) + split++, answer.length() - 1);
                peer.send(answer.substring(0, at));
                Thread.sleep(1);
                peer.send(answer.substring(at));
            }
        })) {
            Totals totals =
                    load.lacks("nothing like it", forbidden).requests(10).run(server.address());

            assertThat(totals.failed()).isEqualTo(10);
            assertThat(load.faults)
                    .allMatch(fault -> fault.error() == ErrorClass.CONTENT
                            && fault.message().equals("<fault/> is in the answer"));
        }
    }

    @Test
    void anotherStatusMayBeTheRightOne() throws Exception {
        UnaryOperator<String> created = request -> Load.answer(request).replace("200 OK", "201 Created");
        try (RawServer server = new RawServer(answering(created))) {
            assertThat(load.status(201).requests(5).run(server.address()).verified())
                    .isEqualTo(5);
        }
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Load wrong = new Load().status(201);
            wrong.run(server.address());
            assertThat(wrong.faults.get(0).message()).isEqualTo("201 expected, 200 received");
        }
    }

    @Test
    void messagesThatAreWrongOnPurposeAreCountedApartOnceTheyAreRefused(@TempDir Path folder) throws Exception {
        Path rows = Files.writeString(
                folder.resolve("rows.csv"),
                "nonce,route\n00000000000000a1,backend-A\n00000000000000a2,refused\n00000000000000a3,backend-A\n");
        UnaryOperator<String> right = request -> request.contains("refused")
                ? Load.ok("<Fault/>").replace("200 OK", "400 Bad Request")
                : Load.answer(request);
        try (RawServer server = new RawServer(answering(right))) {
            assertThat(load.refusal(rows, "400 500\nFault").requests(6).run(server.address()))
                    .isEqualTo(new Totals(6, 4, 2, 0, 0, java.util.Map.of()));
        }
        UnaryOperator<String> withAnotherText = request -> right.apply(request).replace("Fault", "Error");
        try (RawServer server = new RawServer(answering(withAnotherText))) {
            Load wrong = new Load().refusal(rows, "400 500\nFault").requests(3);
            assertThat(wrong.run(server.address()).verified()).isEqualTo(2);
            assertThat(wrong.faults.get(0).message()).isEqualTo("Fault is not in the refusal");
        }
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Load served = new Load().refusal(rows, "400 500").requests(3);
            assertThat(served.run(server.address()).verified()).isEqualTo(2);
            assertThat(served.faults.get(0))
                    .returns(ErrorClass.STATUS, org.busbench.common.client.Fault::error)
                    .returns(
                            "a refusal with status [400, 500] expected, 200 received",
                            org.busbench.common.client.Fault::message);
        }
    }

    @Test
    void aMessageAboveTheLimitOfItsKeyCountsAsRefusedAndOneOfAnotherKeyDoesNot(@TempDir Path folder) throws Exception {
        Path rows = Files.writeString(
                folder.resolve("rows.csv"), "nonce,route\n00000000000000a1,backend-A\n00000000000000a2,limited\n");
        UnaryOperator<String> above = request -> request.contains("limited")
                ? Load.ok("").replace("200 OK", "429 Too Many Requests")
                : Load.answer(request);
        try (RawServer server = new RawServer(answering(above))) {
            assertThat(load.refusal(rows, "401").requests(6).run(server.address()))
                    .isEqualTo(new Totals(6, 3, 3, 0, 0, java.util.Map.of()));
        }
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Load within = new Load().refusal(rows, "401").requests(6);
            assertThat(within.run(server.address()).verified()).isEqualTo(6);
        }
        UnaryOperator<String> others = request -> Load.ok("").replace("200 OK", "429 Too Many Requests");
        try (RawServer server = new RawServer(answering(others))) {
            Load wrong = new Load().refusal(rows, "401").requests(2);
            assertThat(wrong.run(server.address()).refused()).isEqualTo(1);
            assertThat(wrong.faults.get(0)).returns(ErrorClass.STATUS, org.busbench.common.client.Fault::error);
        }
    }

    @Test
    void aRequestWithoutBodyCarriesItsValuesInTheHead() throws Exception {
        UnaryOperator<String> asked = request -> {
            String[] values = request.substring(0, request.indexOf(" HTTP/1.1")).split("[=&]", -1);
            return Load.ok(Load.body(values[1], values[3]));
        };
        try (RawServer server = new RawServer(answering(asked))) {
            Totals totals = load.asking("GET", "/quote?ref=@nonce@&route=@route@&seq=@seq@")
                    .requests(12)
                    .run(server.address());

            assertThat(totals.verified()).isEqualTo(12);
            assertThat(server.received())
                    .allMatch(request -> request.startsWith("GET /quote?ref=") && !request.contains("Content-Length"))
                    .anyMatch(request -> request.contains("&seq=0000000001 "))
                    .anyMatch(request -> request.contains("&seq=0000000012 "));
        }
    }

    static Stream<Arguments> wrongAnswers() {
        return Stream.of(
                wrong("another status", ErrorClass.STATUS, right -> "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"),
                wrong("another status, right body", ErrorClass.STATUS, right -> right.replace("200 OK", "500 Oops")),
                wrong("somebody's", ErrorClass.FOREIGN, right -> Load.ok(Load.body("ffffffffffffffff", "backend-A"))),
                wrong("without nonce", ErrorClass.CONTENT, right -> Load.ok("<a>a fault</a>")),
                wrong("empty", ErrorClass.CONTENT, right -> Load.ok("")),
                wrong("no content", ErrorClass.STATUS, right -> "HTTP/1.1 204 None\r\n\r\n"),
                wrong("wrong route", ErrorClass.ROUTE, right -> right.replace("backend-A", "backend-B")),
                wrong("without its last byte", ErrorClass.CONTENT, LoopTest::withoutLastByte),
                wrong("surplus", ErrorClass.CONTENT, right -> right + "HTTP/1.1 200 OK\r\n\r\n"),
                wrong("not HTTP", ErrorClass.CONTENT, right -> "SSH-2.0-OpenSSH\r\n"));
    }

    private static Arguments wrong(String name, ErrorClass error, UnaryOperator<String> answer) {
        return Arguments.of(name, error, answer);
    }

    private static String withoutLastByte(String right) {
        String body = right.substring(right.indexOf("\r\n\r\n") + 4);
        return Load.ok(body.substring(0, body.length() - 1));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void aWrongAnswerHasItsClassAndTheNextRequestIsNoneTheWorse(
            String name, ErrorClass error, UnaryOperator<String> wrong) throws Exception {
        boolean[] first = {true};
        try (RawServer server = new RawServer(answering(request -> {
            String right = Load.answer(request);
            String answer = first[0] ? wrong.apply(right) : right;
            first[0] = false;
            return answer;
        }))) {
            Totals totals = load.requests(3).run(server.address());

            assertThat(totals.verified()).isEqualTo(2);
            assertThat(load.faults).as(name).hasSize(1);
            assertThat(load.faults.get(0).error()).isEqualTo(error);
            assertThat(wrong.apply(Load.answer(server.received().peek()))).isEqualTo(load.failedAnswers.get(0));
        }
    }

    @Test
    void anAnswerThatEndsTooSoonIsCut() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            String answer = Load.answer(peer.request());
            peer.send(answer.substring(0, answer.length() - 1));
        })) {
            assertThat(load.requests(2).run(server.address()).errors()).containsEntry(ErrorClass.CUT, 2L);
        }
    }

    @Test
    void anAnswerWithoutLengthEndsWithTheConnection() throws Exception {
        try (RawServer server =
                new RawServer(peer -> peer.send("HTTP/1.1 200 OK\r\n\r\n" + Load.body(peer.request())))) {
            assertThat(load.requests(3).run(server.address()).verified()).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @Test
    void aConnectionThatBreaksOrEndsWithoutAnAnswerIsAReset() throws Exception {
        int[] turn = {0};
        try (RawServer server = new RawServer(peer -> {
            String request = peer.request();
            turn[0]++;
            if (turn[0] == 1) {
                peer.reset();
            } else if (turn[0] == 2) {
                peer.send(Load.answer(request).substring(0, 30));
                Thread.sleep(50);
                peer.reset();
            }
        })) {
            assertThat(load.requests(3).run(server.address()).errors()).containsEntry(ErrorClass.RESET, 3L);
        }
    }

    @Test
    void noAnswerInTimeIsATimeoutAndTheConnectionIsNotUsedAgain() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Le");
            peer.request();
        })) {
            Totals totals =
                    load.requests(2).answerTimeout(Duration.ofMillis(60)).run(server.address());

            assertThat(totals.errors()).containsEntry(ErrorClass.TIMEOUT, 2L);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aRefusedConnectionIsAConnectError() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
        assertThat(load.users(2).requests(3).run(nobody).errors()).containsEntry(ErrorClass.CONNECT, 6L);
        assertThat(load.faults.get(0).message()).contains("refused");
    }

    @Test
    void aConnectionThatIsNotAcceptedInTimeIsAConnectError() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), full.getLocalPort());
            Totals totals = load.users(8)
                    .connectTimeout(Duration.ofMillis(100))
                    .answerTimeout(Duration.ofMillis(300))
                    .run(address);

            assertThat(load.faults).anyMatch(fault -> fault.message().contains("connect timed out after 100 ms"));
            assertThat(totals.errors().get(ErrorClass.CONNECT) + totals.errors().get(ErrorClass.TIMEOUT))
                    .isEqualTo(8);
        }
    }

    @Test
    void aConnectionClosedBetweenRequestsIsReplacedWithoutAnError() throws Exception {
        try (RawServer server = new RawServer(peer -> peer.send(Load.answer(peer.request())))) {
            Totals totals = load.requests(5).think(Duration.ofMillis(200)).run(server.address());

            assertThat(totals.verified()).isEqualTo(5);
            assertThat(server.connections()).isEqualTo(5);
        }
    }

    @Test
    void anAnnouncedCloseIsHonouredWithoutAnError() throws Exception {
        try (RawServer server = new RawServer(
                peer -> peer.send(Load.answer(peer.request()).replace("OK\r\n", "OK\r\nConnection: close\r\n")))) {
            assertThat(load.requests(20).run(server.address()).verified()).isEqualTo(20);
        }
    }

    @Test
    void aRequestThatWasTakenAndNotAnsweredIsNeverSentAgain() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            peer.send(Load.answer(peer.request()));
            peer.request();
        })) {
            Totals totals = load.requests(4).think(Duration.ofMillis(20)).run(server.address());

            assertThat(totals.verified()).isEqualTo(2);
            assertThat(totals.errors()).containsEntry(ErrorClass.RESET, 2L);
            assertThat(server.received()).hasSize(4).doesNotHaveDuplicates();
        }
    }

    @Test
    void whatComesUnaskedIsReadAsTheNextAnswer() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            for (String request = peer.request(); request != null; request = peer.request()) {
                peer.send(Load.answer(request));
                Thread.sleep(15);
                peer.send(Load.answer(request));
            }
        })) {
            Totals totals = load.requests(2).think(Duration.ofMillis(60)).run(server.address());

            assertThat(totals.verified()).isEqualTo(1);
            assertThat(totals.errors()).containsEntry(ErrorClass.FOREIGN, 1L);
        }
    }

    @Test
    void eachRequestCanHaveAConnectionOfItsOwn() throws Exception {
        try (RawServer server = new RawServer(answering(Load::answer))) {
            assertThat(load.users(3)
                            .requests(10)
                            .connectionPerRequest()
                            .run(server.address())
                            .verified())
                    .isEqualTo(30);
            assertThat(server.connections()).isEqualTo(30);
        }
    }

    @Test
    void aRequestLargerThanTheSocketsBuffersArrivesWhole() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            Thread.sleep(100);
            for (String request = peer.request(); request != null; request = peer.request()) {
                peer.send(Load.answer(request));
            }
        })) {
            assertThat(load.users(2)
                            .requests(2)
                            .padding(8_000_000)
                            .run(server.address())
                            .verified())
                    .isEqualTo(4);
            assertThat(server.received()).allMatch(request -> request.endsWith("x</q>"));
        }
    }

    @Test
    void anAnswerLargerThanTheBuffersIsVerified() throws Exception {
        String much = "<x>y</x>".repeat(60_000);
        try (RawServer server = new RawServer(answering(request -> {
            String body = Load.body(request);
            return Load.ok("<a>" + much + body.substring(3));
        }))) {
            assertThat(load.users(3).requests(4).run(server.address()).verified())
                    .isEqualTo(12);
        }
    }

    @Test
    void whatIsInFlightAtTheEndIsCountedAsUnfinished() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer server = new RawServer(peer -> {
            peer.send(Load.answer(peer.request()));
            peer.request();
            never.await();
        })) {
            Totals totals = load.users(4).requests(-1).runFor(server.address(), Duration.ofMillis(500));

            assertThat(totals).isEqualTo(new Totals(8, 4, 0, 4, 0, java.util.Map.of()));
        }
    }

    @Test
    void anAnswerThatHasComeIsReadThoughTheLoadWasHeldUpAndInterrupted() throws Exception {
        CountDownLatch heldUp = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(3);
        try (RawServer server = new RawServer(peer -> {
            String request = peer.request();
            heldUp.await();
            peer.send(Load.answer(request));
            answered.countDown();
            peer.request();
        })) {
            load.beforeTheEnd(() -> {
                heldUp.countDown();
                assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
                Thread.currentThread().interrupt();
            });
            try {
                Totals totals = load.users(3).requests(-1).runFor(server.address(), Duration.ofMillis(500));

                assertThat(totals).isEqualTo(new Totals(3, 3, 0, 0, 0, java.util.Map.of()));
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void anOpenLoopCountsTheWaitForASlowServerAsLatency() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            for (String request = peer.request(); request != null; request = peer.request()) {
                Thread.sleep(50);
                peer.send(Load.answer(request));
            }
        })) {
            Totals totals = load.users(1).requests(20).rate(200, 1_000).run(server.address());

            assertThat(totals.verified()).isEqualTo(20);
            assertThat(totals.unsent()).isZero();
            // The 20th was due after 95 ms and is answered after 1,000 at the earliest.
            assertThat(load.latencies.get(19))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(900).toNanos());
            assertThat(load.latencies).isSorted();
        }
    }

    @Test
    void whatAnOpenLoopCannotSendIsCounted() throws Exception {
        try (RawServer server = new RawServer(peer -> {
            for (String request = peer.request(); request != null; request = peer.request()) {
                Thread.sleep(30);
                peer.send(Load.answer(request));
            }
        })) {
            Totals totals = load.users(1).requests(100).rate(1_000, 10).run(server.address());

            assertThat(totals.unsent()).isPositive();
            assertThat(totals.sent() + totals.unsent()).isEqualTo(100);
            assertThat(server.received()).hasSize((int) totals.sent());
        }
    }

    @Test
    void anOpenLoopOpensNoMoreConnectionsThanItNeeds() throws Exception {
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Totals totals = load.users(50).requests(2).rate(100, 1_000).run(server.address());

            assertThat(totals.verified()).isEqualTo(100);
            assertThat(server.connections()).isLessThan(50);
        }
    }

    @Test
    void interruptionEndsARunAtOnce() throws Exception {
        try (RawServer server = new RawServer(answering(Load::answer))) {
            Thread.currentThread().interrupt();
            try {
                assertThat(load.requests(-1)
                                .runFor(server.address(), Duration.ofMillis(20))
                                .verified())
                        .isZero();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }
}
