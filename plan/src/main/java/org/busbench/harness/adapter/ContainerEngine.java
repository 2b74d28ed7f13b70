package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.common.Tool;
import org.busbench.record.Keyed;

/** A container engine, by its command line program, whose name is the key. Blocks while that answers. */
public enum ContainerEngine implements Keyed {
    /** Docker: the program asks a daemon, which {@code DOCKER_HOST} may name. */
    DOCKER("apt-get install docker.io", "start it ('systemctl start docker'), or say in DOCKER_HOST where it listens"),
    /** Podman: the program works alone. */
    PODMAN("apt-get install podman", "see what 'podman info' says");

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String install;
    private final String help;

    ContainerEngine(String install, String help) {
        this.install = install;
        this.help = help;
    }

    /** The version of the engine; the words with which it refuses to tell, where it does. */
    public String version() {
        Tool.Said said = askVersion();
        return said.well() ? said.output() : said.reason();
    }

    /** Podman has no server to ask. */
    private Tool.Said askVersion() {
        return ask(List.of("version", "--format", this == DOCKER ? "{{.Server.Version}}" : "{{.Client.Version}}"));
    }

    /** Why an image cannot be run here, and what to do; empty when it can. */
    Optional<Availability.Lack> lack(String image, ProgramPath path) {
        if (path.find(key()).isEmpty()) {
            return Optional.of(new Availability.Lack(key() + " is not installed", install));
        }
        Tool.Said version = askVersion();
        if (!version.well()) {
            return Optional.of(new Availability.Lack(key() + "'s engine does not answer: " + version.reason(), help));
        }
        Tool.Said found = ask(List.of("image", "inspect", "--format", "{{.Id}}", image));
        return found.well()
                ? Optional.empty()
                : Optional.of(new Availability.Lack(
                        "the image " + image + " is not here (" + found.reason() + ")", key() + " pull " + image));
    }

    /**
     * Runs the program to its end.
     *
     * @param words its arguments
     * @return what it said; an exit code below 0 when it is not here, or did not end in time
     */
    public Tool.Said ask(List<String> words) {
        List<String> command = new ArrayList<>(List.of(
                ProgramPath.ofEnvironment().find(key()).map(Path::toString).orElse(key())));
        command.addAll(words);
        boolean interrupted = Thread.interrupted();
        try {
            return new Tool(command, LIMIT).run();
        } catch (IOException failed) {
            return new Tool.Said(-1, "", key() + " cannot be run: " + failed.getMessage());
        } catch (InterruptedException interrupt) {
            interrupted = true;
            return new Tool.Said(-1, "", key() + " was interrupted");
        } finally {
            // A run that was interrupted still has its containers to remove.
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
