package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsTerms;
import org.busbench.harness.torture.Case.Step;
import org.busbench.harness.verify.Target;

/**
 * One connection of a client that keeps to no rule but its script, and keeps every byte. A thread of its own reads; all methods
 * are for the thread that made it.
 */
final class TortureClient implements AutoCloseable {
    private static final int BUFFER = 64 << 10;
    private static final int MOST_UNWATCHED = 4 << 10;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    private final Socket socket;
    private final StrictReader reader;
    private final BoundedBytes sent = new BoundedBytes();
    private final BoundedBytes received = new BoundedBytes();
    private End end = End.OPEN;
    private boolean own;
    private boolean stuck;

    /** How the connection ended. */
    enum End {
        OPEN,
        CLOSED,
        RESET
    }

    /**
     * What the client sent and got, each byte as one character.
     *
     * @param answers as they were understood, interim ones included
     * @param own whether the script ended the connection
     */
    record View(String sent, String received, List<StrictReader.Message> answers, End end, boolean own) {

        List<StrictReader.Message> finalAnswers() {
            return answers.stream().filter(answer -> !answer.interim()).toList();
        }
    }

    /** Connects; the request of each number, from 0, has its own method. */
    TortureClient(Target target, IntFunction<String> methods) throws IOException {
        reader = StrictReader.ofAnswers(methods);
        TlsTerms terms = target.reach().access().tls();
        socket = ClientTls.connect(target.url(), ClientTls.of(target.url(), terms), CONNECT_LIMIT);
        socket.setSoTimeout(0);
        Thread thread = new Thread(this::read, "torture-client");
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        byte[] bytes = new byte[BUFFER];
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                synchronized (this) {
                    received.write(bytes, 0, count);
                    reader.feed(bytes, count);
                    notifyAll();
                }
            }
            ended(End.CLOSED);
        } catch (IOException reset) {
            ended(End.RESET);
        }
    }

    private synchronized void ended(End how) {
        if (end == End.OPEN && !stuck) {
            end = how;
            reader.end(how == End.CLOSED);
        }
        notifyAll();
    }

    /** Plays a script. A peer that takes no more ends the sending, not the reading. */
    void play(List<Step> steps, CaseMessages messages, Duration limit) throws InterruptedException {
        try {
            for (Step step : steps) {
                play(step, messages, limit);
            }
        } catch (IOException refused) {
            // The peer ended the connection within the script: what it answered is still read.
        }
    }

    private void play(Step step, CaseMessages messages, Duration limit) throws IOException, InterruptedException {
        switch (step.action()) {
            case SEND -> {
                byte[] bytes = messages.client(step.text());
                for (int i = 0; i < step.number(); i++) {
                    send(bytes, step, limit);
                }
            }
            case PAUSE -> Thread.sleep(step.number());
            case HALF_CLOSE -> socket.shutdownOutput();
            case CLOSE -> end();
            case RESET -> {
                socket.setSoLinger(true, 0);
                end();
            }
            case AWAIT -> await(step.number(), limit);
            default -> throw new IllegalArgumentException("a client cannot " + step.action());
        }
    }

    private void send(byte[] bytes, Step step, Duration limit) throws IOException, InterruptedException {
        int piece = step.piece() == 0 ? Math.max(1, bytes.length) : step.piece();
        for (int from = 0; from < bytes.length; from += piece) {
            if (from > 0 && step.gapMillis() > 0) {
                Thread.sleep(step.gapMillis());
            }
            byte[] now = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
            if (now.length < MOST_UNWATCHED) {
                send(now);
                continue;
            }
            // A peer that reads no more would hold this thread for ever.
            CompletableFuture<Void> stuck = CompletableFuture.runAsync(
                    this::giveUp, CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
            try {
                send(now);
            } finally {
                stuck.cancel(false);
            }
        }
    }

    /** The peer took nothing for too long: nothing more is written or read, and the connection counts as open. */
    private void giveUp() {
        synchronized (this) {
            stuck = true;
        }
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Nothing is written any more then either.
        }
    }

    void send(byte[] bytes) throws IOException {
        synchronized (this) {
            sent.write(bytes, 0, bytes.length);
        }
        socket.getOutputStream().write(bytes);
    }

    private void end() throws IOException {
        synchronized (this) {
            own = true;
        }
        socket.close();
    }

    /** Waits until so many final answers are whole, the connection ended, or the limit is over; whether they are. */
    synchronized boolean await(int answers, Duration limit) throws InterruptedException {
        await(() -> whole() >= answers || end != End.OPEN || reader.isLost(), limit);
        return whole() >= answers;
    }

    /** Waits for the end of the connection; whether it came within the limit. */
    synchronized boolean awaitEnd(Duration limit) throws InterruptedException {
        return await(() -> end != End.OPEN, limit);
    }

    private synchronized boolean await(BooleanSupplier met, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!met.getAsBoolean()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    synchronized boolean hasEnded() {
        return end != End.OPEN;
    }

    private long whole() {
        return reader.messages().stream()
                .filter(answer -> answer.complete() && !answer.interim())
                .count();
    }

    /** The events until now. */
    synchronized View view() {
        return new View(sent.toString(ISO_8859_1), received.toString(ISO_8859_1), reader.snapshot(), end, own);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
