package org.busbench.harness.measure;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.busbench.common.SocketTable;

/**
 * The open file descriptors of a process.
 *
 * @param open how many
 * @param among how many of them are sockets of a given set
 */
record Descriptors(int open, int among) {

    /** Reads them now; none when the process is gone. */
    static Descriptors of(long pid, Set<Long> sockets) {
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        String[] names = folder.toFile().list();
        if (names == null) {
            return new Descriptors(0, 0);
        }
        int among = 0;
        for (String name : sockets.isEmpty() ? new String[0] : names) {
            OptionalLong inode = SocketTable.inode(folder.resolve(name));
            if (inode.isPresent() && sockets.contains(inode.getAsLong())) {
                among++;
            }
        }
        return new Descriptors(names.length, among);
    }
}
