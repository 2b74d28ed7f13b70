package org.busbench.harness.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.busbench.common.SocketTable;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/**
 * A port that a process will listen on.
 *
 * @param port its number
 * @param file that says so; null when none does
 * @param address of this machine
 */
public record PortClaim(int port, String what, Path file, int line, String address) {
    private static final int LONGEST_PROGRAM = 60;
    private static final long RELEASE_NANOS = 2_000_000_000L;
    private static final long POLL_NANOS = 50_000_000L;

    /** A port of 127.0.0.1. */
    public PortClaim(int port, String what, Path file, int line) {
        this(port, what, file, line, Backends.HOST);
    }

    /** A port of 127.0.0.1 that no file names. */
    public static PortClaim of(int port, String what) {
        return new PortClaim(port, what, null, 0);
    }

    /** The claim of this port on another address of this machine. */
    PortClaim at(String other) {
        return new PortClaim(port, what, file, line, other);
    }

    /** Refuses an address for the backends that this machine does not have. */
    public static void requireOwn(String address) {
        InetSocketAddress place = new InetSocketAddress(address, 0);
        try {
            if (place.isUnresolved() || !isOwn(place.getAddress())) {
                throw new Problem("--backends-listen is " + address
                        + ", which is no address of this machine: 'ip addr' lists them, 0.0.0.0 stands for all");
            }
        } catch (SocketException unknown) {
            throw new Problem(
                    "the addresses of this machine cannot be read, so that --backends-listen " + address
                            + " cannot be checked: " + Problem.brief(unknown),
                    unknown);
        }
    }

    /**
     * Refuses a port that is taken, and names the process that holds it where the system tells. Blocks for up to two seconds: a
     * daemon that was asked to end a moment ago may hold its port for that long.
     */
    public void requireFree() {
        requireOwn(address);
        long end = System.nanoTime() + RELEASE_NANOS;
        Optional<IOException> taken = taken();
        while (taken.isPresent()) {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                throw inUse(taken.get());
            }
            LockSupport.parkNanos(POLL_NANOS);
            taken = taken();
        }
    }

    private Optional<IOException> taken() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(refused);
        }
    }

    private static boolean isOwn(InetAddress address) throws SocketException {
        // Linux answers on every address of 127.0.0.0/8, and lists one of them.
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    private Problem inUse(IOException taken) {
        String holder = holder().map(pid -> "process " + pid + " (" + programOf(pid) + "): end it")
                .orElse("another process: end it");
        String subject = "port " + port + " (" + what + ") is in use by " + holder;
        return file == null
                ? new Problem(subject + ", or choose another port", taken)
                : new ConfigProblem(file, line, subject + ", or write another port here", taken);
    }

    /** The id of the process that listens on the port, as far as the system tells this user. */
    public Optional<Long> holder() {
        Set<Long> listeners;
        try {
            listeners = SocketTable.readTcp().listenersOn(port);
        } catch (IOException unreadable) {
            // The holder's name is a courtesy in an error message; without it the message still stands.
            return Optional.empty();
        }
        return listeners.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .map(ProcessHandle::pid)
                        .filter(pid -> !Collections.disjoint(
                                SocketTable.descriptorsOf(pid).keySet(), listeners))
                        .findFirst();
    }

    private static String programOf(long pid) {
        String words = Commands.lineOf(pid).map(line -> String.join(" ", line)).orElse("?");
        return words.length() <= LONGEST_PROGRAM ? words : words.substring(0, LONGEST_PROGRAM) + "...";
    }
}
