package org.busbench.harness.measure;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.busbench.harness.process.JavaCommand;

/**
 * What JVMs keep: the heap in use right after a full collection, for which they are asked. What a heap holds between two
 * collections says nothing, since it fills up whether anything is kept or not. Blocks while they collect; for the thread
 * that runs the trial, when the load has ended.
 */
public final class LiveHeap {
    private static final Pattern INVOCATIONS = Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.invocations");
    private static final Pattern USED = Pattern.compile("sun\\.gc\\.generation\\.[0-9]+\\.space\\.[0-9]+\\.used");
    private static final byte[] COLLECT = "1\0jcmd\0GC.run\0\0\0".getBytes(StandardCharsets.UTF_8);
    private static final int JCMD_LIMIT_SECONDS = 10;

    private LiveHeap() {}

    /**
     * Has every JVM among some processes of a mediator collect, and reads what is left.
     *
     * @param readings get the bytes of each where all told theirs
     * @return bytes of all together; empty when none is a JVM, or one of them does not tell or did not collect
     * @throws InterruptedException when this thread was interrupted
     */
    public static Optional<Long> collected(Collection<Long> pids, Readings readings) throws InterruptedException {
        long bytes = 0;
        boolean any = false;
        Readings found = new Readings();
        for (long pid : pids) {
            Optional<PerfData> before = PerfData.of(pid);
            if (before.isEmpty()) {
                continue;
            }
            try {
                collect(pid);
            } catch (IOException refused) {
                return Optional.empty();
            }
            Optional<PerfData> after = PerfData.of(pid);
            // -XX:+DisableExplicitGC, or a collector that works on beside the program: nothing can be said then.
            if (after.isEmpty() || after.get().sum(INVOCATIONS) == before.get().sum(INVOCATIONS)) {
                return Optional.empty();
            }
            long used = after.get().sum(USED);
            found.of(Readings.Moment.now("after"), ProcessRole.MEDIATOR, Long.toString(pid), PerfData.SOURCE)
                    .add("liveBytes", used);
            bytes += used;
            any = true;
        }
        readings.addAll(found.lines());
        return any ? Optional.of(bytes) : Optional.empty();
    }

    /**
     * Speaks the protocol of {@code jcmd} (attachListener.cpp, version 1) where the JVM listens for it already, which costs
     * no process; otherwise {@code jcmd} itself makes it listen.
     */
    private static void collect(long pid) throws IOException, InterruptedException {
        Path socket = JvmFiles.attachSocket(pid);
        if (!Files.exists(socket)) {
            jcmd(pid);
            return;
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer command = ByteBuffer.wrap(COLLECT);
            while (command.hasRemaining()) {
                channel.write(command);
            }
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (answer.hasRemaining() && channel.read(answer) >= 0) {
                // Its end says that the collection is over.
            }
        }
    }

    /** A call of jcmd, with few threads and little compilation, since it runs for a moment beside the measured processes. */
    static ProcessBuilder call(Path jcmd, long pid, String question) {
        return JavaCommand.process(List.of(
                jcmd.toString(), "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", Long.toString(pid), question));
    }

    private static void jcmd(long pid) throws IOException, InterruptedException {
        Path jcmd = JvmFiles.of(pid)
                .map(JvmFiles::jcmd)
                .filter(Files::isExecutable)
                .orElseThrow(() -> new IOException("no jcmd beside the program of process " + pid));
        Process asked = call(jcmd, pid, "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!asked.waitFor(JCMD_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            asked.destroyForcibly();
            throw new IOException("jcmd got no answer of process " + pid);
        }
    }
}
