package org.busbench.harness.adapter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;

/**
 * The adapters of some folders. Each is read when it is asked for, so that a broken one does not stop the others.
 *
 * @param parents the folders; a name that two of them have is a problem when it is asked for
 * @param project the project's root, {@code ${project}} in adapter files
 */
public record AdapterCatalog(List<Path> parents, Path project) {
    /** Adapters on which the suite itself is tested: found by name, never listed. */
    private static final String TESTING = "mutants/adapters";

    public AdapterCatalog {
        parents = List.copyOf(parents);
    }

    public AdapterCatalog(Path adapters, Path project) {
        this(List.of(adapters), project);
    }

    public List<String> names() {
        return parents.stream()
                .flatMap(parent -> namesIn(parent).stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> namesIn(Path parent) {
        return Stream.concat(
                        foldersIn(parent).stream()
                                .map(folder -> folder.getFileName().toString()),
                        new AdapterVariants(parent).names().stream())
                .toList();
    }

    private static List<Path> foldersIn(Path parent) {
        return Problem.ifFails("cannot list the adapters in " + parent, () -> Listing.of(parent)).stream()
                .filter(folder -> Files.isRegularFile(folder.resolve(Adapter.FILE_NAME)))
                .toList();
    }

    /** Reads an adapter, also one of {@code mutants/adapters}; an unknown name is a problem that says which is meant. */
    public Adapter find(String name) {
        List<Path> found = parents.stream()
                .filter(parent -> namesIn(parent).contains(name))
                .toList();
        if (found.size() > 1) {
            throw new Problem("adapter '" + name + "' is in " + found.get(0) + " and in " + found.get(1)
                    + ": rename one of them");
        }
        if (found.size() == 1) {
            return read(found.get(0), name);
        }
        Path testing = project.resolve(TESTING);
        if (Files.isDirectory(testing) && namesIn(testing).contains(name)) {
            return read(testing, name);
        }
        throw new Problem("unknown adapter '" + name + "'" + Nearest.hint(name, names()));
    }

    private Adapter read(Path parent, String name) {
        Path folder = parent.resolve(name);
        return AdapterFolder.read(
                Files.isDirectory(folder) ? folder : new AdapterVariants(parent).folder(name), project);
    }

    /** Reads all that can be read, sorted by name; of each of the others it tells in one line. */
    public List<Adapter> all(Consumer<String> leftOut) {
        List<Adapter> all = new ArrayList<>();
        for (String name : names()) {
            try {
                all.add(find(name));
            } catch (Problem unreadable) {
                leftOut.accept("the adapter " + name + " is left out: " + unreadable.getMessage());
            }
        }
        return all;
    }

    /** The folders of all adapters, of those that cannot be read as well. */
    public List<Path> folders() {
        return parents.stream().flatMap(parent -> foldersIn(parent).stream()).toList();
    }
}
