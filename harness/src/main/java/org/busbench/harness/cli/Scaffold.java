package org.busbench.harness.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.text.Problem;

/** The files of an adapter that somebody begins to write. */
final class Scaffold {
    private static final List<String> FILES = List.of(Adapter.FILE_NAME, "README.md");
    private static final String NAME = "[a-z0-9][a-z0-9.-]{0,49}";
    private static final int FIRST_PORT = 8500;

    private final String name;
    private final int port;

    /**
     * Checks the name; writes nothing yet.
     *
     * @param name of the new adapter
     * @param others all that there are
     */
    Scaffold(String name, Collection<Adapter> others) {
        if (!name.matches(NAME)) {
            throw new Problem("'" + name + "' is no name of an adapter: write lower-case letters, digits, '.' and '-'");
        }
        this.name = name;
        this.port = freePort(others);
    }

    /** A port that no other adapter has, so that both can be up together. */
    private static int freePort(Collection<Adapter> others) {
        List<Integer> taken = others.stream()
                .flatMap(adapter -> adapter.ports().values().stream())
                .map(Adapter.Port::number)
                .toList();
        int port = FIRST_PORT;
        while (taken.contains(port)) {
            port++;
        }
        return port;
    }

    /**
     * Writes the files.
     *
     * @param parent the folder that gets the adapter's folder
     * @return the adapter's folder
     */
    Path write(Path parent) {
        Path folder = parent.resolve(name);
        if (Files.exists(folder)) {
            throw new Problem(folder + " is there already: choose another name, or go on with that one");
        }
        try {
            Files.createDirectories(folder);
            for (String file : FILES) {
                Files.writeString(folder.resolve(file), text(file));
            }
            return folder;
        } catch (IOException failed) {
            throw new Problem("cannot write to " + folder + ": " + Problem.brief(failed), failed);
        }
    }

    private String text(String file) {
        try (InputStream in = Scaffold.class.getResourceAsStream("scaffold/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@NAME@", name)
                    .replace("@PORT@", Integer.toString(port));
        } catch (IOException e) {
            throw new UncheckedIOException("scaffold/" + file + " is not in the jar", e);
        }
    }
}
