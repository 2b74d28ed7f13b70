package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.artifact.UnpackedArchive;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;

/**
 * The folder in which an adapter runs, and what must be in it.
 *
 * @param items what to put there, in order
 */
public record WorkFolder(Path folder, List<Item> items, Map<String, String> values) {
    /** Makes the collections unchangeable. */
    public WorkFolder {
        items = List.copyOf(items);
        values = Map.copyOf(values);
    }

    /** Something that must be there. */
    public sealed interface Item {}

    /** A folder with nothing in it. */
    public record EmptyFolder(String to) implements Item {}

    /**
     * A file or folder to be copied.
     *
     * @param template whether expressions inside are replaced
     */
    public record Copy(Path from, String to, boolean template, Map<String, String> replace) implements Item {
        /** Makes the map unchangeable. */
        public Copy {
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
        }

        private boolean verbatim() {
            return !template && replace.isEmpty();
        }
    }

    /** A distribution to be unpacked, without the leading folders of its entries. */
    public record Unpack(Path archive, String to, int strip) implements Item {}

    /** A file or folder that must be there, and go. */
    public record Delete(String to) implements Item {}

    /**
     * A file that must be there, and is changed.
     *
     * @param replace plain text that must occur in it, and what stands there instead
     */
    public record Edit(String to, Map<String, String> replace) implements Item {
        /** Makes the map unchangeable. */
        public Edit {
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
        }
    }

    /** Empties the folder and puts the files there. */
    public void fill() {
        try {
            if (Files.exists(folder)) {
                remove(folder);
            }
            Files.createDirectories(folder);
            for (Item item : items) {
                place(item);
            }
        } catch (IOException failed) {
            throw new Problem("cannot fill the work folder " + folder + ": " + Problem.brief(failed), failed);
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void place(Item item) throws IOException {
        if (item instanceof EmptyFolder empty) {
            Files.createDirectories(folder.resolve(empty.to()));
        } else if (item instanceof Unpack unpack) {
            new UnpackedArchive(unpack.archive(), place(unpack.to()), unpack.strip()).unpack();
        } else if (item instanceof Delete delete) {
            remove(existing(delete.to()));
        } else if (item instanceof Edit edit) {
            edit(existing(edit.to()), edit.replace());
        } else {
            placeCopy((Copy) item);
        }
    }

    private Path place(String to) {
        return folder.resolve(to).normalize();
    }

    /** A patch that has nothing to change is one that was made for another release. */
    private Path existing(String to) {
        Path place = place(to);
        if (!Files.exists(place)) {
            throw new Problem(
                    "no '" + to + "' in the work folder " + folder + " to change or delete: correct the path");
        }
        return place;
    }

    private static void edit(Path file, Map<String, String> replace) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (String old : replace.keySet()) {
            if (!text.contains(old)) {
                throw new Problem(file + " does not contain '" + old + "', which the adapter replaces: correct 'edit'");
            }
        }
        Files.writeString(file, replaced(text, replace), StandardCharsets.ISO_8859_1);
    }

    private void placeCopy(Copy copy) throws IOException {
        Path target = place(copy.to());
        try (Stream<Path> files = Files.walk(copy.from())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path destination = target.resolve(copy.from().relativize(file).toString());
                place(file, file.equals(copy.from()) ? target : destination, copy);
            }
        }
    }

    private void place(Path file, Path destination, Copy copy) throws IOException {
        Files.createDirectories(destination.getParent());
        if (copy.verbatim()) {
            Files.copy(file, destination, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        // One char for one byte: what is not replaced stays as it is, whatever its encoding.
        String text = replaced(Files.readString(file, StandardCharsets.ISO_8859_1), copy.replace());
        String result = copy.template() ? Template.parse(text, file, 1).expand(values) : text;
        Files.writeString(destination, result, StandardCharsets.ISO_8859_1);
    }

    /** All at once: what was put in is not replaced again. */
    private static String replaced(String text, Map<String, String> replace) {
        if (replace.isEmpty()) {
            return text;
        }
        Pattern any =
                Pattern.compile(replace.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|")));
        return any.matcher(text).replaceAll(match -> Matcher.quoteReplacement(replace.get(match.group())));
    }
}
