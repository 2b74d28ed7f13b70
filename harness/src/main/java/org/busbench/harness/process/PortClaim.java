package org.busbench.harness.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/**
 * A port that a process will listen on.
 *
 * @param port its number
 * @param what it is for, for errors
 * @param file that says so; null when none does
 * @param line where the file says so
 */
public record PortClaim(int port, String what, Path file, int line) {
    /** A port that no file names. */
    public static PortClaim of(int port, String what) {
        return new PortClaim(port, what, null, 0);
    }

    /** Refuses a port that is taken, and names the process that holds it where the system tells. */
    public void requireFree() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException taken) {
            throw inUse(taken);
        }
    }

    private Problem inUse(IOException taken) {
        String holder = PortHolder.of(port)
                .map(found -> "process " + found + ": end it")
                .orElse("another process: end it");
        String subject = "port " + port + " (" + what + ") is in use by " + holder;
        return file == null
                ? new Problem(subject + ", or choose another port", taken)
                : new ConfigProblem(file, line, subject + ", or write another port here", taken);
    }
}
