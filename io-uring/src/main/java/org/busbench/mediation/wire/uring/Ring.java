package org.busbench.mediation.wire.uring;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One io_uring: operations are written into memory that the kernel shares, and handed over by the next {@link #enter}; completions are read from such memory.
 * The kernel works on completions within {@link #enter} only (DEFER_TASKRUN), so nothing moves while the loop works.
 *
 * <p>For one thread, which has to be the one that made it (SINGLE_ISSUER).
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/io_uring.7.html">io_uring(7)</a>
 */
final class Ring implements Closeable {
    /** The result names a buffer of the ring of buffers; its number is in the upper half of the flags. */
    static final int HAS_BUFFER = 1;
    /** The operation goes on, further completions follow. */
    static final int MORE = 1 << 1;
    /** The kernel goes on to fill the same buffer. */
    static final int BUFFER_MORE = 1 << 4;

    private static final int SYS_SETUP = 425;
    private static final int SYS_ENTER = 426;
    private static final int SYS_REGISTER = 427;

    private static final int SETUP_CQSIZE = 1 << 3;
    private static final int SETUP_CLAMP = 1 << 4;
    private static final int SETUP_SUBMIT_ALL = 1 << 7;
    private static final int SETUP_SINGLE_ISSUER = 1 << 12;
    private static final int SETUP_DEFER_TASKRUN = 1 << 13;
    private static final int SETUP_NO_SQARRAY = 1 << 16;
    private static final int FEAT_SINGLE_MMAP = 1;
    private static final int FEAT_EXT_ARG = 1 << 8;
    private static final long OFFSET_OF_OPERATIONS = 0x10000000L;

    private static final int ENTER_GETEVENTS = 1;
    private static final int ENTER_EXT_ARG = 1 << 3;
    private static final int REGISTER_BUFFER_RING = 22;
    private static final int BUFFER_RING_INCREMENTAL = 2;

    private static final int OP_POLL_ADD = 6;
    private static final int OP_SENDMSG = 9;
    private static final int OP_ACCEPT = 13;
    private static final int OP_ASYNC_CANCEL = 14;
    private static final int OP_CONNECT = 16;
    private static final int OP_SEND = 26;
    private static final int OP_RECV = 27;
    private static final int SQE_BUFFER_SELECT = 1 << 5;
    private static final int SQE_SKIP_SUCCESS = 1 << 6;
    private static final int POLL_MULTI = 1;
    private static final int POLL_IN = 1;
    private static final int ACCEPT_MULTISHOT = 1;
    private static final int RECEIVE_MULTISHOT = 1 << 1;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_WAITALL = 0x100;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int COMPLETIONS_OVERFLOW = 1 << 1;
    private static final int CLOSE_ON_EXEC = 0x80000;

    private static final int OPERATION_BYTES = 64;
    private static final int COMPLETION_BYTES = 16;
    private static final int COMPLETIONS_AN_OPERATION = 4;
    private static final int LEAST_ENTRIES = 16;
    private static final int SCRATCH_BYTES = 64 << 10;
    private static final int PAGE_BYTES = 64 << 10;
    private static final long NANOS = 1_000_000_000L;

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle SHORTS =
            MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.nativeOrder());

    private final NativeCalls calls;
    private final int descriptor;
    private final long ringAddress;
    private final long ringBytes;
    private final ByteBuffer ring;
    private final long operationsAddress;
    private final int operationEntries;
    private final ByteBuffer operations;
    private final int submittedAt;
    private final int takenAt;
    private final int stateAt;
    private final int completedAt;
    private final int seenAt;
    private final int completionsAt;
    private final int completionMask;
    private final ByteBuffer waitArgument = direct(48);
    private final long waitAddress = NativeCalls.address(waitArgument);
    private final ByteBuffer scratch = direct(SCRATCH_BYTES);
    private final long scratchAddress = NativeCalls.address(scratch);
    private int scratchUsed;
    private int written;
    private int seen;
    private int completed;
    private int current;
    private ByteBuffer bufferRing;
    private short bufferTail;

    private Ring(NativeCalls calls, int entries) throws IOException {
        this.calls = calls;
        ByteBuffer parameters = direct(120);
        parameters.putInt(4, entries * COMPLETIONS_AN_OPERATION);
        parameters.putInt(
                8,
                SETUP_CQSIZE
                        | SETUP_CLAMP
                        | SETUP_SUBMIT_ALL
                        | SETUP_SINGLE_ISSUER
                        | SETUP_DEFER_TASKRUN
                        | SETUP_NO_SQARRAY);
        long made = calls.syscall(SYS_SETUP, entries, NativeCalls.address(parameters), 0, 0, 0, 0);
        if (made < 0) {
            throw new RefusedException("io_uring_setup", (int) -made);
        }
        descriptor = (int) made;
        int features = parameters.getInt(20);
        if ((features & FEAT_SINGLE_MMAP) == 0 || (features & FEAT_EXT_ARG) == 0) {
            calls.close(descriptor);
            throw new IOException(
                    "the kernel's io_uring has not all features needed: " + Integer.toHexString(features));
        }
        operationEntries = parameters.getInt(0);
        takenAt = parameters.getInt(40);
        submittedAt = parameters.getInt(44);
        stateAt = parameters.getInt(56);
        seenAt = parameters.getInt(80);
        completedAt = parameters.getInt(84);
        completionsAt = parameters.getInt(100);
        int completionEntries = parameters.getInt(4);
        completionMask = completionEntries - 1;
        ringBytes = completionsAt + (long) completionEntries * COMPLETION_BYTES;
        ringAddress = calls.map(ringBytes, descriptor, 0);
        operationsAddress = ringAddress < 0
                ? ringAddress
                : calls.map((long) operationEntries * OPERATION_BYTES, descriptor, OFFSET_OF_OPERATIONS);
        if (operationsAddress < 0 && operationsAddress > -4096) {
            if (operationsAddress != ringAddress) {
                calls.unmap(ringAddress, ringBytes);
            }
            calls.close(descriptor);
            throw new RefusedException("mmap of the ring", (int) -operationsAddress);
        }
        ring = NativeCalls.memory(ringAddress, ringBytes);
        operations = NativeCalls.memory(operationsAddress, (long) operationEntries * OPERATION_BYTES);
    }

    /**
     * Makes a ring, smaller than wanted if there is no memory for so many.
     *
     * @param entries how many operations one call hands over, a power of two
     * @throws IOException if the system gives none; the message says why
     */
    static Ring open(NativeCalls calls, int entries) throws IOException {
        for (int size = entries; ; size /= 2) {
            try {
                return new Ring(calls, size);
            } catch (RefusedException e) {
                if (e.number != NativeCalls.ENOMEM || size <= LEAST_ENTRIES) {
                    throw e;
                }
            }
        }
    }

    /** The kernel refused a call. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int number;

        RefusedException(String call, int number) {
            super(call + " is refused: " + NativeCalls.text(number) + " (" + number + ")");
            this.number = number;
        }
    }

    int entries() {
        return operationEntries;
    }

    /**
     * Gives the kernel a ring of buffers, which is empty yet. Receiving fills its first buffer until that is full, whatever the receiver.
     *
     * @param entries how many buffers it can hold, a power of two
     */
    void provideBuffers(int entries) throws IOException {
        ByteBuffer memory = ByteBuffer.allocateDirect(2 * PAGE_BYTES);
        bufferRing = memory.alignedSlice(PAGE_BYTES).order(ByteOrder.nativeOrder());
        ByteBuffer registration = direct(40);
        registration.putLong(0, NativeCalls.address(bufferRing));
        registration.putInt(8, entries);
        registration.putShort(14, (short) BUFFER_RING_INCREMENTAL);
        bufferRing.limit(entries * COMPLETION_BYTES);
        long result = calls.syscall(
                SYS_REGISTER, descriptor, REGISTER_BUFFER_RING, NativeCalls.address(registration), 1, 0, 0);
        if (result < 0) {
            throw new RefusedException("a ring of buffers that are filled bit by bit", (int) -result);
        }
    }

    /** Lets the kernel fill a buffer after those that it has. */
    void provide(int id, long address, int bytes) {
        int at = (bufferTail & (bufferRing.limit() / COMPLETION_BYTES - 1)) * COMPLETION_BYTES;
        bufferRing.putLong(at, address);
        bufferRing.putInt(at + 8, bytes);
        bufferRing.putShort(at + 12, (short) id);
        bufferTail++;
        // The tail stands in the unused bytes of the first entry.
        SHORTS.setRelease(bufferRing, 14, bufferTail);
    }

    /** {@return the address of memory that stays as it is until the kernel has taken the next operation} */
    long scratch(int bytes) throws IOException {
        room();
        if (scratchUsed + bytes > SCRATCH_BYTES) {
            submit();
        }
        int at = scratchUsed;
        scratchUsed += (bytes + 7) & ~7;
        return scratchAddress + at;
    }

    /** {@return memory whose address is that of {@link #scratch(int)}, addressed from there} */
    ByteBuffer scratchMemory() {
        return scratch;
    }

    int scratchIndex(long address) {
        return (int) (address - scratchAddress);
    }

    /**
     * Receives into provided buffers, again and again, until so many bytes have come, no buffer is left, the input ends, or it is cancelled.
     *
     * @param most ends the operation; what comes beyond stays with the socket
     */
    void receive(int socket, long userData, int most) throws IOException {
        int at = operation(OP_RECV, SQE_BUFFER_SELECT, socket, userData);
        // Not with IORING_RECVSEND_POLL_FIRST: on Linux 6.18 such operations sometimes never complete.
        operations.putShort(at + 2, (short) RECEIVE_MULTISHOT);
        operations.putInt(at + 44, most);
    }

    /**
     * Sends bytes from one place.
     *
     * @param atOnce the kernel takes as much as the socket has room for while it is entered, and completes the operation only when that is not all
     */
    void send(int socket, long userData, long address, int bytes, boolean atOnce) throws IOException {
        int at = operation(OP_SEND, atOnce ? SQE_SKIP_SUCCESS : 0, socket, userData);
        operations.putLong(at + 16, address);
        operations.putInt(at + 24, bytes);
        operations.putInt(at + 28, atOnce ? MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL : MSG_NOSIGNAL);
    }

    /** Sends several pieces in the same way; the header of the message stands in {@link #scratch}. */
    void sendMessage(int socket, long userData, long header, boolean atOnce) throws IOException {
        int at = operation(OP_SENDMSG, atOnce ? SQE_SKIP_SUCCESS : 0, socket, userData);
        operations.putLong(at + 16, header);
        operations.putInt(at + 24, 1);
        operations.putInt(at + 28, atOnce ? MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL : MSG_NOSIGNAL);
    }

    /** Accepts connections until that fails or is cancelled. */
    void accept(int socket, long userData) throws IOException {
        int at = operation(OP_ACCEPT, 0, socket, userData);
        operations.putShort(at + 2, (short) ACCEPT_MULTISHOT);
        operations.putInt(at + 28, CLOSE_ON_EXEC);
    }

    /** Connects; the address stands in {@link #scratch}. */
    void connect(int socket, long userData, long address, int length) throws IOException {
        int at = operation(OP_CONNECT, 0, socket, userData);
        operations.putLong(at + 16, address);
        operations.putLong(at + 8, length);
    }

    /** Completes each time when the descriptor is woken. */
    void watch(int wakeable, long userData) throws IOException {
        int at = operation(OP_POLL_ADD, 0, wakeable, userData);
        operations.putInt(at + 24, POLL_MULTI);
        operations.putInt(at + 28, POLL_IN);
    }

    /** Cancels the operation with this user data, if it is still under way: its last completion follows at once. */
    void cancel(long target, long userData) throws IOException {
        int at = operation(OP_ASYNC_CANCEL, SQE_SKIP_SUCCESS, -1, userData);
        operations.putLong(at + 16, target);
    }

    /** Hands over what is written, and takes no completions. */
    private void submit() throws IOException {
        int tries = 0;
        while (waiting() > 0) {
            long result = calls.syscall(SYS_ENTER, descriptor, publish(), 0, 0, 0, 0);
            tries = result > 0 ? 0 : tries + 1;
            if ((result < 0 && !isPassing(result)) || tries > 1000) {
                throw new RefusedException("io_uring_enter", (int) -result);
            }
        }
        scratchUsed = 0;
    }

    /**
     * Hands over what is written and has the kernel do what is ready.
     *
     * @param wait whether to wait for a completion
     * @param millis how long at most; 0 is for ever
     */
    void enter(boolean wait, long millis) throws IOException {
        int submitted = publish();
        long result;
        if (wait && millis > 0) {
            waitArgument.putLong(16, waitAddress + 24);
            waitArgument.putLong(24, millis / 1000);
            waitArgument.putLong(32, millis % 1000 * (NANOS / 1000));
            result = calls.syscall(
                    SYS_ENTER, descriptor, submitted, 1, ENTER_GETEVENTS | ENTER_EXT_ARG, waitAddress, 24);
        } else {
            result = calls.syscall(SYS_ENTER, descriptor, submitted, wait ? 1 : 0, ENTER_GETEVENTS, 0, 0);
        }
        if (result < 0 && !isPassing(result)) {
            throw new RefusedException("io_uring_enter", (int) -result);
        }
        if (waiting() > 0) {
            submit();
        }
        scratchUsed = 0;
    }

    /** {@return whether more has completed than there was room for; the next {@link #enter} brings the rest} */
    boolean hasPutOff() {
        return ((int) INTS.getAcquire(ring, stateAt) & COMPLETIONS_OVERFLOW) != 0;
    }

    /** {@return how many completions there are now} */
    int ready() {
        completed = (int) INTS.getAcquire(ring, completedAt);
        return completed - seen;
    }

    /** Makes a completion, counted from the next one, the one whose parts can be asked for. It stays. */
    void look(int index) {
        current = completionsAt + ((seen + index) & completionMask) * COMPLETION_BYTES;
    }

    /** Goes to the next completion, whose parts can be asked for then; returns whether there is one. */
    boolean next() {
        if (seen == completed) {
            completed = (int) INTS.getAcquire(ring, completedAt);
            if (seen == completed) {
                return false;
            }
        }
        current = completionsAt + (seen & completionMask) * COMPLETION_BYTES;
        return true;
    }

    long userData() {
        return ring.getLong(current);
    }

    int result() {
        return ring.getInt(current + 8);
    }

    int flags() {
        return ring.getInt(current + 12);
    }

    /** The current completion was read; the kernel may use its place. */
    void done() {
        seen++;
        INTS.setRelease(ring, seenAt, seen);
    }

    @Override
    public void close() {
        calls.unmap(operationsAddress, (long) operationEntries * OPERATION_BYTES);
        calls.unmap(ringAddress, ringBytes);
        calls.close(descriptor);
    }

    static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    private static boolean isPassing(long result) {
        return result == -NativeCalls.EINTR
                || result == -NativeCalls.ETIME
                || result == -NativeCalls.EAGAIN
                || result == -NativeCalls.EBUSY;
    }

    private int waiting() {
        return written - (int) INTS.getAcquire(ring, takenAt);
    }

    private int publish() {
        INTS.setRelease(ring, submittedAt, written);
        return waiting();
    }

    private void room() throws IOException {
        if (waiting() == operationEntries) {
            submit();
        }
    }

    private int operation(int code, int flags, int socket, long userData) throws IOException {
        room();
        int at = (written & (operationEntries - 1)) * OPERATION_BYTES;
        operations.putLong(at, code | ((long) flags << 8));
        operations.putInt(at + 4, socket);
        for (int i = 8; i < OPERATION_BYTES; i += 8) {
            operations.putLong(at + i, 0);
        }
        operations.putLong(at + 32, userData);
        written++;
        return at;
    }
}
