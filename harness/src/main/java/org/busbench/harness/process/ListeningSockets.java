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
 * The TCP sockets of this machine on which somebody listens, as Linux tells in {@code /proc/net/tcp} and {@code tcp6}. A
 * process that belongs to somebody else keeps its sockets to itself. Nothing here blocks but the reading of these files.
 */
public final class ListeningSockets {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String LISTENING = "0A";
    private static final int FEWEST_FIELDS = 10;
    private static final int HEXADECIMAL = 16;
    private static final int WORD_DIGITS = 8;

    private final Map<String, InetSocketAddress> byInode;

    private ListeningSockets(Map<String, InetSocketAddress> byInode) {
        this.byInode = byInode;
    }

    /**
     * Reads the tables now.
     *
     * @return what they say
     * @throws IOException when a table that is there cannot be read
     */
    public static ListeningSockets read() throws IOException {
        Map<String, InetSocketAddress> byInode = new LinkedHashMap<>();
        for (Path table : TABLES) {
            if (Files.isReadable(table)) {
                for (String line : Files.readAllLines(table)) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length >= FEWEST_FIELDS && fields[3].equals(LISTENING)) {
                        byInode.put("socket:[" + fields[9] + "]", address(fields[1]));
                    }
                }
            }
        }
        return new ListeningSockets(byInode);
    }

    /**
     * Those that some processes hold.
     *
     * @param pids the processes
     * @return their addresses, each once
     */
    public List<InetSocketAddress> heldBy(Collection<Long> pids) {
        Set<String> inodes = new HashSet<>();
        pids.forEach(pid -> inodes.addAll(descriptors(pid)));
        List<InetSocketAddress> held = new ArrayList<>();
        byInode.forEach((inode, address) -> {
            if (inodes.contains(inode) && !held.contains(address)) {
                held.add(address);
            }
        });
        return held;
    }

    /**
     * Whether anybody listens on a port, at whatever address.
     *
     * @param port the port
     * @return true when somebody does
     */
    public boolean anyOn(int port) {
        return byInode.values().stream().anyMatch(address -> address.getPort() == port);
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
                found.add(Files.readSymbolicLink(link).toString());
            }
        } catch (IOException | DirectoryIteratorException gone) {
            // It, or one of its descriptors, ended while it was looked at: what was seen until then counts.
            return found;
        }
        return found;
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
