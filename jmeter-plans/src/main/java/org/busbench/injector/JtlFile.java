package org.busbench.injector;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.sampler.protocol.LoadException;

/** The CSV file of one run's samples. JMeter's writer swallows write errors, so what it left is counted. */
record JtlFile(Path path) {
    /**
     * Checks, before a run, that JMeter will be able to write the file, and will not append to an older one.
     *
     * @throws LoadException when it will not
     */
    void requireWritable() throws LoadException {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.exists(path)) {
            throw new LoadException("the JTL " + path + " exists already");
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new LoadException(
                    "the JTL " + path + " cannot be written: " + folder + " is not a folder to write in");
        }
    }

    /**
     * Checks, after a run, that header and all samples are there.
     *
     * @param samples how many the run took
     * @throws LoadException when the file holds fewer or more, or ends within a row
     */
    void requireComplete(long samples) throws LoadException, IOException {
        long rows = rows();
        if (rows != samples + 1) {
            throw new LoadException("the JTL " + path + " is incomplete: " + rows + " rows with its header, for "
                    + samples + " samples (disk full?)");
        }
    }

    /** Complete rows; a line end within quotes (a message of several lines) is part of its row. */
    private long rows() throws IOException {
        long rows = 0;
        boolean quoted = false;
        boolean complete = true;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                quoted ^= octet == '"';
                complete = octet == '\n' && !quoted;
                rows += complete ? 1 : 0;
            }
        }
        return complete ? rows : -1;
    }
}
