package org.busbench.common;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The TCP and UDP sockets of this machine, from Linux's {@code /proc/net}, and the processes that hold them, from
 * {@code /proc/PID/fd}. The processes of other users do not show theirs. A JVM's IPv4 connections stand in
 * {@code tcp6}. Immutable; reading does file access alone.
 */
public final class SocketTable {
    private static final List<String> TCP = List.of("tcp", "tcp6");
    private static final List<String> UDP = List.of("udp", "udp6");
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int FEWEST_FIELDS = 10;
    private static final int HEXADECIMAL = 16;
    private static final int WORD_DIGITS = 8;
    private static final String SOCKET = "socket:[";

    private final List<Row> rows = new ArrayList<>();

    /** A row as it was read; its addresses are decoded on demand, since a machine under load has thousands. */
    private record Row(boolean tcp, String own, String peer, String state, long inode) {

        int ownPort() {
            return port(own);
        }

        int peerPort() {
            return port(peer);
        }

        boolean listens() {
            return tcp && state.equals(LISTENING);
        }

        boolean established() {
            return tcp && state.equals(ESTABLISHED);
        }

        OpenSocket socket() {
            OpenSocket.Kind kind = !tcp
                    ? OpenSocket.Kind.DATAGRAMS
                    : listens() ? OpenSocket.Kind.LISTENER : OpenSocket.Kind.CONNECTION;
            return new OpenSocket(kind, address(own), address(peer), inode);
        }
    }

    private SocketTable() {}

    /** Reads all tables now; a table that the system does not have is empty. */
    public static SocketTable read() throws IOException {
        SocketTable table = readTcp();
        for (String name : UDP) {
            table.addAll(Path.of("/proc/net", name), false);
        }
        return table;
    }

    public static SocketTable readTcp() throws IOException {
        SocketTable table = new SocketTable();
        for (String name : TCP) {
            table.addAll(Path.of("/proc/net", name), true);
        }
        return table;
    }

    private void addAll(Path file, boolean tcp) throws IOException {
        try {
            String text = new String(Files.readAllBytes(file), ISO_8859_1);
            text.lines().skip(1).forEach(line -> add(line, tcp));
        } catch (NoSuchFileException withoutIpv6) {
            // The table is empty then.
        }
    }

    /** A line: number, local address:port, remote address:port, state, queues, timer, retransmits, uid, timeout, inode. */
    private void add(String line, boolean tcp) {
        String[] fields = line.strip().split(" +", FEWEST_FIELDS + 1);
        if (fields.length >= FEWEST_FIELDS) {
            rows.add(new Row(tcp, fields[1], fields[2], fields[3], Long.parseLong(fields[9])));
        }
    }

    /** The sockets that any of the processes holds, each once. */
    public List<OpenSocket> heldBy(Collection<Long> pids) {
        Set<Long> inodes = new HashSet<>();
        pids.forEach(pid -> inodes.addAll(descriptorsOf(pid).keySet()));
        return rows.stream()
                .filter(row -> inodes.contains(row.inode()))
                .map(Row::socket)
                .toList();
    }

    /** Whether any process listens on the TCP port, at any address. */
    public boolean anyListensOn(int port) {
        return rows.stream().anyMatch(row -> row.listens() && row.ownPort() == port);
    }

    /** Inodes of the sockets that listen on the TCP port. */
    public Set<Long> listenersOn(int port) {
        Set<Long> inodes = new HashSet<>();
        rows.stream().filter(row -> row.listens() && row.ownPort() == port).forEach(row -> inodes.add(row.inode()));
        return inodes;
    }

    /**
     * Inodes of the sockets that may get a connection to the TCP port at any of the addresses: those that listen at one of
     * them, or at all addresses of the machine.
     */
    public Set<Long> listenersAt(Collection<InetAddress> addresses, int port) {
        Set<Long> inodes = new HashSet<>();
        for (Row row : rows) {
            if (row.listens() && row.ownPort() == port) {
                InetAddress own = row.socket().own().getAddress();
                if (own.isAnyLocalAddress() || addresses.contains(own)) {
                    inodes.add(row.inode());
                }
            }
        }
        return inodes;
    }

    /** Inodes of the sockets of established connections of which either end has one of the ports. */
    public Set<Long> establishedWith(Set<Integer> ports) {
        Set<Long> inodes = new HashSet<>();
        for (Row row : rows) {
            if (row.established() && (ports.contains(row.ownPort()) || ports.contains(row.peerPort()))) {
                inodes.add(row.inode());
            }
        }
        return inodes;
    }

    /** Inode of one end of an established connection within this machine; empty when there is no such connection. */
    public OptionalLong established(int ownPort, int peerPort) {
        return rows.stream()
                .filter(row -> row.established() && row.ownPort() == ownPort && row.peerPort() == peerPort)
                .mapToLong(Row::inode)
                .findFirst();
    }

    /** Descriptors of a process that are sockets, by inode; empty when it has ended or belongs to another user. */
    public static Map<Long, Integer> descriptorsOf(long pid) {
        Map<Long, Integer> found = new HashMap<>();
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        if (!Files.isReadable(folder)) {
            return found;
        }
        try (DirectoryStream<Path> links = Files.newDirectoryStream(folder)) {
            for (Path link : links) {
                inode(link)
                        .ifPresent(inode -> found.put(
                                inode, Integer.valueOf(link.getFileName().toString())));
            }
        } catch (IOException | DirectoryIteratorException ended) {
            // The process ended meanwhile: the descriptors seen until then count.
            return found;
        }
        return found;
    }

    /** Inode of the socket behind a link of {@code /proc/PID/fd}; empty when it is none, or was closed meanwhile. */
    public static OptionalLong inode(Path link) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith(SOCKET)
                    ? OptionalLong.of(Long.parseLong(target, SOCKET.length(), target.length() - 1, 10))
                    : OptionalLong.empty();
        } catch (IOException closed) {
            return OptionalLong.empty();
        }
    }

    /** {@code 0100007F:1F90} is 127.0.0.1:8080: each word of the address stands in the machine's own byte order. */
    static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        ByteBuffer bytes = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int at = 0; at < colon; at += WORD_DIGITS) {
            bytes.putInt(Integer.parseUnsignedInt(text.substring(at, at + WORD_DIGITS), HEXADECIMAL));
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port(text));
        } catch (java.net.UnknownHostException e) {
            throw new IllegalArgumentException("'" + text + "' is no address of 4 or 16 bytes", e);
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address, address.indexOf(':') + 1, address.length(), HEXADECIMAL);
    }
}
