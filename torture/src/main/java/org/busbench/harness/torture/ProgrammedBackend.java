package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Case.Moment;
import org.busbench.harness.torture.Case.Step;

/**
 * Stands where the backend does, keeps the very bytes that come, and answers by a case's script. Requests that are not of the
 * case get a good answer. One thread serves all connections, so that thousands of them cost a machine no more than their bytes do;
 * the methods may be called on any other thread.
 */
public final class ProgrammedBackend implements AutoCloseable {
    private static final int BACKLOG = 4096;
    /** So little is read at a time that a script which begins with a head leaves the rest of a large request unread. */
    private static final int MOST_READ_BYTES = 8 << 10;

    private static final int MOST_READS_A_TURN = 16;
    private static final int MOST_STEPS_A_TURN = 64;
    private static final int MOST_ACCEPTED_A_TURN = 64;
    private static final int MOST_WRITTEN_BYTES = 64 << 10;
    private static final Duration STALLED = Duration.ofMillis(300);
    private static final byte[] LOST =
            "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1);

    private final Backends backends;
    private final Selector selector;
    private final Thread thread;
    private final Questions questions;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final Set<Conversation> open = new LinkedHashSet<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final List<SelectableChannel> ended = new ArrayList<>();
    private final ByteBuffer room = ByteBuffer.allocate(MOST_READ_BYTES);
    private List<Conversation> seen = new ArrayList<>();
    private PlayedCase running;
    private boolean beside;
    private int accepted;
    private RuntimeException fault;
    private volatile boolean closing;

    private ProgrammedBackend(Backends backends) throws IOException {
        this.backends = backends;
        this.selector = Selector.open();
        this.questions = new Questions(selector::wakeup);
        this.thread = new Thread(this::run, "programmed-backend");
        thread.setDaemon(true);
    }

    /**
     * Listens for every instance.
     *
     * @return the backend, to be closed
     * @throws Problem when a port is taken
     */
    public static ProgrammedBackend open(Backends backends) {
        ProgrammedBackend backend;
        try {
            backend = new ProgrammedBackend(backends);
        } catch (IOException e) {
            throw new Problem("the backend has no selector: " + Problem.brief(e) + "; raise 'ulimit -n'", e);
        }
        backend.thread.start();
        try {
            backend.ask(backend::listen);
            return backend;
        } catch (Problem taken) {
            backend.close();
            throw taken;
        }
    }

    /** Host and port of which a proxy has no reason to ask anything but the service. */
    String authority() {
        return backends.here() + ":" + backends.ports().get("C");
    }

    /**
     * What one connection carried since the case began, each byte as one character.
     *
     * @param instance the letter of the backend that was asked
     * @param messages as they were understood
     * @param received the bytes that came
     * @param sent the bytes that the backend wrote
     * @param ended whether the mediator ended the connection
     */
    record Connection(
            int number,
            String instance,
            List<StrictReader.Message> messages,
            String received,
            String sent,
            boolean ended) {}

    /** A connection wants to go on at an instant. */
    private record Alarm(long atNanos, Conversation conversation) implements Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            return Long.compare(atNanos - other.atNanos, 0);
        }
    }

    /** Says whether good traffic goes on while cases begin and end: its requests keep their connections and their answers. */
    void goodTrafficBeside(boolean goesOn) {
        ask(() -> beside = goesOn);
    }

    /** Begins to play the script. Messages are kept, except those of an overload. */
    void begin(Case one, CaseMessages messages) {
        ask(() -> {
            running = new PlayedCase(one, messages);
            seen = new ArrayList<>(open);
            open.forEach(conversation -> conversation.mark(!running.isOverload()));
            if (running.script().down()) {
                hangUp();
            } else if (running.script().at() == Moment.ACCEPT) {
                // Connections of earlier exchanges would not meet the script.
                cutAll();
            }
        });
    }

    /** The connections since the case began that carried something. */
    List<Connection> seen() {
        return answer(() -> seen.stream()
                .map(Conversation::snapshot)
                .filter(one -> !one.received.isEmpty() || !one.sent.isEmpty())
                .toList());
    }

    /**
     * The case is over: every request gets a good answer. Connections that are in the middle of something are closed; beside
     * good traffic only those on which nothing has come for a while.
     *
     * @return how many requests of the case came
     * @throws Problem when a port on which the case did not listen is taken now
     */
    int end() {
        return answer(() -> {
            PlayedCase ending = running;
            running = null;
            if (ending != null) {
                ending.end();
                if (ending.script().down()) {
                    listen();
                }
            }
            boolean midway = ending == null || !ending.isBesideGoodTraffic();
            for (Conversation conversation : List.copyOf(open)) {
                boolean unfinished = midway && conversation.unfinished() && (!beside || conversation.isStalled());
                if (unfinished || conversation.waitsInVain()) {
                    conversation.cut();
                }
            }
            return ending == null ? 0 : ending.asked();
        });
    }

    void endConnections() {
        ask(this::cutAll);
    }

    /** Ends every connection, and listens no more. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        over.join();
    }

    private void ask(Runnable work) {
        answer(() -> {
            work.run();
            return true;
        });
    }

    private <T> T answer(Supplier<T> work) {
        return questions.ask(() -> {
            if (fault != null) {
                throw fault;
            }
            T answer = work.get();
            closeEnded();
            return answer;
        });
    }

    private void run() {
        try {
            while (!closing) {
                turn();
            }
            hangUp();
            while (!ended.isEmpty()) {
                closeEnded();
            }
            selector.close();
        } catch (IOException e) {
            fault = new Problem("the backend's selector failed: " + Problem.brief(e), e);
        } finally {
            questions.answer(true);
            over.complete(null);
        }
    }

    private void turn() throws IOException {
        long now = System.nanoTime();
        while (!alarms.isEmpty() && alarms.peek().atNanos - now <= 0) {
            alarms.poll().conversation.awake();
        }
        closeEnded();
        long left = alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().atNanos - System.nanoTime();
        // What was asked is looked for here, because a selection that did not wait has taken the wake-up with it.
        if (closing || questions.isAnyWaiting() || !ended.isEmpty() || left <= 0) {
            selector.selectNow(this::ready);
        } else if (alarms.isEmpty()) {
            selector.select(this::ready);
        } else {
            selector.select(this::ready, Math.max(1, TimeUnit.NANOSECONDS.toMillis(left + 500_000)));
        }
        questions.answer(false);
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Conversation conversation) {
            conversation.ready(key);
        } else {
            accept((ServerSocketChannel) key.channel(), (String) key.attachment());
        }
    }

    private void listen() {
        for (Map.Entry<String, Integer> entry : backends.ports().entrySet()) {
            try {
                ServerSocketChannel server = ServerSocketChannel.open();
                servers.add(server);
                server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                server.bind(new InetSocketAddress(backends.listen(), entry.getValue()), BACKLOG);
                server.configureBlocking(false);
                server.register(selector, SelectionKey.OP_ACCEPT, entry.getKey());
            } catch (IOException taken) {
                hangUp();
                throw new Problem(
                        "port " + entry.getValue() + " of the backend is taken: end what listens there", taken);
            }
        }
    }

    private void hangUp() {
        servers.forEach(this::close);
        servers.clear();
        cutAll();
    }

    private void cutAll() {
        List.copyOf(open).forEach(Conversation::cut);
    }

    /** Gives a channel back, as soon as the selector does not know it any more. */
    private void close(SelectableChannel channel) {
        SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        ended.add(channel);
    }

    /**
     * Closes what had ended before. A selector's channel would be shut before it is closed; without one it ends as a server's socket
     * does, by a reset when there are bytes that were not read. What ends meanwhile waits for the next time, so that alarms ring and
     * questions are answered however many connections end.
     */
    private void closeEnded() throws IOException {
        if (!ended.isEmpty()) {
            List<SelectableChannel> unknownSoon = List.copyOf(ended);
            ended.clear();
            selector.selectNow(this::ready);
            unknownSoon.forEach(ProgrammedBackend::closeNow);
        }
    }

    private static void closeNow(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // Nothing of it is left then either.
        }
    }

    private void accept(ServerSocketChannel server, String instance) {
        try {
            for (int i = 0; i < MOST_ACCEPTED_A_TURN; i++) {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                new Conversation(channel, ++accepted, instance, running == null || !running.isOverload()).begin();
            }
        } catch (IOException e) {
            // Whatever fails from now on is not the proxy's fault.
            fault = new Problem("the backend takes no connection: " + Problem.brief(e) + "; raise 'ulimit -n'", e);
            close(server);
        }
    }

    /** A mediator may ask for a WSDL, or whether the backend is well, at any time. */
    private static boolean isQuery(StrictReader.Message message) {
        return message.start() != null
                && message.start().toLowerCase(Locale.ROOT).contains("wsdl");
    }

    /** One connection of a mediator. It reads when it neither plays a script nor has anything to write. */
    private final class Conversation {
        private final SocketChannel channel;
        private final int number;
        private final String instance;
        private final StrictReader reader = StrictReader.ofRequests();
        private final BoundedBytes received = new BoundedBytes();
        private final BoundedBytes sent = new BoundedBytes();
        private SelectionKey key;
        private int forgotten;
        private int answered;
        private boolean ended;
        private boolean keeps;
        private boolean lost;
        private long lastByteNanos = System.nanoTime();
        /** The bytes that the socket has not taken yet; null when there are none. */
        private ByteBuffer writing;
        /** The case whose script is played; null when none is. */
        private PlayedCase playing;

        private String nonce;
        private int step;
        private byte[] text;
        private int textSent;
        private int textsSent;
        private boolean rested;
        /** Until an alarm rings, or until the case is over. */
        private boolean waiting;

        Conversation(SocketChannel channel, int number, String instance, boolean keeps) {
            this.channel = channel;
            this.number = number;
            this.instance = instance;
            this.keeps = keeps;
        }

        void begin() {
            open.add(this);
            seen.add(this);
            attempt(() -> {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                key = channel.register(selector, SelectionKey.OP_READ, this);
                if (running != null && running.script().at() == Moment.ACCEPT && running.takes()) {
                    due();
                    play(running, running.firstNonce());
                    goOn();
                }
            });
        }

        void ready(SelectionKey selected) {
            attempt(() -> {
                if (selected.isWritable()) {
                    flush();
                    goOn();
                }
                for (int i = 0; i < MOST_READS_A_TURN && isReading() && selected.isReadable(); i++) {
                    if (!read()) {
                        return;
                    }
                }
            });
        }

        void awake() {
            if (open.contains(this)) {
                waiting = false;
                attempt(this::goOn);
            }
        }

        void cut() {
            ended(false);
            drop();
        }

        /** Begins or ends to keep the bytes that come and go. */
        void mark(boolean keep) {
            keeps = keep;
            received.reset();
            sent.reset();
            forgotten += reader.forget(answered - forgotten);
        }

        boolean unfinished() {
            List<StrictReader.Message> all = reader.messages();
            return !all.isEmpty() && !all.get(all.size() - 1).complete();
        }

        boolean isStalled() {
            return System.nanoTime() - lastByteNanos > STALLED.toNanos();
        }

        /** Whether it waits within the script of a case that is over. */
        boolean waitsInVain() {
            return waiting && playing != null && playing.isOver();
        }

        Connection snapshot() {
            return new Connection(
                    number,
                    instance,
                    reader.snapshot(),
                    received.toString(ISO_8859_1),
                    sent.toString(ISO_8859_1),
                    ended);
        }

        /** Runs a step. A failure of one connection ends that one; a fault of the backend itself is told to its next caller. */
        private void attempt(Attempt attempt) {
            try {
                attempt.run();
            } catch (IOException gone) {
                cut();
            } catch (RuntimeException e) {
                fault = e;
                cut();
            }
        }

        private void drop() {
            if (open.remove(this)) {
                waiting = false;
                close(channel);
            }
        }

        private void ended(boolean inOrder) {
            reader.end(inOrder);
            ended = true;
        }

        private boolean isReading() {
            return open.contains(this) && writing == null && playing == null && !waiting && !lost;
        }

        private void interest() {
            if (open.contains(this)) {
                key.interestOps(writing != null ? SelectionKey.OP_WRITE : isReading() ? SelectionKey.OP_READ : 0);
            }
        }

        private boolean read() throws IOException {
            int count = channel.read(room.clear());
            if (count < 0) {
                ended(true);
                drop();
                return false;
            }
            if (keeps) {
                received.write(room.array(), 0, count);
            }
            lastByteNanos = System.nanoTime();
            reader.feed(room.array(), count);
            goOn();
            return count == MOST_READ_BYTES;
        }

        /** Goes on until it has to wait: for bytes, for the socket, or for a time. */
        private void goOn() throws IOException {
            for (int i = 0; open.contains(this) && writing == null && !waiting; i++) {
                if (i == MOST_STEPS_A_TURN) {
                    // The others get their turn.
                    awaken(0);
                } else if (playing != null) {
                    playOn();
                } else if (lost) {
                    drop();
                } else if (!answerDue()) {
                    if (!reader.isLost()) {
                        break;
                    }
                    lost = true;
                    write(LOST);
                }
            }
            interest();
        }

        private boolean answerDue() throws IOException {
            StrictReader.Message due = next();
            PlayedCase now = running;
            boolean early = due != null && !due.complete() && now != null && now.isDueAtHead(due);
            if (due == null || !(due.complete() || early)) {
                return false;
            }
            String asked = CaseMessages.nonceIn(due.content());
            boolean ofCase = now != null && (asked.isEmpty() ? !isQuery(due) : now.isNonce(asked));
            // Beside good traffic a head alone does not say whose it is.
            if (early && (!ofCase || (beside && asked.isEmpty()))) {
                return false;
            }
            due();
            if (ofCase) {
                now.count();
            }
            boolean agreed = ofCase && now.isAccepted(due);
            if (agreed && now.script().at() != Moment.ACCEPT && now.takes()) {
                play(now, asked.isEmpty() ? now.firstNonce() : asked);
            } else if (agreed && !asked.isEmpty()) {
                write(now.text("${answer}", asked));
            } else {
                byte[] answer = CaseMessages.goodAnswer(asked.isEmpty() ? "0000000000000000" : asked);
                write("HEAD".equals(due.method()) ? headOf(answer) : answer);
            }
            return true;
        }

        /** The message that is to be answered next; null when nothing of it has come. */
        private StrictReader.Message next() {
            List<StrictReader.Message> all = reader.messages();
            return answered - forgotten < all.size() ? all.get(answered - forgotten) : null;
        }

        /** The request is answered now, or was answered before it came. */
        private void due() {
            answered++;
            if (!keeps) {
                forgotten += reader.forget(answered - forgotten);
            }
        }

        private byte[] headOf(byte[] answer) {
            return Arrays.copyOf(answer, new String(answer, ISO_8859_1).indexOf("\r\n\r\n") + 4);
        }

        private void play(PlayedCase now, String forNonce) {
            playing = now;
            nonce = forNonce;
            step = 0;
            text = null;
        }

        private void playOn() throws IOException {
            List<Step> steps = playing.script().steps();
            if (step == steps.size()) {
                playing = null;
                return;
            }
            Step now = steps.get(step);
            switch (now.action()) {
                case SEND -> send(now);
                case PAUSE -> {
                    step++;
                    pause(now.number());
                }
                case HALF_CLOSE -> {
                    step++;
                    channel.shutdownOutput();
                }
                case CLOSE -> cut();
                case RESET -> {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                    cut();
                }
                case HOLD -> {
                    waiting = true;
                    endWithCase();
                }
                default -> throw new IllegalArgumentException("a backend cannot " + now.action());
            }
        }

        /** The next piece, or the pause before it. */
        private void send(Step now) throws IOException {
            if (text == null) {
                text = playing.text(now.text(), nonce);
                textSent = 0;
                textsSent = 0;
                rested = true;
            }
            if (textSent == text.length && ++textsSent < now.number()) {
                textSent = 0;
            }
            if (textSent == text.length) {
                text = null;
                step++;
            } else if (!rested) {
                rested = true;
                pause(now.gapMillis());
            } else {
                int piece = now.piece() == 0 ? text.length : now.piece();
                int from = textSent;
                textSent = Math.min(text.length, from + piece);
                rested = false;
                write(Arrays.copyOfRange(text, from, textSent));
            }
        }

        private void pause(int millis) {
            if (millis > 0) {
                awaken(millis);
            }
            endWithCase();
        }

        private void awaken(int millis) {
            waiting = true;
            alarms.add(new Alarm(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), this));
        }

        private void endWithCase() {
            if (playing.isOver()) {
                cut();
            }
        }

        private void write(byte[] bytes) throws IOException {
            if (keeps) {
                sent.write(bytes, 0, bytes.length);
            }
            writing = ByteBuffer.wrap(bytes);
            flush();
        }

        private void flush() throws IOException {
            while (writing != null) {
                int most = Math.min(writing.remaining(), MOST_WRITTEN_BYTES);
                int written = channel.write(writing.slice(writing.position(), most));
                writing.position(writing.position() + written);
                if (!writing.hasRemaining()) {
                    writing = null;
                } else if (written < most) {
                    return;
                }
            }
        }
    }

    /** Something that a connection may break in. */
    private interface Attempt {
        void run() throws IOException;
    }
}
