package org.busbench.mediation.rig;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

    /** Writes the settings of the client with which Synapse's own {@code callout} calls, where Synapse looks for them: in the folder in which it runs. */
    public Home withCallingClient() throws IOException {
        try (InputStream template = Home.class.getResourceAsStream("/org/busbench/mediation/engine/axis2.xml")) {
            String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?s)<transportReceiver.*</transportReceiver>", "")
                    .replaceAll("(?s)<handler name=\"[^\"]*\" class=\"org.apache.synapse[^>]*?(/>|>.*?</handler>)", "")
                    .replace(
                            "org.busbench.mediation.engine.EngineSender",
                            "org.apache.axis2.transport.http.CommonsHTTPTransportSender");
            Path client = folder.resolve("repository/conf/axis2_blocking_client.xml");
            Files.createDirectories(client.getParent());
            Files.createDirectories(folder.resolve("repository/modules"));
            Files.createDirectories(folder.resolve("repository/services"));
            Files.writeString(client, text);
        }
        return this;
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
