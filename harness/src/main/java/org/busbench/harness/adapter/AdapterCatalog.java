package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;

/** The adapters of a folder. Each is read when it is asked for, so that a broken one stands in nobody else's way. */
public final class AdapterCatalog {
    private final Path adapters;
    private final Path project;

    /**
     * A catalogue.
     *
     * @param adapters the folder whose folders are adapters
     * @param project the project's root, {@code ${project}} in adapter files
     */
    public AdapterCatalog(Path adapters, Path project) {
        this.adapters = adapters;
        this.project = project;
    }

    /** The names of all adapters, sorted. */
    public List<String> names() {
        try (Stream<Path> folders = Files.list(adapters)) {
            return folders.filter(folder -> Files.isRegularFile(folder.resolve(Adapter.FILE_NAME)))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new Problem("cannot list the adapters in " + adapters + ": " + Problem.brief(unreadable), unreadable);
        }
    }

    /** Reads an adapter; an unknown name is a problem that says which one could be meant. */
    public Adapter find(String name) {
        List<String> names = names();
        if (!names.contains(name)) {
            throw new Problem("unknown adapter '" + name + "'" + Nearest.hint(name, names));
        }
        return AdapterFolder.read(adapters.resolve(name), project);
    }

    /** Reads them all, sorted by name. */
    public List<Adapter> all() {
        return names().stream().map(this::find).toList();
    }
}
