package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Case.Moment;
import org.busbench.harness.torture.Case.Script;
import org.busbench.harness.torture.Case.Step;

/**
 * Stands where the backend does, keeps the very bytes that come, and answers by a case's script. Requests that are not of the
 * case get a good answer. A thread for each connection; the methods may be called on any thread.
 */
public final class ProgrammedBackend implements AutoCloseable {
    private static final int BACKLOG = 4096;
    /** Small, because thousands of connections have one each. */
    private static final int BUFFER = 8 << 10;

    private static final Duration STALLED = Duration.ofMillis(300);

    private final Backends backends;
    private final List<ServerSocket> servers = new ArrayList<>();
    private final List<Conversation> open = new ArrayList<>();
    private List<Conversation> seen = new ArrayList<>();
    private volatile Running running;
    private volatile boolean beside;
    private int accepted;

    private ProgrammedBackend(Backends backends) {
        this.backends = backends;
    }

    /**
     * Listens for every instance.
     *
     * @return the backend, to be closed
     * @throws Problem when a port is taken
     */
    public static ProgrammedBackend open(Backends backends) {
        ProgrammedBackend backend = new ProgrammedBackend(backends);
        backend.listen();
        return backend;
    }

    /** Host and port of which a proxy has no reason to ask anything but the service. */
    String authority() {
        return backends.here() + ":" + backends.ports().get("C");
    }

    /** A case under way. */
    private static final class Running {
        private final Case one;
        private final CaseMessages messages;
        private final AtomicInteger played = new AtomicInteger();
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch over = new CountDownLatch(1);
        private final Map<String, byte[]> texts = new ConcurrentHashMap<>();

        Running(Case one, CaseMessages messages) {
            this.one = one;
            this.messages = messages;
        }

        Script script() {
            return one.exchange().backend();
        }

        boolean takes() {
            return played.getAndIncrement() < script().times();
        }

        boolean isDueAtHead(StrictReader.Message request) {
            return script().at() == Moment.HEAD && request.headRead();
        }

        boolean isOverload() {
            return one.extent().overload().isPresent();
        }

        /** The many clients of an overload send the same request, so that its answer is made once. */
        byte[] text(String text, String nonce) {
            return isOverload() && nonce.equals(messages.nonce(0))
                    ? texts.computeIfAbsent(text, same -> messages.backend(same, nonce))
                    : messages.backend(text, nonce);
        }
    }

    /**
     * What one connection carried since the case began, each byte as one character.
     *
     * @param messages as they were understood
     * @param received the bytes that came
     * @param sent the bytes that the backend wrote
     * @param ended whether the mediator ended the connection
     */
    record Connection(int number, List<StrictReader.Message> messages, String received, String sent, boolean ended) {}

    /** Says whether good traffic goes on while cases begin and end: its requests keep their connections and their answers. */
    void goodTrafficBeside(boolean goesOn) {
        beside = goesOn;
    }

    /** From now on the script is played. What comes is kept, except that of an overload. */
    void begin(Case one, CaseMessages messages) throws IOException {
        synchronized (this) {
            running = new Running(one, messages);
            seen = new ArrayList<>(open);
            open.forEach(conversation -> conversation.mark(!running.isOverload()));
        }
        Script script = one.exchange().backend();
        if (script.down()) {
            hangUp();
        } else if (script.at() == Moment.ACCEPT) {
            // Connections of earlier exchanges would not meet the script.
            List<Conversation> all;
            synchronized (this) {
                all = List.copyOf(open);
            }
            all.forEach(Conversation::cut);
        }
    }

    /** What came since the case began, on every connection that carried something. */
    List<Connection> seen() {
        List<Conversation> all;
        synchronized (this) {
            all = List.copyOf(seen);
        }
        return all.stream()
                .map(Conversation::snapshot)
                .filter(one -> !one.received.isEmpty() || !one.sent.isEmpty())
                .toList();
    }

    /**
     * The case is over: every request gets a good answer. Connections that are in the middle of something are closed; beside
     * good traffic only those on which nothing has come for a while.
     *
     * @return how many requests of the case came
     */
    int end() {
        Running ending = running;
        running = null;
        if (ending != null) {
            ending.over.countDown();
            if (ending.script().down()) {
                listen();
            }
        }
        List<Conversation> all;
        synchronized (this) {
            all = List.copyOf(open);
        }
        if (ending == null || ending.one.extent().beside() == 0) {
            all.stream()
                    .filter(Conversation::unfinished)
                    .filter(conversation -> !beside || conversation.isStalled())
                    .forEach(Conversation::cut);
        }
        return ending == null ? 0 : ending.asked.get();
    }

    /** Ends every connection, in order. */
    void endConnections() {
        List<Conversation> all;
        synchronized (this) {
            all = List.copyOf(open);
        }
        all.forEach(Conversation::cut);
    }

    private void listen() {
        for (Map.Entry<String, Integer> entry : backends.ports().entrySet()) {
            try {
                ServerSocket server = new ServerSocket();
                synchronized (this) {
                    servers.add(server);
                }
                server.setReuseAddress(true);
                server.bind(new InetSocketAddress(backends.listen(), entry.getValue()), BACKLOG);
                daemon("accept", () -> accept(server));
            } catch (IOException taken) {
                close();
                throw new Problem(
                        "port " + entry.getValue() + " of the backend is taken: end what listens there", taken);
            }
        }
    }

    private void hangUp() throws IOException {
        List<Closeable> all = new ArrayList<>();
        synchronized (this) {
            all.addAll(servers);
            open.forEach(conversation -> all.add(conversation.socket));
            servers.clear();
        }
        for (Closeable one : all) {
            one.close();
        }
    }

    private void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Conversation conversation;
                synchronized (this) {
                    Running now = running;
                    conversation = new Conversation(socket, ++accepted, now == null || !now.isOverload());
                    open.add(conversation);
                    seen.add(conversation);
                }
                daemon("connection-" + conversation.number, () -> serve(conversation));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Conversation conversation) {
        try (Socket socket = conversation.socket) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[BUFFER];
            Running began = running;
            if (began != null && began.script().at() == Moment.ACCEPT && began.takes()) {
                conversation.due();
                play(conversation, began, began.messages.nonce(0));
            }
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                conversation.got(bytes, count);
                answerDue(conversation);
                if (conversation.isLost()) {
                    conversation.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                            .getBytes(ISO_8859_1));
                    return;
                }
            }
            conversation.ended(true);
        } catch (IOException gone) {
            conversation.ended(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                open.remove(conversation);
            }
        }
    }

    private void answerDue(Conversation conversation) throws IOException, InterruptedException {
        while (true) {
            StrictReader.Message due = conversation.next();
            Running now = running;
            boolean early = due != null && !due.complete() && now != null && now.isDueAtHead(due);
            if (due == null || !(due.complete() || early)) {
                return;
            }
            String nonce = CaseMessages.nonceIn(due.body());
            boolean ofCase = now != null && (nonce.isEmpty() ? !isQuery(due) : now.messages.requestOf(nonce) >= 0);
            // Beside good traffic a head alone does not say whose it is.
            if (early && (!ofCase || (beside && nonce.isEmpty()))) {
                return;
            }
            conversation.due();
            if (ofCase) {
                now.asked.incrementAndGet();
            }
            if (ofCase && now.script().at() != Moment.ACCEPT && now.takes()) {
                play(conversation, now, nonce.isEmpty() ? now.messages.nonce(0) : nonce);
            } else if (ofCase && !nonce.isEmpty()) {
                conversation.write(now.text("${answer}", nonce));
            } else {
                conversation.write(
                        CaseMessages.goodAnswer(nonce.isEmpty() ? "0000000000000000" : nonce),
                        "HEAD".equals(due.method()));
            }
        }
    }

    /** A mediator may ask for a WSDL, or whether the backend is well, at any time. */
    private static boolean isQuery(StrictReader.Message message) {
        return message.start() != null
                && message.start().toLowerCase(java.util.Locale.ROOT).contains("wsdl");
    }

    private static void play(Conversation conversation, Running now, String nonce)
            throws IOException, InterruptedException {
        for (Step step : now.script().steps()) {
            switch (step.action()) {
                case SEND -> {
                    byte[] bytes = now.text(step.text(), nonce);
                    int piece = step.piece() == 0 ? Math.max(1, bytes.length) : step.piece();
                    for (int from = 0; from < bytes.length; from += piece) {
                        if (from > 0 && now.over.await(step.gapMillis(), TimeUnit.MILLISECONDS)) {
                            throw new IOException("the case is over");
                        }
                        conversation.write(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece)));
                    }
                }
                case PAUSE -> {
                    if (now.over.await(step.number(), TimeUnit.MILLISECONDS)) {
                        throw new IOException("the case is over");
                    }
                }
                case HALF_CLOSE -> conversation.socket.shutdownOutput();
                case CLOSE -> throw new IOException("closed by the script");
                case RESET -> {
                    conversation.socket.setSoLinger(true, 0);
                    throw new IOException("reset by the script");
                }
                case HOLD -> {
                    now.over.await();
                    throw new IOException("the case is over");
                }
                default -> throw new IllegalArgumentException("a backend cannot " + step.action());
            }
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "programmed-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        Running ending = running;
        if (ending != null) {
            ending.over.countDown();
        }
        try {
            hangUp();
        } catch (IOException alreadyGone) {
            // Nothing of it is left then either.
        }
    }

    /** One connection of a mediator. */
    private static final class Conversation {
        private final Socket socket;
        private final int number;
        private final StrictReader reader = StrictReader.ofRequests();
        private final BoundedBytes received = new BoundedBytes();
        private final BoundedBytes sent = new BoundedBytes();
        private int forgotten;
        private int answered;
        private boolean ended;
        private boolean keeps;
        private long lastByteNanos = System.nanoTime();

        Conversation(Socket socket, int number, boolean keeps) {
            this.socket = socket;
            this.number = number;
            this.keeps = keeps;
        }

        /** From now on what comes and goes is kept, or is not. */
        synchronized void mark(boolean keep) {
            keeps = keep;
            received.reset();
            sent.reset();
            forgotten += reader.forget(answered - forgotten);
        }

        synchronized void got(byte[] bytes, int count) {
            if (keeps) {
                received.write(bytes, 0, count);
            }
            lastByteNanos = System.nanoTime();
            reader.feed(bytes, count);
        }

        synchronized void ended(boolean inOrder) {
            reader.end(inOrder);
            ended = true;
        }

        synchronized boolean isLost() {
            return reader.isLost();
        }

        /** The message that is to be answered next; null when nothing of it has come. */
        synchronized StrictReader.Message next() {
            List<StrictReader.Message> all = reader.messages();
            return answered - forgotten < all.size() ? all.get(answered - forgotten) : null;
        }

        /** It is answered now, or before it came. */
        synchronized void due() {
            answered++;
            if (!keeps) {
                forgotten += reader.forget(answered - forgotten);
            }
        }

        synchronized boolean unfinished() {
            List<StrictReader.Message> all = reader.messages();
            return !all.isEmpty() && !all.get(all.size() - 1).complete();
        }

        synchronized boolean isStalled() {
            return System.nanoTime() - lastByteNanos > STALLED.toNanos();
        }

        synchronized Connection snapshot() {
            return new Connection(
                    number, reader.snapshot(), received.toString(ISO_8859_1), sent.toString(ISO_8859_1), ended);
        }

        void write(byte[] bytes) throws IOException {
            synchronized (this) {
                if (keeps) {
                    sent.write(bytes, 0, bytes.length);
                }
            }
            socket.getOutputStream().write(bytes);
        }

        /** An answer, or its head alone. */
        void write(byte[] answer, boolean headOnly) throws IOException {
            int end = new String(answer, ISO_8859_1).indexOf("\r\n\r\n") + 4;
            write(headOnly ? Arrays.copyOf(answer, end) : answer);
        }

        void cut() {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                // Nothing of it is left then either.
            }
        }
    }
}
