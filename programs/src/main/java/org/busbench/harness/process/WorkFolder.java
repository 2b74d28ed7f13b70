package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.busbench.common.Folders;
import org.busbench.harness.artifact.UnpackedArchive;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;

/**
 * The folder in which an adapter runs, and what must be in it.
 *
 * @param steps what to put there, in order
 * @param expansion replaces the expressions of a template by their values, each changed as the file wants it
 */
public record WorkFolder(Path folder, List<Step> steps, BiFunction<Template, UnaryOperator<String>, String> expansion) {
    private static final Pattern MARKUP = Pattern.compile("[&<>\"']");
    private static final Pattern UNQUOTABLE = Pattern.compile("[\"\\\\$\\p{Cntrl}]");

    public WorkFolder {
        steps = List.copyOf(steps);
    }

    /** One change of the folder. */
    @FunctionalInterface
    public interface Step {
        void in(WorkFolder folder) throws IOException;
    }

    /** Empties the folder and puts the files there. */
    public void fill() {
        try {
            Folders.delete(folder);
            Files.createDirectories(folder);
            for (Step step : steps) {
                step.in(this);
            }
        } catch (IOException failed) {
            throw new Problem("cannot fill the work folder " + folder + ": " + Problem.brief(failed), failed);
        }
    }

    void makeEmpty(String to) throws IOException {
        Files.createDirectories(folder.resolve(to));
    }

    /** A distribution, without the {@code strip} leading folders of its entries. */
    void unpack(Path archive, String to, int strip) throws IOException {
        new UnpackedArchive(archive, place(to), strip).unpack();
    }

    /** Deletes a file or folder, which must be there. */
    void delete(String to) throws IOException {
        Folders.delete(existing(to));
    }

    /**
     * Changes a file that must be there.
     *
     * @param replace plain text that must occur in it, and what stands there instead
     */
    void edit(String to, Map<String, Template> replace) throws IOException {
        Path file = existing(to);
        Charset charset = charset(file);
        String text = Files.readString(file, charset);
        for (String old : replace.keySet()) {
            if (!text.contains(old)) {
                throw new Problem(file + " does not contain '" + old + "', which the adapter replaces: correct 'edit'");
            }
        }
        Files.writeString(file, replaced(text, replace), charset);
    }

    /** Copies a file or folder; expressions inside a template are replaced. */
    void copy(Path from, String to, boolean template, Map<String, Template> replace) throws IOException {
        Path target = place(to);
        for (Path file : Listing.files(from)) {
            Path destination = target.resolve(from.relativize(file).toString());
            copyFile(file, file.equals(from) ? target : destination, template, replace);
        }
    }

    private void copyFile(Path file, Path destination, boolean template, Map<String, Template> replace)
            throws IOException {
        Files.createDirectories(destination.getParent());
        if (!template && replace.isEmpty()) {
            Files.copy(file, destination, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        Charset charset = charset(file);
        String text = replaced(Files.readString(file, charset), replace);
        String result = template ? expanded(Template.parse(text, file, 1), text) : text;
        Files.writeString(destination, result, charset);
    }

    /** UTF-8, or else one char for one byte: what is not replaced stays as it is, whatever its encoding. */
    private static Charset charset(Path file) throws IOException {
        try {
            Files.readString(file);
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException other) {
            return StandardCharsets.ISO_8859_1;
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

    /** All at once: what was put in is not replaced again. */
    private String replaced(String text, Map<String, Template> replace) {
        if (replace.isEmpty()) {
            return text;
        }
        Pattern any =
                Pattern.compile(replace.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|")));
        return any.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(expanded(replace.get(match.group()), text)));
    }

    /** A path may hold signs that are markup in XML: there, values are escaped. Other files have rules that are not known here. */
    private String expanded(Template template, String file) {
        return expansion.apply(
                template, file.stripLeading().startsWith("<") ? WorkFolder::escaped : value -> plain(value, template));
    }

    private static String plain(String value, Template template) {
        if (UNQUOTABLE.matcher(value).find()) {
            throw new Problem(
                    template.file() + ": cannot hold '" + value + "', since a quote, backslash or dollar sign in it"
                            + " may say something else there: move busbench and its runs to a folder without such a sign");
        }
        return value;
    }

    private static String escaped(String value) {
        return MARKUP.matcher(value)
                .replaceAll(sign -> "&#" + (int) sign.group().charAt(0) + ";");
    }
}
