package org.busbench.harness.artifact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names an artifact as Maven does.
 *
 * @param type its type, usually {@code jar}
 * @param classifier empty when it has none
 */
public record Coordinates(String group, String artifact, String type, String classifier, String version) {
    private static final Pattern FORM =
            Pattern.compile("([^:\\s]+):([^:\\s]+)(?::([^:\\s]+)(?::([^:\\s]+))?)?:([^:\\s]+)");
    private static final String JAR = "jar";

    /**
     * Reads {@code group:artifact[:type[:classifier]]:version}.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static Coordinates parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not group:artifact[:type[:classifier]]:version");
        }
        return new Coordinates(
                matcher.group(1),
                matcher.group(2),
                matcher.group(3) == null ? JAR : matcher.group(3),
                matcher.group(4) == null ? "" : matcher.group(4),
                matcher.group(5));
    }

    /** Where Maven's repository layout puts its file, below the root of a repository. */
    public String layout() {
        return group.replace('.', '/') + "/" + artifact + "/" + version + "/" + artifact + "-" + version
                + (classifier.isEmpty() ? "" : "-" + classifier) + "." + type;
    }

    @Override
    public String toString() {
        String kind = classifier.isEmpty() ? (type.equals(JAR) ? "" : ":" + type) : ":" + type + ":" + classifier;
        return group + ":" + artifact + kind + ":" + version;
    }
}
