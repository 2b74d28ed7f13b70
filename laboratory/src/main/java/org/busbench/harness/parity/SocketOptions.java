package org.busbench.harness.parity;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;
import org.busbench.common.SocketTable;

/**
 * What the kernel knows of a socket of another process. The very socket is looked up by its two ports, its descriptor is
 * borrowed with pidfd_getfd(2) (Linux 5.6), and asked with getsockopt(2). The kernel wants the right to trace the other
 * process: children of this one, or any with CAP_SYS_PTRACE. Any thread; does not block.
 *
 * @param noDelay whether it has TCP_NODELAY
 * @param dataSegments segments with data that it has sent (tcp_info of tcp(7), Linux 4.6); 0 where it does not tell
 */
record SocketOptions(boolean noDelay, int dataSegments) {
    private static final int PIDFD_OPEN = 434;
    private static final int PIDFD_GETFD = 438;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int TCP_INFO = 11;
    /** Bytes of tcp_info until the end of tcpi_data_segs_out, which is its last word then. */
    private static final int TCP_INFO_BYTES = 160;

    private static final C LIBRARY = load();

    /** The C library's part of it. */
    private interface C extends Library {
        NativeLong syscall(NativeLong number, NativeLong first, NativeLong second, NativeLong third)
                throws LastErrorException;

        int getsockopt(int socket, int level, int option, int[] value, int[] length) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;
    }

    /** Reads it; an exception says in words why that is not possible. */
    static SocketOptions of(Collection<Long> pids, int ownPort, int peerPort) throws IOException {
        if (LIBRARY == null) {
            throw new IOException("this system has no C library that could be asked");
        }
        OptionalLong inode = SocketTable.readTcp().established(ownPort, peerPort);
        if (inode.isEmpty()) {
            throw new IOException("no established connection between the ports " + ownPort + " and " + peerPort);
        }
        for (long pid : pids) {
            Integer descriptor = SocketTable.descriptorsOf(pid).get(inode.getAsLong());
            if (descriptor != null) {
                return read(pid, descriptor);
            }
        }
        throw new IOException("none of the processes " + pids + " shows the socket of port " + ownPort);
    }

    private static SocketOptions read(long pid, int descriptor) throws IOException {
        int process = -1;
        int socket = -1;
        try {
            process = syscall(PIDFD_OPEN, pid, 0, 0);
            socket = syscall(PIDFD_GETFD, process, descriptor, 0);
            int[] value = new int[1];
            LIBRARY.getsockopt(socket, IPPROTO_TCP, TCP_NODELAY, value, new int[] {Integer.BYTES});
            int[] told = new int[TCP_INFO_BYTES / Integer.BYTES];
            int[] length = {TCP_INFO_BYTES};
            LIBRARY.getsockopt(socket, IPPROTO_TCP, TCP_INFO, told, length);
            return new SocketOptions(value[0] != 0, length[0] < TCP_INFO_BYTES ? 0 : told[told.length - 1]);
        } catch (LastErrorException refused) {
            throw new IOException(
                    "the system does not lend the socket of process " + pid + " (error " + refused.getErrorCode() + ")",
                    refused);
        } finally {
            close(socket);
            close(process);
        }
    }

    private static int syscall(long number, long first, long second, long third) {
        return LIBRARY.syscall(
                        new NativeLong(number), new NativeLong(first), new NativeLong(second), new NativeLong(third))
                .intValue();
    }

    private static void close(int descriptor) {
        if (descriptor >= 0) {
            LIBRARY.close(descriptor);
        }
    }

    private static C load() {
        try {
            return Native.load("c", C.class);
        } catch (UnsatisfiedLinkError none) {
            return null;
        }
    }
}
