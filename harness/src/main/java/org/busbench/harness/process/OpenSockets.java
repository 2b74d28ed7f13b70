package org.busbench.harness.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The TCP and UDP sockets of this machine, as Linux tells in {@code /proc/net}. A process that belongs to somebody else
 * keeps its sockets to itself. Nothing here blocks but the reading of these files.
 */
public final class OpenSockets {

    private static final List<String> TCP = List.of("tcp", "tcp6");
    private static final List<String> UDP = List.of("udp", "udp6");
    private static final String LISTENING = "0A";
    private static final int FEWEST_FIELDS = 10;
    private static final int HEXADECIMAL = 16;
    private static final int WORD_DIGITS = 8;

    private final Map<String, OpenSocket> byInode;

    private OpenSockets(Map<String, OpenSocket> byInode) {
        this.byInode = byInode;
    }

    /**
     * Reads the tables now.
     *
     * @return what they say
     * @throws IOException when a table that is there cannot be read
     */
    public static OpenSockets read() throws IOException {
        Map<String, OpenSocket> byInode = new LinkedHashMap<>();
        for (String table : TCP) {
            add(table, OpenSocket.Kind.CONNECTION, byInode);
        }
        for (String table : UDP) {
            add(table, OpenSocket.Kind.DATAGRAMS, byInode);
        }
        return new OpenSockets(byInode);
    }

    private static void add(String table, OpenSocket.Kind usual, Map<String, OpenSocket> byInode) throws IOException {
        Path file = Path.of("/proc/net", table);
        if (!Files.isReadable(file)) {
            return;
        }
        List<String> rows = Files.readAllLines(file);
        for (String row : rows.subList(Math.min(1, rows.size()), rows.size())) {
            String[] fields = row.strip().split("\\s+", -1);
            if (fields.length >= FEWEST_FIELDS) {
                boolean listens = usual == OpenSocket.Kind.CONNECTION && fields[3].equals(LISTENING);
                byInode.put(
                        "socket:[" + fields[9] + "]",
                        new OpenSocket(
                                listens ? OpenSocket.Kind.LISTENER : usual, address(fields[1]), address(fields[2])));
            }
        }
    }

    /**
     * Those that some processes hold.
     *
     * @param pids the processes
     * @return each of them once
     */
    public List<OpenSocket> heldBy(Collection<Long> pids) {
        Set<String> inodes = new HashSet<>();
        pids.forEach(pid -> inodes.addAll(descriptors(pid)));
        List<OpenSocket> held = new ArrayList<>();
        byInode.forEach((inode, socket) -> {
            if (inodes.contains(inode)) {
                held.add(socket);
            }
        });
        return held;
    }

    /**
     * Whether anybody listens on a port, at whatever address.
     *
     * @param port the TCP port
     * @return true when somebody does
     */
    public boolean anyListensOn(int port) {
        return byInode.values().stream()
                .anyMatch(socket -> socket.kind() == OpenSocket.Kind.LISTENER
                        && socket.own().getPort() == port);
    }

    /** What the descriptors of a process point to; nothing when it has ended or is somebody else's. */
    private static Set<String> descriptors(long pid) {
        Set<String> found = new HashSet<>();
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        if (!Files.isReadable(folder)) {
            return found;
        }
        try (DirectoryStream<Path> links = Files.newDirectoryStream(folder)) {
            for (Path link : links) {
                target(link, found);
            }
        } catch (IOException | DirectoryIteratorException gone) {
            // It ended while it was looked at: what was seen until then counts.
            return found;
        }
        return found;
    }

    private static void target(Path link, Set<String> found) {
        try {
            found.add(Files.readSymbolicLink(link).toString());
        } catch (IOException closed) {
            // This descriptor was closed after it was listed; under load that happens all the time.
            return;
        }
    }

    /** {@code 0100007F:1F90} is 127.0.0.1:8080: each word of the address stands in the machine's own byte order. */
    static InetSocketAddress address(String text) throws IOException {
        int colon = text.indexOf(':');
        ByteBuffer bytes = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int at = 0; at < colon; at += WORD_DIGITS) {
            bytes.putInt(Integer.parseUnsignedInt(text.substring(at, at + WORD_DIGITS), HEXADECIMAL));
        }
        int port = Integer.parseInt(text.substring(colon + 1), HEXADECIMAL);
        return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
    }
}
