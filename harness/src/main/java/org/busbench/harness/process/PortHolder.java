package org.busbench.harness.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The process that listens on a port, as far as Linux lets this user see it.
 *
 * @param pid of the process
 * @param program its first words
 */
record PortHolder(long pid, String program) {
    private static final String LISTENING = "0A";
    private static final int LONGEST_PROGRAM = 60;

    static Optional<PortHolder> of(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            sockets.addAll(listeners(Path.of(table), port));
        }
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .filter(process -> holdsOneOf(sockets, process.pid()))
                        .findFirst()
                        .map(process -> new PortHolder(process.pid(), programOf(process)));
    }

    /** Names of the sockets that listen on the port. A table that is not there holds none. */
    private static Set<String> listeners(Path table, int port) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        Set<String> sockets = new HashSet<>();
        if (!Files.isReadable(table)) {
            return sockets;
        }
        try {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length > 9 && fields[1].endsWith(suffix) && fields[3].equals(LISTENING)) {
                    sockets.add("socket:[" + fields[9] + "]");
                }
            }
        } catch (IOException unreadable) {
            // The holder's name is a courtesy in an error message; without it the message still stands.
            return Set.of();
        }
        return sockets;
    }

    private static boolean holdsOneOf(Set<String> sockets, long pid) {
        Path descriptors = Path.of("/proc", Long.toString(pid), "fd");
        if (!Files.isReadable(descriptors)) {
            return false;
        }
        try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
            for (Path link : links) {
                if (sockets.contains(Files.readSymbolicLink(link).toString())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | java.nio.file.DirectoryIteratorException gone) {
            // The process, or its descriptor, has ended while it was looked at: it holds nothing.
            return false;
        }
    }

    private static String programOf(ProcessHandle process) {
        String words = Commands.lineOf(process.pid())
                .map(line -> String.join(" ", line))
                .orElse("?");
        return words.length() <= LONGEST_PROGRAM ? words : words.substring(0, LONGEST_PROGRAM) + "...";
    }

    @Override
    public String toString() {
        return pid + " (" + program + ")";
    }
}
