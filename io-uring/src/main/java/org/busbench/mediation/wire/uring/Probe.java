package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.buffer.LentBuffers;
import org.busbench.mediation.buffer.Slice;

/**
 * Tries everything that a loop relies on, with a few bytes on a pair of sockets: the ring, the ring of buffers that are filled bit by bit, one operation that
 * receives several times and ends when enough has come, cancelling it, and sends that complete only when the socket does not take all at once. Kernels before
 * 6.17 do not end the first; containers often refuse the ring.
 */
final class Probe {
    private static final int UNIX = 1;
    private static final int STREAM = 1;
    private static final int ENTRIES = 64;
    private static final int BUFFER_BYTES = 4096;
    private static final int MOST = 8;
    private static final int MORE_THAN_A_SOCKET_HOLDS = 8 << 20;
    private static final long RECEIVE = 7;
    private static final long SEND = 8;

    private final NativeCalls calls = new NativeCalls();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
    private final long address = NativeCalls.address(memory);
    private final LentBuffers lent = new LentBuffers(new BufferPool(BUFFER_BYTES, 1, NativeCalls::address), 1);
    private Ring ring;
    private int theirs;

    private Probe() {}

    /** Returns why it does not work, or null. */
    static String refusal() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        // A ring is for the thread that made it.
        Thread thread = new Thread(() -> answer.complete(new Probe().tried()), "probe");
        thread.start();
        return answer.join();
    }

    private String tried() {
        int ours = -1;
        try {
            ring = Ring.open(calls, ENTRIES);
            ring.provideBuffers(ENTRIES);
            int id = lent.lend();
            ring.provide(id, lent.address(id), BUFFER_BYTES);
            int result = calls.socketPair(UNIX, STREAM, address);
            if (result < 0) {
                return "the system gives no pair of sockets: " + NativeCalls.text(-result);
            }
            ours = memory.getInt(0);
            theirs = memory.getInt(4);
            ring.receive(ours, RECEIVE, MOST);
            expect("abc", true);
            expect("defgh", false);
            ring.receive(ours, RECEIVE, MOST);
            expect("ijk", true);
            ring.cancel(RECEIVE, 0);
            ring.enter(true, 1000);
            expectEnd();
            expectToldWhatWasNotSent(ours);
            return null;
        } catch (IOException | IllegalStateException e) {
            return String.valueOf(e.getMessage());
        } finally {
            if (ours >= 0) {
                calls.close(ours);
                calls.close(theirs);
            }
            if (ring != null) {
                ring.close();
            }
        }
    }

    private void expect(String text, boolean more) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            memory.put(8 + i, (byte) text.charAt(i));
        }
        calls.sendNow(theirs, address + 8, text.length());
        ring.enter(true, 1000);
        if (!ring.next()) {
            throw new IOException("io_uring did not receive within 1 s");
        }
        int result = ring.result();
        int flags = ring.flags();
        ring.done();
        if (result < 0) {
            throw new IOException("receiving several times by one operation is refused: " + NativeCalls.text(-result)
                    + " (" + -result + "); Linux 6.17 or newer is needed");
        }
        if ((flags & Ring.HAS_BUFFER) == 0
                || (flags & Ring.BUFFER_MORE) == 0
                || ((flags & Ring.MORE) != 0) != more
                || !text.equals(text(lent.arrived(flags >>> 16, result, true)))) {
            throw new IOException("the kernel's io_uring does not work as expected: receiving '" + text + "' gave "
                    + result + " bytes with flags " + Integer.toHexString(flags));
        }
    }

    private void expectEnd() throws IOException {
        if (!ring.next() || ring.result() != -NativeCalls.ECANCELED || (ring.flags() & Ring.MORE) != 0) {
            throw new IOException("the kernel's io_uring does not cancel");
        }
        ring.done();
    }

    private void expectToldWhatWasNotSent(int ours) throws IOException {
        ByteBuffer much = Ring.direct(MORE_THAN_A_SOCKET_HOLDS);
        ring.send(ours, RECEIVE, NativeCalls.address(much), 1, true);
        ring.send(ours, SEND, NativeCalls.address(much), MORE_THAN_A_SOCKET_HOLDS, true);
        ring.enter(false, 0);
        if (!ring.next()
                || ring.userData() != SEND
                || ring.result() <= 0
                || ring.result() >= MORE_THAN_A_SOCKET_HOLDS) {
            throw new IOException("the kernel's io_uring does not tell how much of a send it did not do");
        }
        ring.done();
    }

    private static String text(Slice slice) {
        if (slice == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < slice.length(); i++) {
            text.append((char) slice.get(i));
        }
        slice.release();
        return text.toString();
    }
}
