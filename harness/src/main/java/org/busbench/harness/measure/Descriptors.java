package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The open file descriptors of a process.
 *
 * @param open how many
 * @param among how many of them are sockets of a given set
 */
record Descriptors(int open, int among) {

    private static final String SOCKET = "socket:[";

    /** Reads them now; none when the process is gone. */
    static Descriptors of(long pid, Set<Long> sockets) {
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        String[] names = folder.toFile().list();
        if (names == null) {
            return new Descriptors(0, 0);
        }
        int among = 0;
        for (String name : sockets.isEmpty() ? new String[0] : names) {
            try {
                String link = Files.readSymbolicLink(folder.resolve(name)).toString();
                if (link.startsWith(SOCKET)
                        && sockets.contains(Long.parseLong(link, SOCKET.length(), link.length() - 1, 10))) {
                    among++;
                }
            } catch (IOException closed) {
                // A descriptor that was closed meanwhile belongs to no connection.
            }
        }
        return new Descriptors(names.length, among);
    }
}
