package org.busbench.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.TextFile;

/**
 * What the maker of an adapter has to say against verdicts: {@code objections.md}, in which each section of the second
 * level ({@code ##}) is headed by the id of a case. Text before the first one is of no case.
 *
 * @param sections in the order of the file
 */
public record Objections(List<Section> sections) {

    /** The file's name in the folder of an adapter, and in that of its evidence. */
    public static final String FILE = "objections.md";

    private static final Pattern HEADING = Pattern.compile("##\\s+`?(.*?)`?\\s*");

    /**
     * The objection to one verdict.
     *
     * @param line of the heading, from 1
     * @param text as it was written, without the heading
     */
    public record Section(String caseId, int line, String text) {}

    public Objections {
        sections = List.copyOf(sections);
    }

    /**
     * Reads a file.
     *
     * @return what it says; no sections when there is no such file
     * @throws RunProblem with one line for people: it cannot be read, a section has no text, or a case has two
     */
    public static Objections read(Path file) {
        if (!Files.exists(file)) {
            return new Objections(List.of());
        }
        List<String> lines;
        try {
            lines = TextFile.read(file).lines().toList();
        } catch (IOException e) {
            throw new RunProblem(file + ": cannot be read: " + e, e);
        }
        List<Section> sections = new ArrayList<>();
        int last = -1;
        for (int i = 0; i <= lines.size(); i++) {
            boolean heading = i < lines.size() && HEADING.matcher(lines.get(i)).matches();
            if (last >= 0 && (heading || i == lines.size())) {
                add(file, sections, lines, last, i);
            }
            last = heading ? i : last;
        }
        return new Objections(sections);
    }

    private static void add(Path file, List<Section> sections, List<String> lines, int heading, int end) {
        Matcher matcher = HEADING.matcher(lines.get(heading));
        String id = matcher.matches() ? matcher.group(1) : "";
        String text = String.join("\n", lines.subList(heading + 1, end)).strip();
        String place = file + ":" + (heading + 1) + ": ";
        if (text.isEmpty()) {
            throw new RunProblem(place + "the section '" + id + "' is empty: write the objection below its heading");
        }
        if (sections.stream().anyMatch(section -> section.caseId.equals(id))) {
            throw new RunProblem(place + "a second section for case '" + id + "': put both into one");
        }
        sections.add(new Section(id, heading + 1, text));
    }

    /** The objection to the verdict on a case; empty when there is none. */
    public String of(String caseId) {
        return sections.stream()
                .filter(section -> section.caseId.equals(caseId))
                .map(Section::text)
                .findFirst()
                .orElse("");
    }
}
