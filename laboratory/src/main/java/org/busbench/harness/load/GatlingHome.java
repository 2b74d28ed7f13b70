package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.process.BuiltFolder;
import org.busbench.harness.process.JavaCommand;

/**
 * The program that lets Gatling make loads: the jars of ours that the build leaves, and those of others, which were fetched
 * and checked.
 *
 * @param own the jars of ours
 * @param others Gatling and what it needs
 */
public record GatlingHome(List<Path> own, List<Path> others) implements InjectorProgram {

    private static final String CORE = "io.gatling:gatling-core:";

    public GatlingHome {
        own = List.copyOf(own);
        others = List.copyOf(others);
    }

    /**
     * The home of which a build left our part.
     *
     * @param lib folder of the jars of ours
     * @throws org.busbench.harness.text.Problem when nothing was built
     */
    public static GatlingHome of(Path lib, List<Path> others) {
        return new GatlingHome(BuiltFolder.jars(lib), others);
    }

    /** The version that a lock names; empty where there is no lock. */
    public static Optional<String> version(Path lock) throws IOException {
        if (!Files.isRegularFile(lock)) {
            return Optional.empty();
        }
        return Files.readAllLines(lock).stream()
                .filter(line -> line.startsWith(CORE))
                .map(line -> line.substring(CORE.length()).split(" ", 2)[0])
                .findFirst();
    }

    @Override
    public String classPath() {
        return JavaCommand.joined(Stream.concat(own.stream(), others.stream()).toList());
    }

    @Override
    public List<String> command() {
        return List.of("org.busbench.gatling.Injector");
    }
}
