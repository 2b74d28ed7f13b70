package org.busbench.harness.measure;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A question to a running JVM by the protocol of {@code jcmd} (attachListener.cpp, version 1), which costs no process beside the measured
 * ones. Blocks until it is answered.
 */
final class JvmQuestion {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String ANSWERED = "0\n";

    private JvmQuestion() {}

    /**
     * Asks.
     *
     * @param question as {@code jcmd} takes it, for instance {@code VM.flags}
     * @throws IOException when the process is no JVM of this user, or does not answer
     */
    static String ask(long pid, String question) throws IOException {
        Path socket = JvmFiles.attachSocket(pid);
        if (!Files.exists(socket)) {
            haveListen(pid);
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                Selector selector = Selector.open()) {
            ByteBuffer asked = ByteBuffer.wrap(("1\0jcmd\0" + question + "\0\0\0").getBytes(StandardCharsets.UTF_8));
            while (asked.hasRemaining()) {
                channel.write(asked);
            }
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            String answer = answer(channel, selector);
            if (!answer.startsWith(ANSWERED)) {
                throw new IOException("process " + pid + " does not answer " + question + ": " + answer.strip());
            }
            return answer.substring(ANSWERED.length());
        }
    }

    private static void haveListen(long pid) throws IOException {
        try {
            VirtualMachine.attach(Long.toString(pid)).detach();
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " does not listen: " + e.getMessage(), e);
        }
    }

    /** All that comes until the JVM ends the connection. */
    private static String answer(SocketChannel channel, Selector selector) throws IOException {
        long end = System.nanoTime() + LIMIT_NANOS;
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteBuffer part = ByteBuffer.allocate(4096);
        for (int read = channel.read(part); read >= 0; read = channel.read(part.clear())) {
            answer.write(part.array(), 0, read);
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (millis <= 0) {
                throw new IOException("no whole answer within " + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NANOS) + " s");
            }
            selector.select(millis);
            selector.selectedKeys().clear();
        }
        return answer.toString(StandardCharsets.UTF_8);
    }
}
