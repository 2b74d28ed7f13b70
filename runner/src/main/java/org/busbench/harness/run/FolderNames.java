package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands in a record for the folders of the machine that made it: {@code ${project}} for the checkout, {@code ~} for the home.
 * So a record tells nothing private, and reads the same wherever it was made.
 */
record FolderNames(Map<Pattern, String> names) {

    static FolderNames of(Path project, Path home) {
        Map<Path, String> folders = new HashMap<>();
        for (Map.Entry<Path, String> name : List.of(Map.entry(home, "~"), Map.entry(project, "${project}"))) {
            folders.put(name.getKey(), name.getValue());
            folders.put(real(name.getKey()), name.getValue());
        }
        // The root would stand for everything.
        folders.keySet().removeIf(folder -> folder.getNameCount() == 0);
        Map<Pattern, String> names = new LinkedHashMap<>();
        folders.entrySet().stream()
                .sorted(Comparator.comparing(folder -> -folder.getKey().getNameCount()))
                .forEach(folder -> names.put(whole(folder.getKey()), folder.getValue()));
        return new FolderNames(names);
    }

    /** The folder, and not another whose path begins or ends like its own. */
    private static Pattern whole(Path folder) {
        return Pattern.compile("(?<![\\w.-])" + Pattern.quote(folder.toString()) + "(?![\\w.-])");
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
