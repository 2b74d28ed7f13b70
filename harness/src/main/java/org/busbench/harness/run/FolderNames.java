package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in a record for the folders of whoever made it: {@code ${project}} for the checkout, {@code ~} for the home.
 * So a record can be shown to anybody, and reads the same wherever it was made.
 *
 * @param names by the folders that they stand for, inner ones first
 */
record FolderNames(Map<Pattern, String> names) {

    static FolderNames of(Path project, Path home) {
        Map<Pattern, String> names = new LinkedHashMap<>();
        boolean outside = !home.startsWith(project);
        put(names, outside ? project : home, outside ? "${project}" : "~");
        put(names, outside ? home : project, outside ? "~" : "${project}");
        return new FolderNames(names);
    }

    private static void put(Map<Pattern, String> names, Path folder, String name) {
        for (Path path : List.of(folder, real(folder))) {
            // The root would stand for everything.
            if (path.getNameCount() > 0) {
                names.put(Pattern.compile("(?<![\\w.-])" + Pattern.quote(path.toString()) + "(?![\\w.-])"), name);
            }
        }
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException gone) {
            return folder;
        }
    }

    /** A text with the names in it; null for null. */
    String in(String text) {
        String named = text;
        for (Map.Entry<Pattern, String> name : names.entrySet()) {
            named = named == null
                    ? null
                    : name.getKey().matcher(named).replaceAll(Matcher.quoteReplacement(name.getValue()));
        }
        return named;
    }

    /** Each text with the names in it; null for null. */
    List<String> in(List<String> texts) {
        return texts == null ? null : texts.stream().map(this::in).toList();
    }
}
