package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.WireConnection;
import org.busbench.mediation.wire.uring.UringLoop.Operations;

/**
 * A connection whose bytes the kernel moves. At most one operation receives and one sends at a time. For the loop's thread; never blocks.
 *
 * <p><b>Receiving.</b> One operation goes on until as many bytes have come as one buffer holds, and is begun again. A receiver that is full has it cancelled with the
 * end of the turn; what came before that, never more than so many bytes, waits here and is handed over when the receiver asks for bytes again.
 *
 * <p><b>Ends.</b> The memory of a send belongs to the kernel until the send has completed, and the descriptor stays open until both operations have. So a
 * connection that is closed or has failed first cancels them. {@link ConnectionEvents#failed} is told after that, when it is certain which bytes the network
 * has taken; {@link ConnectionEvents#ended} waits for a send in the same way.
 */
final class UringConnection implements WireConnection, UringLoop.Owner {
    private static final System.Logger LOG = System.getLogger(UringConnection.class.getName());
    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SHUT_WRITING = 1;
    private static final int READS_OF_THE_REST = 64;
    private static final int REST_BYTES = 64 << 10;

    private final UringLoop loop;
    private final Deadline deadline;
    private final SliceQueue unsent = new SliceQueue();
    private final SliceQueue held = new SliceQueue();
    private ConnectionEvents events;
    private InetSocketAddress remote;
    private final long userData;
    private boolean gone;
    private int descriptor = -1;
    private boolean accepted;
    private boolean connecting;

    private boolean receiving;
    private boolean receiveCancelled;
    private boolean suspended;
    private boolean starving;
    private boolean inputOver;
    private boolean heldEnd;
    private IOException heldFailure;
    private boolean interestPlanned;
    private boolean handOverPlanned;

    private boolean sending;
    private boolean sendCancelled;
    private boolean atOnce;
    private int offered;
    private int taken;
    private boolean blocked;
    private Outgoing.Copy copy;
    private long sent;
    private boolean congested;
    private boolean flushPlanned;
    private boolean endAfterSend;
    private boolean endingOutput;
    private boolean outputEnded;

    private IOException failure;
    private boolean restIsWanted;
    private boolean closing;
    private boolean closed;

    UringConnection(UringLoop loop, ConnectionEvents events) {
        this.loop = loop;
        this.events = events;
        this.deadline = loop.deadline(() -> tell(ConnectionEvents::expired));
        this.userData = loop.operations().add(this);
    }

    void accept(int socket, Acceptor acceptor) {
        accepted = true;
        descriptor = socket;
        planInterest();
        events = acceptor.accepted(loop, this);
        if (loop.isDraining()) {
            tell(ConnectionEvents::draining);
        }
    }

    void connect(InetSocketAddress address) {
        remote = address;
        connecting = true;
        try {
            if (address.isUnresolved()) {
                throw new IOException("the host has no address");
            }
            int socket = loop.calls().socket(SocketAddresses.family(address.getAddress()), SOCK_STREAM);
            if (socket < 0) {
                throw new IOException("the system gives no socket: " + NativeCalls.text(-socket));
            }
            descriptor = socket;
            loop.calls().setOption(socket, IPPROTO_TCP, TCP_NODELAY, 1);
            Ring ring = loop.ring();
            long where = ring.scratch(SocketAddresses.MOST_BYTES);
            int length = SocketAddresses.write(address, ring.scratchMemory(), ring.scratchIndex(where));
            ring.connect(socket, Operations.of(userData, Operations.CONNECT), where, length);
            sending = true;
        } catch (IOException | RuntimeException | Error e) {
            loop.beforeIterationEnds(() -> fail(new IOException("cannot connect to " + address + ": " + e, e)));
        }
    }

    @Override
    public void completed(int kind, int result, int flags, Slice bytes) {
        try {
            switch (kind) {
                case Operations.RECEIVE -> received(result, (flags & Ring.MORE) != 0, bytes);
                case Operations.SEND -> sent(result);
                case Operations.CONNECT -> connected(result);
                case Operations.CANCEL_RECEIVE -> receiveNotCancelled();
                case Operations.CANCEL_SEND -> sendNotCancelled();
                case Operations.SEND_AT_ONCE -> notSentAtOnce(result);
                default -> LOG.log(System.Logger.Level.DEBUG, "operation {0}: {1}", kind, result);
            }
        } catch (Throwable e) {
            broken(e);
        }
    }

    @Override
    public InetSocketAddress peer() {
        if (remote == null && descriptor >= 0) {
            ByteBuffer memory = Ring.direct(SocketAddresses.MOST_BYTES + 4);
            long address = NativeCalls.address(memory);
            memory.putInt(SocketAddresses.MOST_BYTES, SocketAddresses.MOST_BYTES);
            try {
                if (loop.calls().peerAddress(descriptor, address, address + SocketAddresses.MOST_BYTES) == 0) {
                    remote = SocketAddresses.read(memory);
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the peer has gone", e);
            }
        }
        return descriptor < 0 ? null : remote;
    }

    @Override
    public void queue(Slice slice) {
        if (closed || closing || endingOutput) {
            slice.release();
            return;
        }
        unsent.add(slice);
        planFlush();
    }

    @Override
    public long unsentBytes() {
        return unsent.bytes();
    }

    @Override
    public long sentBytes() {
        return sent;
    }

    /**
     * A send that is under way has taken nothing yet, since the kernel works within the loop's own call only. Its socket is shut, so that it takes nothing
     * later, and the memory is shared until it has completed.
     */
    @Override
    public void takeUnsent(SliceQueue target) {
        if (!sending || connecting) {
            target.addAll(unsent);
            return;
        }
        loop.calls().shutdown(descriptor, SHUT_WRITING);
        for (int i = 0; i < unsent.size(); i++) {
            Slice slice = unsent.get(i);
            target.add(slice.part(0, slice.length()));
        }
        fail(new IOException("what was to be sent was taken back"));
    }

    @Override
    public void suspendReading() {
        suspended = true;
        planInterest();
    }

    @Override
    public void resumeReading() {
        suspended = false;
        if (hasHeld()) {
            planHandOver();
        }
        planInterest();
    }

    @Override
    public void endOutput() {
        endingOutput = true;
        planFlush();
    }

    @Override
    public void close() {
        if (closed || closing) {
            return;
        }
        closing = true;
        held.clear();
        if (connecting || failure != null) {
            release();
        } else {
            inputOver = true;
            planInterest();
            planFlush();
        }
    }

    @Override
    public void abort() {
        if (!closed) {
            resetOnClose();
            release();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed && !closing;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    /** Sends what is queued, at the end of a turn. */
    void flush() throws IOException {
        flushPlanned = false;
        if (closed || connecting || failure != null) {
            return;
        }
        if (!sending && !unsent.isEmpty()) {
            // What something has to follow needs a completion, which ends the wait of the loop.
            atOnce = !blocked && !congested && !closing && !endingOutput;
            int kind = atOnce ? Operations.SEND_AT_ONCE : Operations.SEND;
            copy = loop.outgoing().send(unsent, loop.ring(), descriptor, Operations.of(userData, kind), atOnce);
            sending = true;
            if (atOnce) {
                offered = loop.outgoing().offered();
                taken = offered;
                loop.due().atOnce(this);
                if (offered < unsent.bytes()) {
                    loop.due().soon();
                }
            } else if (congested || unsent.bytes() > loop.limits().congestedBytes()) {
                loop.due().congestion(this);
            }
        } else if (atOnce) {
            loop.due().soon();
        } else if (sending) {
            checkCongestion();
        } else {
            everythingSent();
        }
    }

    /** Tells the user when too much waits, or when that is over. Right after the kernel has tried to send, so that only what the socket did not take counts. */
    void checkCongestion() {
        int bound = loop.limits().congestedBytes();
        if (congested ? unsent.bytes() <= bound / 2 : unsent.bytes() > bound) {
            congested = !congested;
            if (failure == null) {
                tell(congested ? ConnectionEvents::congested : ConnectionEvents::drained);
            }
        }
    }

    /** The kernel has sent so much only, or has failed. */
    void notSentAtOnce(int result) {
        taken = result;
    }

    /** Ends a send that was tried at once. Returns whether more is to be done. */
    boolean settle() {
        atOnce = false;
        blocked = taken < offered;
        letGo(taken);
        return closed || failure != null || endAfterSend || closing || endingOutput || congested || !unsent.isEmpty();
    }

    /** Does what follows. */
    void settled() {
        try {
            afterSend(taken);
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** There is memory to receive into again. */
    void feed() {
        starving = false;
        planInterest();
    }

    /** Has the kernel receive, or cease to. */
    void applyInterest() throws IOException {
        interestPlanned = false;
        if (suspended) {
            held.settle();
        }
        boolean wanted =
                !closed && !connecting && failure == null && !suspended && !starving && !inputOver && !hasHeld();
        if (wanted && !receiving) {
            receiving = true;
            receiveCancelled = false;
            loop.ring()
                    .receive(
                            descriptor,
                            Operations.of(userData, Operations.RECEIVE),
                            loop.limits().bufferBytes());
        } else if (!wanted && receiving && !receiveCancelled) {
            receiveCancelled = true;
            cancel(Operations.RECEIVE, Operations.CANCEL_RECEIVE);
        }
    }

    /** Breaks the connection and tells its user, as soon as the kernel has let go of it. */
    void fail(IOException cause) {
        if (closed || failure != null) {
            return;
        }
        failure = cause;
        cancelSend();
        planInterest();
        endWhenQuiet();
    }

    void tell(Consumer<ConnectionEvents> event) {
        if (!closed) {
            tellAlways(event);
        }
    }

    private void tellAlways(Consumer<ConnectionEvents> event) {
        try {
            event.accept(events);
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void broken(Throwable cause) {
        Faults.survived("a connection was ended by a fault of the mediator", cause);
        restIsWanted = false;
        held.clear();
        fail(new IOException("a fault of the mediator", cause));
    }

    private void connected(int result) {
        sending = false;
        sendCancelled = false;
        connecting = false;
        if (closed || failure != null) {
            endWhenQuiet();
        } else if (result < 0) {
            fail(new ConnectException(NativeCalls.text(-result)));
        } else {
            planInterest();
            planFlush();
            tell(ConnectionEvents::connected);
        }
    }

    private void received(int result, boolean more, Slice bytes) {
        if (!more) {
            receiving = false;
            planInterest();
        }
        if (bytes != null) {
            loop.counts().received(bytes.length());
            take(bytes);
        } else if (result == 0) {
            heldEnd = true;
            handOver();
        } else if (result == -NativeCalls.ENOBUFS) {
            starve();
        } else if (result < 0 && result != -NativeCalls.ECANCELED && result != -NativeCalls.EINTR) {
            heldFailure = new SocketException(NativeCalls.text(-result));
            handOver();
        }
        if (!receiving) {
            endWhenQuiet();
        }
    }

    private void starve() {
        if (!starving && !closed) {
            starving = true;
            loop.due().starving(this);
        }
    }

    private void take(Slice bytes) {
        if (!isListening()) {
            bytes.release();
        } else if (suspended || hasHeld()) {
            held.add(bytes);
        } else {
            tell(listener -> listener.received(bytes));
        }
    }

    /** Gives the user what has come, unless the user wants nothing now. */
    private void handOver() {
        handOverPlanned = false;
        while (isListening() && !suspended && !held.isEmpty()) {
            Slice bytes = held.poll();
            tell(listener -> listener.received(bytes));
        }
        if (!isListening() || suspended || !held.isEmpty()) {
            return;
        }
        if (heldEnd) {
            heldEnd = false;
            inputOver = true;
            endInput();
        } else if (heldFailure != null) {
            IOException cause = heldFailure;
            heldFailure = null;
            fail(cause);
        }
        planInterest();
    }

    /** Returns whether the user wants what comes from the peer. */
    private boolean isListening() {
        return !closed && !closing && (failure == null || restIsWanted);
    }

    private boolean hasHeld() {
        return !held.isEmpty() || heldEnd || heldFailure != null;
    }

    private void endInput() {
        if (sending) {
            // Which of its bytes the network has taken has to be certain before the user decides what becomes of them.
            endAfterSend = true;
            cancelSend();
        } else {
            tell(ConnectionEvents::ended);
        }
    }

    private void sent(int result) {
        blocked = false;
        letGo(result);
        afterSend(result);
    }

    /** The kernel has let go of what it was to send. */
    private void letGo(int result) {
        sending = false;
        sendCancelled = false;
        if (copy != null) {
            loop.outgoing().free(copy);
            copy = null;
        }
        if (result > 0) {
            unsent.drop(result);
            sent += result;
            loop.counts().sent(result);
        }
    }

    private void afterSend(int result) {
        if (closed || failure != null) {
            endWhenQuiet();
            return;
        }
        if (endAfterSend) {
            endAfterSend = false;
            tell(ConnectionEvents::ended);
        }
        if (result < 0 && !isPassing(result)) {
            // The peer may have answered before it went: what it said is still there.
            restIsWanted = true;
            fail(new SocketException(NativeCalls.text(-result)));
        } else if (unsent.isEmpty()) {
            everythingSent();
            checkCongestion();
        } else {
            planFlush();
            checkCongestion();
        }
    }

    private static boolean isPassing(int result) {
        return result == -NativeCalls.ECANCELED || result == -NativeCalls.EINTR || result == -NativeCalls.EAGAIN;
    }

    private void everythingSent() {
        if (closed || failure != null || sending || !unsent.isEmpty()) {
            return;
        }
        if (closing) {
            release();
        } else if (endingOutput && !outputEnded) {
            outputEnded = true;
            int result = loop.calls().shutdown(descriptor, SHUT_WRITING);
            if (result < 0) {
                fail(new SocketException(NativeCalls.text(-result)));
            }
        }
    }

    private void planFlush() {
        if (!flushPlanned && !closed && !connecting) {
            flushPlanned = true;
            loop.due().send(this);
        }
    }

    private void planInterest() {
        if (!interestPlanned) {
            interestPlanned = true;
            loop.due().interest(this);
        }
    }

    private void planHandOver() {
        if (!handOverPlanned) {
            handOverPlanned = true;
            loop.beforeIterationEnds(this::handOver);
        }
    }

    private void cancelSend() {
        if (atOnce) {
            loop.due().soon();
        } else if (sending && !sendCancelled) {
            sendCancelled = true;
            cancel(connecting ? Operations.CONNECT : Operations.SEND, Operations.CANCEL_SEND);
        }
    }

    /** The kernel did not find the operation. It has completed, or is between two of its steps: then it is to be cancelled once more. */
    private void receiveNotCancelled() {
        if (receiving) {
            receiveCancelled = false;
            planInterest();
        }
    }

    private void sendNotCancelled() {
        if (sending && sendCancelled) {
            sendCancelled = false;
            loop.beforeIterationEnds(() -> {
                if (closed || failure != null || endAfterSend) {
                    cancelSend();
                }
            });
        }
    }

    private void cancel(int kind, int cancelling) {
        try {
            loop.ring().cancel(Operations.of(userData, kind), Operations.of(userData, cancelling));
        } catch (IOException e) {
            // The ring itself failed: the next turn tells that, and ends the loop.
            LOG.log(System.Logger.Level.ERROR, "an operation could not be cancelled", e);
        }
    }

    /** When the kernel has let go of it, a connection that failed tells that, and the descriptor of one that is closed is closed. */
    private void endWhenQuiet() {
        if (receiving || sending || gone) {
            return;
        }
        if (!closed && failure != null) {
            readRest();
        }
        if (!closed && failure != null) {
            tellFailure();
        }
        if (closed && !gone) {
            gone = true;
            held.clear();
            unsent.clear();
            loop.operations().remove(userData);
            if (descriptor >= 0) {
                loop.calls().close(descriptor);
                descriptor = -1;
            }
        }
    }

    /** Hands over what the peer said before it went, whether or not the user is full: nothing else will come. */
    private void readRest() {
        if (!restIsWanted) {
            return;
        }
        suspended = false;
        handOver();
        ByteBuffer room = Ring.direct(REST_BYTES);
        long address = NativeCalls.address(room);
        for (int i = 0; i < READS_OF_THE_REST && isListening() && !inputOver; i++) {
            int count = loop.calls().receiveNow(descriptor, address, REST_BYTES);
            if (count < 0) {
                return;
            }
            if (count == 0) {
                inputOver = true;
                tell(ConnectionEvents::ended);
                return;
            }
            byte[] own = new byte[count];
            room.get(0, own);
            loop.counts().received(count);
            tell(listener -> listener.received(Slice.of(own)));
        }
    }

    private void tellFailure() {
        end();
        if (!closing) {
            tellAlways(listener -> listener.failed(failure));
        }
    }

    /** Closes without a word to anybody. */
    private void release() {
        end();
        held.clear();
        if (!sending) {
            unsent.clear();
        }
        cancelSend();
        planInterest();
        endWhenQuiet();
    }

    private void end() {
        closed = true;
        deadline.cancel();
        loop.counts().closed(accepted);
    }

    /** Lets the close of this connection be a reset. */
    private void resetOnClose() {
        if (descriptor >= 0) {
            loop.calls().setOption(descriptor, SOL_SOCKET, SO_LINGER, 1, 0);
        }
    }
}
