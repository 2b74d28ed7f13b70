package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The established TCP connections of this machine that one end has on some port, as the inodes of their sockets: what
 * {@code ss} prints, read from {@code /proc/net/tcp} and {@code tcp6} (a JVM's IPv4 connections stand in the latter).
 */
public final class TcpTable {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String ESTABLISHED = "01";

    private TcpTable() {}

    /**
     * Reads the tables now.
     *
     * @param ports of either end
     * @return inodes of the sockets on this machine; a connection within the machine has two
     * @throws IOException when a table cannot be read
     */
    static Set<Long> socketsWith(Set<Integer> ports) throws IOException {
        Set<Long> inodes = new HashSet<>();
        for (Path table : TABLES) {
            try {
                String text = new String(Files.readAllBytes(table), StandardCharsets.ISO_8859_1);
                text.lines().skip(1).forEach(line -> add(line, ports, inodes));
            } catch (NoSuchFileException withoutIpv6) {
                // There is nothing to read then.
            }
        }
        return inodes;
    }

    /**
     * Looks one end of a connection within this machine up.
     *
     * @param localPort of the end that is looked for
     * @param remotePort of the other one
     * @return inode of its socket; empty when there is no such connection
     * @throws IOException when a table cannot be read
     */
    public static OptionalLong socket(int localPort, int remotePort) throws IOException {
        for (Path table : TABLES) {
            if (!Files.exists(table)) {
                continue;
            }
            for (String line : new String(Files.readAllBytes(table), StandardCharsets.ISO_8859_1)
                    .lines()
                    .skip(1)
                    .toList()) {
                String[] fields = line.strip().split(" +", 11);
                if (fields.length > 9
                        && fields[3].equals(ESTABLISHED)
                        && port(fields[1]) == localPort
                        && port(fields[2]) == remotePort) {
                    return OptionalLong.of(Long.parseLong(fields[9]));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** A row: number, local address:port, remote address:port, state, queues, timer, retransmits, uid, timeout, inode. */
    private static void add(String row, Set<Integer> ports, Set<Long> inodes) {
        String[] fields = row.strip().split(" +", 11);
        if (fields.length > 9
                && fields[3].equals(ESTABLISHED)
                && (ports.contains(port(fields[1])) || ports.contains(port(fields[2])))) {
            inodes.add(Long.parseLong(fields[9]));
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }
}
