package org.busbench.harness.parity;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.busbench.common.http.MessageParser.Framing;

/**
 * Whether the first half of a large message is passed on while the second is still missing.
 *
 * @param remarks gets a sentence for each thing that cannot be found out
 */
record StreamingAudit(AuditSession session, List<String> remarks) {
    private static final int BYTES = 100_000;
    /** So long a mediator may think over what it has. Who passes on at once is seen at once. */
    private static final Duration PATIENCE = Duration.ofMillis(600);

    private static final long POLL_MILLIS = 5;

    /** Whether requests stream; null when it cannot be told. */
    Boolean ofRequests() throws InterruptedException {
        String nonce = AuditSession.nonce();
        AuditMessages messages = session.messages();
        byte[] request = messages.request(messages.requestBody(nonce, BYTES), Framing.FIXED, "");
        session.backend().forget();
        try (AuditClient client = session.connect()) {
            client.send(Arrays.copyOf(request, request.length / 2));
            boolean streams = session.backend().awaitBody(PATIENCE);
            client.send(Arrays.copyOfRange(request, request.length / 2, request.length));
            AuditSession.checked(client.answer(), nonce);
            return streams;
        } catch (IOException e) {
            remarks.add(session.untold("half a request", e));
            return null;
        }
    }

    /** Whether answers stream; null when it cannot be told. */
    Boolean ofAnswers() throws InterruptedException {
        String nonce = AuditSession.nonce();
        ReleaseLatch between = new ReleaseLatch();
        session.backend().answer(AnswerForm.halved(BYTES, between));
        try (AuditClient client = session.connect()) {
            FutureTask<Boolean> watch = new FutureTask<>(() -> streams(client, between));
            Thread watcher = new Thread(watch, "audit-half-answer");
            watcher.setDaemon(true);
            client.send(session.request(nonce));
            watcher.start();
            AuditSession.checked(client.answer(), nonce);
            return watch.get();
        } catch (IOException e) {
            remarks.add(session.untold("half an answer", e));
            return null;
        } catch (ExecutionException unexpected) {
            throw new IllegalStateException(unexpected.getCause());
        } finally {
            between.open();
            session.backend().answer(AnswerForm.plain());
        }
    }

    private static boolean streams(AuditClient client, ReleaseLatch between) throws InterruptedException {
        between.await(1, Duration.ofSeconds(2));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (client.bodyBytes() == 0 && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
        }
        boolean streams = client.bodyBytes() > 0;
        between.open();
        return streams;
    }
}
