package org.busbench.harness.torture;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.measure.ProcessStatus;
import org.busbench.harness.torture.Case.Overload;
import org.busbench.harness.torture.Case.Step;
import org.busbench.harness.verify.Target;

/**
 * Thousands of connections that all play the client's script of a case, on the one thread that calls {@link #play}. They speak no
 * TLS. A connection whose script is over stays open and reads, unless the case says that it begins again.
 */
public final class OverloadClients implements Closeable {
    private static final int HTTP_PORT = 80;
    private static final int DESCRIPTORS_BESIDE = 400;
    private static final int BUFFER = 64 << 10;
    private static final int SMALL_RECEIVE_BUFFER = 4 << 10;
    private static final long LONGEST_WAIT_MILLIS = 50;

    private final Selector selector;
    private final InetSocketAddress proxy;
    private final List<Step> steps;
    private final List<byte[]> texts;
    private final Overload load;
    private final Set<Client> open = new HashSet<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final ByteBuffer received = ByteBuffer.allocate(BUFFER);
    private final Map<String, Integer> statuses = new TreeMap<>();
    private int opened;
    private int connected;
    private int mostConnected;
    private int refused;
    private int endedByProxy;

    OverloadClients(Case one, CaseMessages messages, Target target) throws IOException {
        int port = target.url().getPort();
        proxy = new InetSocketAddress(target.url().getHost(), port >= 0 ? port : HTTP_PORT);
        steps = one.exchange().client();
        texts = steps.stream().map(step -> messages.client(step.text())).toList();
        load = one.extent().overload().orElseThrow();
        selector = Selector.open();
    }

    /**
     * Why the clients of a case cannot be played.
     *
     * @param pids the proxy's processes; empty when they are not known
     * @return empty when they can
     */
    public static Optional<String> obstacle(Case one, Target target, Set<Long> pids) {
        if (!target.url().getScheme().equals("http")) {
            return Optional.of("so many clients are played without TLS only");
        }
        int wanted = one.extent().overload().orElseThrow().connections() + DESCRIPTORS_BESIDE;
        Set<Long> all = new LinkedHashSet<>(pids);
        all.add(ProcessHandle.current().pid());
        for (long pid : all) {
            OptionalLong most = ProcessStatus.mostDescriptors(pid);
            if (most.isPresent() && most.getAsLong() < wanted) {
                return Optional.of("the limit of open files is " + most.getAsLong() + " and " + wanted
                        + " are needed: raise it with 'ulimit -n'");
            }
        }
        return Optional.empty();
    }

    /** A client wants to go on at an instant. */
    private record Alarm(long atNanos, Client client, boolean toRead) implements Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            return Long.compare(atNanos - other.atNanos, 0);
        }
    }

    /**
     * What the clients met.
     *
     * @param opened connections that were begun
     * @param most that were open at the same time
     * @param refused connections that could not be made
     * @param ended connections that the proxy ended
     * @param statuses how many answers had each status
     */
    record Tally(int opened, int most, int refused, int ended, Map<String, Integer> statuses) {
        /** In a few words. */
        String text() {
            StringBuilder text = new StringBuilder();
            text.append(opened).append(" connections, at most ").append(most).append(" open");
            if (refused > 0) {
                text.append(", ").append(refused).append(" not made");
            }
            if (ended > 0) {
                text.append(", ").append(ended).append(" ended by the proxy");
            }
            statuses.forEach((status, count) ->
                    text.append(", ").append(count).append(" x ").append(status));
            return text.toString();
        }
    }

    /** Plays until the time is over; what came of it. The connections stay open until this is closed. */
    Tally play(Duration time) throws IOException {
        long began = System.nanoTime();
        long end = began + time.toNanos();
        for (long now = began; now - end < 0; now = System.nanoTime()) {
            openMore(now - began);
            while (!alarms.isEmpty() && alarms.peek().atNanos - now <= 0) {
                Alarm due = alarms.poll();
                due.client.awake(now, due.toRead);
            }
            long wait = Math.min(LONGEST_WAIT_MILLIS, (end - now) / 1_000_000);
            if (!alarms.isEmpty()) {
                wait = Math.min(wait, (alarms.peek().atNanos - now) / 1_000_000);
            }
            if (isOpening()) {
                wait = Math.min(wait, 1);
            }
            if (wait > 0) {
                selector.select(wait);
            } else {
                selector.selectNow();
            }
            long ready = System.nanoTime();
            for (SelectionKey key : selector.selectedKeys()) {
                ((Client) key.attachment()).ready(ready);
            }
            selector.selectedKeys().clear();
        }
        return new Tally(opened, mostConnected, refused, endedByProxy, new TreeMap<>(statuses));
    }

    private boolean isOpening() {
        return open.size() < load.connections() && (load.again() || opened < load.connections());
    }

    /** Opens those that are missing, no faster than the case says. */
    private void openMore(long sinceNanos) throws IOException {
        long allowed = Math.max(1, sinceNanos * load.perSecond() / TimeUnit.SECONDS.toNanos(1));
        while (isOpening() && opened < allowed) {
            opened++;
            Client client = new Client();
            if (client.connect()) {
                open.add(client);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Client client : List.copyOf(open)) {
            client.end(false);
        }
        selector.close();
    }

    private final class Client {
        private final SocketChannel channel;
        private final StrictReader reader = StrictReader.ofAnswers(place -> "POST");
        private SelectionKey key;
        private ByteBuffer sending;
        private int step;
        private int written;
        private int answers;
        private int awaited;
        private boolean isConnected;
        private boolean paused;
        private boolean idle;

        Client() throws IOException {
            channel = SocketChannel.open();
        }

        /** Begins to connect; whether that is under way. */
        boolean connect() throws IOException {
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                if (load.readBytes() > 0) {
                    channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_RECEIVE_BUFFER);
                }
                key = channel.register(selector, SelectionKey.OP_CONNECT, this);
                if (channel.connect(proxy)) {
                    connected();
                    go(System.nanoTime());
                }
                return channel.isOpen();
            } catch (IOException impossible) {
                refused++;
                channel.close();
                return false;
            }
        }

        private void connected() {
            isConnected = true;
            connected++;
            mostConnected = Math.max(mostConnected, connected);
            interest();
        }

        /** Reads whenever something comes, unless the case says how slowly. */
        private void interest() {
            if (key.isValid()) {
                key.interestOps((load.readBytes() > 0 ? 0 : SelectionKey.OP_READ)
                        | (sending != null && !paused ? SelectionKey.OP_WRITE : 0));
            }
        }

        void ready(long now) throws IOException {
            try {
                if (key.isValid() && key.isConnectable()) {
                    channel.finishConnect();
                    connected();
                    if (load.readBytes() > 0) {
                        alarms.add(new Alarm(now + load.readGap().toNanos(), this, true));
                    }
                    go(now);
                } else if (key.isValid() && key.isReadable()) {
                    read(BUFFER);
                }
                if (key.isValid() && key.isWritable()) {
                    go(now);
                }
            } catch (IOException failed) {
                if (isConnected) {
                    endedByProxy++;
                } else {
                    refused++;
                }
                end(false);
            }
        }

        void awake(long now, boolean toRead) throws IOException {
            if (!channel.isOpen()) {
                return;
            }
            try {
                if (toRead) {
                    read(load.readBytes());
                    alarms.add(new Alarm(now + load.readGap().toNanos(), this, true));
                } else {
                    paused = false;
                    go(now);
                }
            } catch (IOException failed) {
                endedByProxy++;
                end(false);
            }
        }

        private void read(int most) throws IOException {
            received.clear().limit(most);
            int count = channel.read(received);
            if (count < 0) {
                endedByProxy++;
                end(false);
                return;
            }
            reader.feed(received.array(), count);
            for (StrictReader.Message message : reader.messages()) {
                if (message.complete() && !message.interim()) {
                    answers++;
                    statuses.merge(Integer.toString(message.status()), 1, Integer::sum);
                }
            }
            reader.forget(Integer.MAX_VALUE);
            if (idle) {
                go(System.nanoTime());
            }
        }

        /** Plays on until it must wait for the network, for a time, or for answers. */
        private void go(long now) throws IOException {
            idle = false;
            while (channel.isOpen()) {
                if (paused) {
                    return;
                }
                if (step == steps.size()) {
                    if (!load.again()) {
                        interest();
                        return;
                    }
                    step = 0;
                    // The others get their turn before it begins again.
                    pause(now, 0);
                    return;
                }
                if (!done(steps.get(step), texts.get(step), now)) {
                    interest();
                    return;
                }
                step++;
            }
        }

        private boolean done(Step now, byte[] text, long nanos) throws IOException {
            switch (now.action()) {
                case SEND -> {
                    return sent(now, text, nanos);
                }
                case PAUSE -> {
                    step++;
                    pause(nanos, now.number());
                    return false;
                }
                case HALF_CLOSE -> channel.shutdownOutput();
                case CLOSE -> end(false);
                case RESET -> end(true);
                case AWAIT -> {
                    if (answers - awaited < now.number()) {
                        idle = true;
                        return false;
                    }
                    awaited += now.number();
                }
                case HOLD -> {
                    return false;
                }
                default -> throw new IllegalArgumentException("a client cannot " + now.action());
            }
            return true;
        }

        private boolean sent(Step now, byte[] text, long nanos) throws IOException {
            while (written < now.number()) {
                if (sending == null) {
                    sending = ByteBuffer.wrap(text);
                }
                int most = now.piece() == 0 ? text.length : now.piece();
                sending.limit(Math.min(text.length, sending.position() + most));
                channel.write(sending);
                boolean pieceSent = !sending.hasRemaining();
                sending.limit(text.length);
                if (sending.hasRemaining()) {
                    if (pieceSent) {
                        pause(nanos, now.gapMillis());
                    }
                    return false;
                }
                sending = null;
                written++;
            }
            written = 0;
            return true;
        }

        private void pause(long now, int millis) {
            paused = true;
            alarms.add(new Alarm(now + TimeUnit.MILLISECONDS.toNanos(millis), this, false));
        }

        void end(boolean reset) throws IOException {
            if (open.remove(this) && isConnected) {
                connected--;
            }
            if (reset) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            channel.close();
        }
    }
}
