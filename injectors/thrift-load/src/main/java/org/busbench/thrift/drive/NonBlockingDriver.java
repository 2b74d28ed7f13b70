package org.busbench.thrift.drive;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.busbench.thrift.echo.EchoMessages;
import org.busbench.thrift.echo.EchoMessages.Echo;
import org.busbench.thrift.ramp.Ramp;
import org.busbench.thrift.ramp.RampLog;
import org.busbench.thrift.ramp.Schedule;

/**
 * Drives a ramp from one thread over many connections, of which each has one request under way. What libthrift writes for a
 * call and its reply is prepared once; of the bytes only the nonce changes. An answer is right when it is the expected one
 * byte by byte.
 */
public final class NonBlockingDriver implements AutoCloseable {
    private static final int HEAD = 4;
    private static final long LONGEST_WAIT_MILLIS = 5;

    private final Ramp ramp;
    private final RampLog log;
    private final Schedule schedule;
    private final Frame call;
    private final Frame reply;
    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<Connection> idle = new ArrayDeque<>();
    private long sent;

    private NonBlockingDriver(Ramp ramp, Frame call, Frame reply, Selector selector) {
        this.ramp = ramp;
        this.log = ramp.log();
        this.schedule = ramp.settings().schedule();
        this.call = call;
        this.reply = reply;
        this.selector = selector;
    }

    /** Bytes with a nonce in them. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Frame(byte[] bytes, int noncePlace) {
        static Frame of(byte[] message, String nonce) {
            byte[] framed = ByteBuffer.allocate(HEAD + message.length)
                    .putInt(message.length)
                    .put(message)
                    .array();
            String text = new String(framed, StandardCharsets.ISO_8859_1);
            return new Frame(framed, text.indexOf(nonce));
        }
    }

    public static NonBlockingDriver connect(Ramp ramp) throws IOException {
        String nonce = Ramp.nonce(0x0123456789abcdefL);
        NonBlockingDriver driver;
        try {
            Echo echo = new Echo(nonce, ByteBuffer.wrap(ramp.payload()));
            TMemoryBuffer asked = new TMemoryBuffer(ramp.payload().length);
            EchoMessages.writeCall(new TBinaryProtocol(asked), 1, echo);
            TMemoryBuffer answered = new TMemoryBuffer(ramp.payload().length);
            EchoMessages.writeReply(new TBinaryProtocol(answered), 1, new Echo(nonce, ByteBuffer.wrap(ramp.payload())));
            if (answered.length() > new TConfiguration().getMaxFrameSize()) {
                throw new IOException("a payload of " + ramp.payload().length + " bytes fits no frame");
            }
            driver = new NonBlockingDriver(
                    ramp, Frame.of(bytes(asked), nonce), Frame.of(bytes(answered), nonce), Selector.open());
        } catch (TException impossible) {
            throw new IOException(impossible);
        }
        for (int i = 0; i < ramp.settings().connections(); i++) {
            driver.open();
        }
        return driver;
    }

    private static byte[] bytes(TMemoryBuffer buffer) {
        return java.util.Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    private void open() throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), ramp.settings().port()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        Connection connection = new Connection(channel);
        channel.register(selector, SelectionKey.OP_READ, connection);
        connections.add(connection);
        idle.push(connection);
    }

    /** The result of a stretch of driving. */
    public record Stretch(int verified, int bad, boolean over) {}

    /**
     * Drives for a while; the ramp must have begun.
     *
     * @return what was answered in it; {@code over} when every request of the schedule is answered or lost
     * @throws IOException when a lost connection cannot be opened again
     */
    public Stretch drive(long millis) throws IOException {
        long end = System.nanoTime() + millis * 1_000_000;
        int verified = 0;
        int bad = 0;
        while (System.nanoTime() < end && !isOver()) {
            bad += send();
            selector.select(waitMillis());
            for (SelectionKey key : selector.selectedKeys()) {
                Connection connection = (Connection) key.attachment();
                switch (connection.read()) {
                    case RIGHT -> verified++;
                    case WRONG, LOST -> bad++;
                    default -> {}
                }
            }
            selector.selectedKeys().clear();
            replaceLost();
        }
        return new Stretch(verified, bad, isOver());
    }

    private boolean isOver() {
        return sent == schedule.total() && idle.size() == connections.size();
    }

    private int send() {
        long due = schedule.dueAt(ramp.seconds());
        int bad = 0;
        while (sent < due && !idle.isEmpty()) {
            sent++;
            log.started();
            if (!idle.pop().send()) {
                bad++;
            }
        }
        return bad;
    }

    /** Until the next request is due, as far as a connection is there for it; at least a millisecond, or not at all. */
    private long waitMillis() {
        if (idle.isEmpty() || sent == schedule.total()) {
            return LONGEST_WAIT_MILLIS;
        }
        double wait = schedule.dueSecond(sent + 1) - ramp.seconds();
        return (long) Math.max(1, Math.min(LONGEST_WAIT_MILLIS, wait * 1000));
    }

    private void replaceLost() throws IOException {
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (!connections.get(i).channel.isOpen()) {
                connections.remove(i);
                open();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.channel.close();
        }
        selector.close();
    }

    private enum Progress {
        PART,
        RIGHT,
        WRONG,
        LOST
    }

    /** A connection and the request that is under way on it. */
    private final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer out;
        private final ByteBuffer in;
        private final byte[] expected;
        private long beginNanos;
        private boolean underWay;

        Connection(SocketChannel channel) {
            this.channel = channel;
            this.out = ByteBuffer.wrap(call.bytes.clone());
            this.expected = reply.bytes.clone();
            this.in = ByteBuffer.allocate(expected.length + 1);
        }

        boolean send() {
            byte[] nonce = ramp.nonce().getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(nonce, 0, out.array(), call.noncePlace, nonce.length);
            System.arraycopy(nonce, 0, expected, reply.noncePlace, nonce.length);
            in.clear();
            out.clear();
            beginNanos = System.nanoTime();
            underWay = true;
            try {
                // An idle connection's send buffer is empty, and a call is smaller than it.
                channel.write(out);
                if (!out.hasRemaining()) {
                    return true;
                }
            } catch (IOException lost) {
                // Counted below, like a call that did not fit.
            }
            lose();
            return false;
        }

        Progress read() throws IOException {
            if (!underWay) {
                // Nothing was asked: the server closes the connection, or speaks out of turn.
                idle.remove(this);
                channel.close();
                return Progress.PART;
            }
            try {
                if (channel.read(in) < 0) {
                    return lose();
                }
            } catch (IOException lost) {
                return lose();
            }
            if (in.position() < expected.length && isAsExpected()) {
                return Progress.PART;
            }
            if (in.position() == expected.length && isAsExpected()) {
                log.verified(System.nanoTime() - beginNanos);
                underWay = false;
                idle.push(this);
                return Progress.RIGHT;
            }
            log.wrong();
            channel.close();
            return Progress.WRONG;
        }

        private boolean isAsExpected() {
            return java.util.Arrays.equals(in.array(), 0, in.position(), expected, 0, in.position());
        }

        private Progress lose() {
            log.failed();
            try {
                channel.close();
            } catch (IOException alreadyGone) {
                // It is replaced in any case.
            }
            return Progress.LOST;
        }
    }
}
