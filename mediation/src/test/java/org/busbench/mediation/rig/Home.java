package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the built Synapse home that a test may change. */
public record Home(Path folder) {

    private static final Path BUILT = Path.of("target", "mediation", "conf");

    /** Copies the built home and points it at these ports in place of 9000, 9001 and 9002. */
    public static Home copy(Path folder, int portA, int portB, int portC) throws IOException {
        List<Path> sources;
        try (Stream<Path> tree = Files.walk(BUILT)) {
            sources = tree.toList();
        }
        for (Path source : sources) {
            Path target = folder.resolve(BUILT.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.copy(source, target);
            }
        }
        Home home = new Home(folder);
        home.edit("synapse-config/endpoints/backend-A.xml", "127.0.0.1:9000", "127.0.0.1:" + portA);
        home.edit("synapse-config/endpoints/backend-B.xml", "127.0.0.1:9001", "127.0.0.1:" + portB);
        home.edit("synapse-config/endpoints/backend-C.xml", "127.0.0.1:9002", "127.0.0.1:" + portC);
        return home;
    }

    /** Copies the built home with one backend for all routes. */
    public static Home copy(Path folder, StubBackend backend) throws IOException {
        return copy(folder, backend.port(), backend.port(), backend.port());
    }

    /** Replaces text in a file; that it is there is checked. */
    public Home edit(String file, String old, String replacement) throws IOException {
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        if (!text.contains(old)) {
            throw new IllegalArgumentException(path + " does not contain " + old);
        }
        Files.writeString(path, text.replace(old, replacement));
        return this;
    }
}
