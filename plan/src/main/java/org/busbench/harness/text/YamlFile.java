package org.busbench.harness.text;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.busbench.common.TextFile;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a YAML file into values that know their line. */
public final class YamlFile {
    private static final int DEEPEST = 50;
    /** The parser's time grows with the square of a comment's length: one of 5 MB takes a minute. */
    private static final int MOST_CHARACTERS = 1 << 20;

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
        if (text.length() > MOST_CHARACTERS) {
            throw new ConfigProblem(
                    file, 1, "the file has " + text.length() + " characters, of which it may have " + MOST_CHARACTERS);
        }
        try {
            requireShallow(text, file, settings);
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
        } catch (ReaderException forbidden) {
            int sign = forbidden.getCodePoint();
            throw new ConfigProblem(
                    file,
                    text.substring(0, Math.max(0, text.indexOf(sign))).split("\\R", -1).length,
                    String.format("malformed YAML: the sign U+%04X may not stand in it: remove it", sign),
                    forbidden);
        } catch (YamlEngineException malformed) {
            throw new ConfigProblem(file, 1, "malformed YAML: " + Problem.brief(malformed), malformed);
        }
    }

    /** The parser keeps what it is in on a list of its own; the composer calls itself, and would overflow the stack. */
    public static void requireShallow(String text, Path file, LoadSettings settings) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
                throw new ConfigProblem(file, line, "lists and maps are nested deeper than " + DEEPEST + " levels");
            }
        }
    }

    private static String problemOf(MarkedYamlEngineException malformed) {
        String context = Optional.ofNullable(malformed.getContext())
                .map(what -> what + ": ")
                .orElse("");
        return context + malformed.getProblem();
    }

    /** What a person wrote, in UTF-8 with or without a byte order mark; a {@link Problem} where it cannot be read. */
    public static String textOf(Path file) {
        try {
            return TextFile.read(file);
        } catch (NoSuchFileException absent) {
            throw new Problem("no such file: " + ConfigProblem.shown(file), absent);
        } catch (IOException unreadable) {
            throw new Problem(
                    "cannot read " + ConfigProblem.shown(file) + ": " + Problem.brief(unreadable), unreadable);
        }
    }
}
