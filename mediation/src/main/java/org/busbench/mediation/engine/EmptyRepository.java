package org.busbench.mediation.engine;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.mediation.config.ListenAddress;

/**
 * The folder that Axis2 wants to deploy from; nothing is deployed from this one. Axis2 reads it while it starts and never
 * again, so it is closed, and with that gone, when Synapse is up: a process that is killed leaves nothing behind.
 *
 * @param folder a temporary one
 */
record EmptyRepository(Path folder) implements Closeable {

    /**
     * Makes the folder.
     *
     * @param published the address that clients know, which stands in the WSDLs
     */
    static EmptyRepository of(ListenAddress published) throws IOException {
        EmptyRepository repository = new EmptyRepository(Files.createTempDirectory("busbench-axis2-"));
        try (InputStream template = Engine.class.getResourceAsStream("axis2.xml")) {
            Files.createDirectories(repository.modules());
            Files.createDirectories(repository.services());
            // The engine has no address of its own.
            String address = "<parameter name=\"WSDLEPRPrefix\">http://" + published + "</parameter>";
            String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${host}", published.bareHost())
                    .replace("${port}", Integer.toString(published.port()))
                    .replace("</transportReceiver>", address + "</transportReceiver>");
            Files.writeString(repository.axis2(), text);
            return repository;
        } catch (IOException | RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    /** How Axis2 is set up. */
    Path axis2() {
        return folder.resolve("axis2.xml");
    }

    private Path modules() {
        return folder.resolve("modules");
    }

    private Path services() {
        return folder.resolve("services");
    }

    @Override
    public void close() throws IOException {
        for (Path path : List.of(axis2(), services(), modules(), folder)) {
            Files.deleteIfExists(path);
        }
    }
}
