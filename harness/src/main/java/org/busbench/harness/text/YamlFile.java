package org.busbench.harness.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a YAML file into values that know their line. */
public final class YamlFile {
    private YamlFile() {}

    /**
     * Reads a file that holds one YAML document whose top is a map.
     *
     * @throws ConfigProblem when the file cannot be read or is not such a document
     */
    public static YamlMap read(Path file) {
        return parse(textOf(file), file);
    }

    /** Reads such a document from memory; {@code file} is what errors name. */
    public static YamlMap parse(String text, Path file) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setAllowNonScalarKeys(true)
                .build();
        try {
            Iterator<Node> documents =
                    new Compose(settings).composeAllFromString(text).iterator();
            if (!documents.hasNext()) {
                throw new ConfigProblem(file, 1, "the file is empty: it must hold a YAML map");
            }
            Node top = documents.next();
            if (documents.hasNext()) {
                int line = YamlValue.lineOf(documents.next());
                throw new ConfigProblem(file, line, "a second document: the file must hold one, remove the '---'");
            }
            return new YamlValue(file, top, "the file").map();
        } catch (MarkedYamlEngineException malformed) {
            int line =
                    malformed.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new ConfigProblem(file, line, "malformed YAML: " + problemOf(malformed), malformed);
        } catch (YamlEngineException malformed) {
            throw new ConfigProblem(file, 1, "malformed YAML: " + Problem.brief(malformed), malformed);
        }
    }

    private static String problemOf(MarkedYamlEngineException malformed) {
        String context = Optional.ofNullable(malformed.getContext())
                .map(what -> what + ": ")
                .orElse("");
        return context + malformed.getProblem();
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException absent) {
            throw new Problem("no such file: " + ConfigProblem.shown(file), absent);
        } catch (IOException unreadable) {
            throw new Problem(
                    "cannot read " + ConfigProblem.shown(file) + ": " + Problem.brief(unreadable), unreadable);
        }
    }
}
