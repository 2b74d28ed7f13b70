package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.buffer.LentBuffers;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.TurnLoop;
import org.busbench.mediation.wire.WireConnection;
import org.busbench.mediation.wire.WireLimits;

/**
 * One thread with its ring. A turn is one system call: it hands over the sends of the turn before and whatever else was asked for, and brings what has completed.
 */
final class UringLoop extends TurnLoop {
    private static final System.Logger LOG = System.getLogger(UringLoop.class.getName());
    private static final int ENTRIES = 1024;
    private static final int MOST_LENT = 64;
    private static final int FIRST_LENT = 4;
    private static final long MOST_TEARDOWN_NANOS = 2_000_000_000L;
    private static final long DRAIN_MILLIS = 5;

    private final CompletableFuture<Void> set = new CompletableFuture<>();
    private final NativeCalls calls = new NativeCalls();
    private final int wakeable;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Operations operations = new Operations();
    private final Due due = new Due();
    private final LentBuffers lent;
    private final Outgoing outgoing = new Outgoing();
    private Ring ring;
    private int wantedLent;
    private boolean ending;

    UringLoop(int index, WireLimits limits) throws IOException {
        super(index, limits, new BufferPool(limits.bufferBytes(), limits.mostBuffers(), NativeCalls::address));
        this.lent = new LentBuffers(buffers(), Math.min(MOST_LENT, limits.mostBuffers()));
        this.wantedLent = Math.min(FIRST_LENT, limits.mostBuffers());
        this.wakeable = calls.wakeable();
        if (wakeable < 0) {
            throw new IOException("no descriptor for a loop: " + NativeCalls.text(-wakeable));
        }
    }

    /** Something whose operations the kernel does. It stays in the loop's table until the last of them has completed. */
    interface Owner {
        /**
         * A completion has come.
         *
         * @param kind the operation, as it was written into its user data
         * @param bytes what was received, which the owner has to release; may be null
         */
        void completed(int kind, int result, int flags, Slice bytes) throws IOException;
    }

    /** Starts the thread, and waits until its ring is made. */
    void start() throws IOException {
        startThread();
        try {
            set.join();
        } catch (RuntimeException e) {
            if (e.getCause() instanceof IOException refused) {
                throw refused;
            }
            throw e;
        }
    }

    @Override
    public WireConnection connect(InetSocketAddress address, ConnectionEvents events) {
        counts().dialled();
        UringConnection connection = new UringConnection(this, events);
        connection.connect(address);
        return connection;
    }

    @Override
    protected void serve() throws IOException {
        try {
            ring = Ring.open(calls, ENTRIES);
            ring.provideBuffers(MOST_LENT);
            ring.watch(wakeable, operations.add(new Alarm()));
            lend();
        } catch (IOException | RuntimeException | Error e) {
            endMailbox();
            closeRing();
            set.completeExceptionally(e);
            return;
        }
        set.complete(null);
        try {
            while (!isDone()) {
                turn();
            }
        } finally {
            end();
        }
    }

    Ring ring() {
        return ring;
    }

    NativeCalls calls() {
        return calls;
    }

    Operations operations() {
        return operations;
    }

    Outgoing outgoing() {
        return outgoing;
    }

    Due due() {
        return due;
    }

    /** Has the loop serve an accepted connection; for any thread. */
    void give(int descriptor, Acceptor acceptor, NativeCalls callersCalls) {
        if (!post(() -> adopt(descriptor, acceptor))) {
            callersCalls.close(descriptor);
        }
    }

    /** Returns how many buffers the kernel is to have, which grows when it had too few. */
    int wantedLent() {
        return wantedLent;
    }

    /** Begins to serve an accepted connection. */
    void adopt(int descriptor, Acceptor acceptor) {
        UringConnection connection;
        try {
            connection = new UringConnection(this, null);
        } catch (Throwable e) {
            Faults.survived("a connection was refused", e);
            calls.close(descriptor);
            return;
        }
        counts().accepted();
        try {
            connection.accept(descriptor, acceptor);
        } catch (Throwable e) {
            Faults.survived("a connection was refused by a fault of the mediator", e);
            connection.abort();
        }
    }

    private void turn() throws IOException {
        boolean idle = !hasPosted() && !hasOwnTasks() && !due.impatient;
        due.impatient = false;
        ring.enter(idle, isDraining() || ending ? DRAIN_MILLIS : millisToNextDeadline());
        beginTurn();
        settleSends();
        completeAll();
        due.checkCongestion();
        woken.set(false);
        runTasks();
        endTurn();
    }

    private void completeAll() throws IOException {
        while (ring.next()) {
            long userData = ring.userData();
            int result = ring.result();
            int flags = ring.flags();
            ring.done();
            complete(userData, result, flags);
        }
    }

    /**
     * What became of what was sent at once is certain before anything else is told: the network has taken it, unless a completion says how much of it. Only when
     * more has completed than the ring can hold, that completion may be among the last.
     */
    private void settleSends() throws IOException {
        if (due.atOnce.isEmpty()) {
            return;
        }
        while (ring.hasPutOff()) {
            completeAll();
            ring.enter(false, 0);
        }
        int ready = ring.ready();
        for (int i = 0; i < ready; i++) {
            ring.look(i);
            long userData = ring.userData();
            if (Operations.kind(userData) == Operations.SEND_AT_ONCE
                    && operations.owner(userData) instanceof UringConnection connection) {
                connection.notSentAtOnce(ring.result());
            }
        }
        due.settle();
    }

    /** Hands a completion to its owner, unless that is gone: then it has come too late, and its place may have another owner. */
    void complete(long userData, int result, int flags) throws IOException {
        Slice bytes = null;
        if ((flags & Ring.HAS_BUFFER) != 0) {
            bytes = lent.arrived(flags >>> 16, Math.max(0, result), (flags & Ring.BUFFER_MORE) != 0);
        }
        Owner owner = operations.owner(userData);
        if (owner != null) {
            owner.completed(Operations.kind(userData), result, flags, bytes);
            return;
        }
        if (bytes != null) {
            bytes.release();
        }
        if (Operations.kind(userData) == Operations.ACCEPT && result >= 0) {
            calls.close(result);
        }
    }

    private void endTurn() throws IOException {
        due.flush();
        while (hasOwnTasks()) {
            runOwnTasks();
            due.flush();
        }
        if (!due.starved.isEmpty()) {
            // More came in this turn than the kernel had buffers for.
            wantedLent = Math.min(Math.min(MOST_LENT, limits().mostBuffers()), 2 * wantedLent);
        }
        lend();
        if (lent.lent() > 0) {
            due.feed();
        }
        due.applyInterests();
        turnEnded();
    }

    private void lend() {
        while (lent.lent() < wantedLent) {
            int id = lent.lend();
            if (id == LentBuffers.NONE) {
                return;
            }
            ring.provide(id, lent.address(id), limits().bufferBytes());
        }
    }

    @Override
    protected void wake() {
        if (!woken.getAndSet(true)) {
            NativeCalls.wake(wakeable);
        }
    }

    @Override
    protected void tellOfDraining() {
        for (UringConnection connection : openConnections()) {
            connection.tell(ConnectionEvents::draining);
        }
    }

    /** Breaks what is open, and waits until the kernel has let go of everything: it may write to the buffers until then. */
    private void end() {
        endMailbox();
        ending = true;
        try {
            runPosted();
            breakAll();
            long until = System.nanoTime() + MOST_TEARDOWN_NANOS;
            while (operations.size() > 1 && System.nanoTime() < until) {
                turn();
                breakAll();
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "loop " + index() + " could not end in order", e);
            brokenOff();
        }
        if (operations.size() > 1) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "{0} connections of loop {1} have operations that did not end; their buffers are not used again",
                    operations.size() - 1,
                    index());
            brokenOff();
        }
        closeRing();
        lent.giveBackAll();
    }

    private void breakAll() throws IOException {
        for (UringConnection connection : openConnections()) {
            connection.fail(new IOException("the mediator stops"));
        }
        endTurn();
    }

    private void closeRing() {
        if (ring != null) {
            ring.close();
        }
        calls.close(wakeable);
    }

    private List<UringConnection> openConnections() {
        return operations.owners().stream()
                .filter(UringConnection.class::isInstance)
                .map(UringConnection.class::cast)
                .toList();
    }

    /** Other threads wake the loop by it. */
    private final class Alarm implements Owner {
        @Override
        public void completed(int kind, int result, int flags, Slice bytes) throws IOException {
            if ((flags & Ring.MORE) == 0) {
                ring.watch(wakeable, operations.userDataOf(this));
            }
        }
    }

    /**
     * Who waits for which completions. The user data of an operation names a place in this table, the generation of its owner, and what kind of operation it
     * is. A place is given to another owner with another generation, so a completion that comes too late finds no owner.
     */
    static final class Operations {
        static final int WATCH = 0;
        static final int RECEIVE = 1;
        static final int SEND = 2;
        static final int CONNECT = 3;
        static final int ACCEPT = 4;
        static final int CANCEL_RECEIVE = 5;
        static final int CANCEL_SEND = 6;
        static final int SEND_AT_ONCE = 7;

        private static final int KIND_SHIFT = 28;
        private static final int PLACE_MASK = (1 << KIND_SHIFT) - 1;
        private static final int GENERATION_SHIFT = 32;

        private Owner[] owners = new Owner[64];
        private int[] generations = new int[64];
        private int[] free = new int[64];
        private int freeCount;
        private int used;

        /** Returns the user data of the owner's operations, of kind 0. */
        long add(Owner owner) {
            if (freeCount == 0 && used == owners.length) {
                owners = Arrays.copyOf(owners, 2 * used);
                generations = Arrays.copyOf(generations, 2 * used);
                free = Arrays.copyOf(free, 2 * used);
            }
            int place = freeCount > 0 ? free[--freeCount] : used++;
            owners[place] = owner;
            return ((long) generations[place] << GENERATION_SHIFT) | place;
        }

        /** The owner has no operation under way any more. */
        void remove(long userData) {
            int place = (int) userData & PLACE_MASK;
            owners[place] = null;
            generations[place]++;
            free[freeCount++] = place;
        }

        static long of(long owner, int kind) {
            return owner | ((long) kind << KIND_SHIFT);
        }

        static int kind(long userData) {
            return (int) userData >>> KIND_SHIFT;
        }

        /** Returns the owner of an operation, or null when it is gone. */
        Owner owner(long userData) {
            int place = (int) userData & PLACE_MASK;
            return place < used && generations[place] == (int) (userData >>> GENERATION_SHIFT) ? owners[place] : null;
        }

        long userDataOf(Owner owner) {
            int place = Arrays.asList(owners).indexOf(owner);
            return ((long) generations[place] << GENERATION_SHIFT) | place;
        }

        int size() {
            return used - freeCount;
        }

        List<Owner> owners() {
            return Arrays.stream(owners).filter(owner -> owner != null).toList();
        }
    }

    /** The connections that want something of the ring before this turn ends. One for each loop. */
    static final class Due {
        private final List<UringConnection> sending = new ArrayList<>();
        private final List<UringConnection> congested = new ArrayList<>();
        private final List<UringConnection> changed = new ArrayList<>();
        private final ArrayDeque<UringConnection> starved = new ArrayDeque<>();
        private final List<UringConnection> atOnce = new ArrayList<>();
        private final List<UringConnection> settled = new ArrayList<>();
        private boolean impatient;

        void send(UringConnection connection) {
            sending.add(connection);
        }

        /** The connection has so much to send that it may be too much after what the socket takes at once. */
        void congestion(UringConnection connection) {
            congested.add(connection);
        }

        /** The connection wants to read, or wants to no longer. */
        void interest(UringConnection connection) {
            changed.add(connection);
        }

        /** The connection reads again when there is a buffer. */
        void starving(UringConnection connection) {
            starved.add(connection);
        }

        /** The next call of the kernel will send for the connection; what it has taken is known after that call. */
        void atOnce(UringConnection connection) {
            atOnce.add(connection);
        }

        /** Something is to be done right after the next call of the kernel, which is not to wait therefore. */
        void soon() {
            impatient = true;
        }

        private void settle() {
            for (int i = 0; i < atOnce.size(); i++) {
                UringConnection connection = atOnce.get(i);
                if (connection.settle()) {
                    settled.add(connection);
                }
            }
            atOnce.clear();
            for (int i = 0; i < settled.size(); i++) {
                settled.get(i).settled();
            }
            settled.clear();
        }

        private void checkCongestion() {
            for (int i = 0; i < congested.size(); i++) {
                congested.get(i).checkCongestion();
            }
            congested.clear();
        }

        private void flush() throws IOException {
            // The events of one flushed connection may fill another.
            for (int i = 0; i < sending.size(); i++) {
                sending.get(i).flush();
            }
            sending.clear();
        }

        private void feed() {
            for (UringConnection fed = starved.poll(); fed != null; fed = starved.poll()) {
                fed.feed();
            }
        }

        private void applyInterests() throws IOException {
            for (int i = 0; i < changed.size(); i++) {
                changed.get(i).applyInterest();
            }
            changed.clear();
        }
    }
}
