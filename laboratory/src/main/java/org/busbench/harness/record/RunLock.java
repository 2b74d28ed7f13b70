package org.busbench.harness.record;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.busbench.harness.text.Problem;

/**
 * Keeps all but one process from writing to a run directory; a process that ends, however it does, lets go of it. The
 * lock is on a file without content: POSIX gives up a process's locks on a file as soon as the process closes any
 * handle on that file.
 */
record RunLock(FileChannel file) implements Closeable {

    private static final String NAME = ".lock";

    static RunLock take(Path directory) throws IOException {
        FileChannel file =
                FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(file)) {
            file.close();
            throw new Problem(directory + " is being written by another busbench: wait for its end, or stop it");
        }
        return new RunLock(file);
    }

    private static boolean locked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisJvm) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
