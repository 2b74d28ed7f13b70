package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a message's way through pooled memory costs: taken as it would arrive, queued, split into head and body, and given back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
public class BufferBenchmark {

    private static final int HEAD_BYTES = 200;

    @Param({"500", "10240", "102400"})
    int bytes;

    private final BufferPool pool = new BufferPool(64 * 1024, 16);
    private final Arena arena = new Arena(pool);
    private byte[] arriving;
    private byte[] copied;

    /** Makes the bytes. */
    @Setup
    public void fill() {
        arriving = new byte[8 * 1024];
        copied = new byte[bytes];
    }

    private SliceQueue received() {
        SliceQueue queue = new SliceQueue();
        int left = bytes;
        while (left > 0) {
            ByteBuffer room = arena.room(1024);
            int count = Math.min(left, Math.min(room.remaining(), arriving.length));
            room.put(arriving, 0, count);
            queue.add(arena.take(count));
            left -= count;
        }
        return queue;
    }

    /** Received and passed on: what forwarding does, the system calls left out. */
    @Benchmark
    public long pass() {
        SliceQueue queue = received();
        long seen = queue.bytes();
        queue.drop(HEAD_BYTES);
        queue.clear();
        return seen;
    }

    /** Received and copied into one array: what a transformation begins with. */
    @Benchmark
    public byte[] collect() {
        SliceQueue queue = received();
        queue.copyTo(copied, 0);
        queue.clear();
        return copied;
    }
}
