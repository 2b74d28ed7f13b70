package org.busbench.common;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Free TCP ports below those that systems give to clients (32,768 and up by Linux's default; RFC 6335 section 6 names
 * 49,152 and up), so that no client connection takes a port before its server listens. No two processes of one user are
 * given the same port: each reserves blocks of ports until it ends. A process gives no port twice until it has given all of
 * its block. Safe for any thread.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int BLOCKS = 40;
    private static final int BLOCK_SIZE = 250;
    private static final int LAST = FIRST + BLOCKS * BLOCK_SIZE - 1;

    private static final Reservations RESERVATIONS = new Reservations();
    /** The first port of the block in use; none yet below {@link #FIRST}. */
    private static int block;

    private static int next;

    private FreePorts() {}

    /**
     * Finds consecutive ports that are free now.
     *
     * @param count at most 250
     * @throws IllegalStateException when there are none; the message names the range and the remedy
     */
    public static synchronized int inARow(int count) {
        if (count < 1 || count > BLOCK_SIZE) {
            throw new IllegalArgumentException("count is " + count + ": give 1 to " + BLOCK_SIZE);
        }
        for (int blocks = 0; blocks <= BLOCKS; blocks++) {
            for (int tries = block < FIRST ? BLOCK_SIZE : 0; tries < BLOCK_SIZE; tries++) {
                int port = next + count > block + BLOCK_SIZE ? block : next;
                next = port + 1;
                if (areFree(port, count)) {
                    next = port + count;
                    return port;
                }
            }
            int further = RESERVATIONS.further();
            if (further < 0) {
                break;
            }
            block = FIRST + further * BLOCK_SIZE;
            next = block;
        }
        throw new IllegalStateException("no " + count + " free ports in a row between " + FIRST + " and " + LAST
                + ": end what listens there, or other runs of busbench");
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            if (!isFree(port)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /**
     * The blocks that this process has reserved: each by the lock of one byte of a file that all processes of a user share.
     * The system gives the locks back when the process ends, however it ends.
     */
    private static final class Reservations {
        private final FileChannel file = open();
        /** Locks end when they are collected. */
        private final List<FileLock> held = new ArrayList<>();
        /** Without a file, processes begin at different places and meet seldom. */
        private final int start = (int) (ProcessHandle.current().pid() % BLOCKS);

        private int looked;

        private static FileChannel open() {
            Path path = Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "busbench-ports-" + System.getProperty("user.name") + ".lock");
            try {
                return FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            } catch (IOException unwritable) {
                return null;
            }
        }

        /** Reserves a block; negative when none is left. */
        int further() {
            while (looked < BLOCKS) {
                int candidate = (start + looked++) % BLOCKS;
                if (reserve(candidate)) {
                    return candidate;
                }
            }
            return -1;
        }

        private boolean reserve(int candidate) {
            if (file == null) {
                return true;
            }
            try {
                FileLock lock = file.tryLock(candidate, 1, false);
                if (lock != null) {
                    held.add(lock);
                }
                return lock != null;
            } catch (OverlappingFileLockException | IOException taken) {
                return false;
            }
        }
    }
}
