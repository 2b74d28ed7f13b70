package org.busbench.harness.artifact;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.YamlFile;

/**
 * {@code artifacts.lock}: the jars that an adapter's Maven entries stand for, in the order of the class path. A line is
 * {@code coordinates sha256}; lines {@code #: entry} repeat what {@code adapter.yaml} asked for, so that a lock which
 * belongs to other entries is noticed; other lines that begin with {@code #} are remarks.
 *
 * @param entries what was asked for
 */
public record LockFile(Path file, List<String> entries, List<LockedArtifact> artifacts) {
    /** Its name, beside {@code adapter.yaml}. */
    public static final String NAME = "artifacts.lock";

    private static final String ENTRY = "#: ";
    private static final Pattern LINE = Pattern.compile("(\\S+) ([0-9a-f]{64})");

    public LockFile {
        entries = List.copyOf(entries);
        artifacts = List.copyOf(artifacts);
    }

    /** An entry of {@code adapter.yaml} as the lock repeats it. */
    static String entryOf(ClassPathEntry.Maven maven) {
        StringBuilder entry = new StringBuilder(maven.coordinates());
        maven.exclusions().forEach(exclusion -> entry.append(" without ").append(exclusion));
        return entry.toString();
    }

    static LockFile read(Path file) {
        List<String> entries = new ArrayList<>();
        List<LockedArtifact> artifacts = new ArrayList<>();
        Map<Coordinates, Integer> lines = new HashMap<>();
        int number = 0;
        for (String line : YamlFile.textOf(file).lines().toList()) {
            number++;
            if (line.startsWith(ENTRY)) {
                entries.add(line.substring(ENTRY.length()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                LockedArtifact artifact = parse(file, number, line);
                Integer first = lines.putIfAbsent(artifact.coordinates(), number);
                if (first != null) {
                    throw new ConfigProblem(
                            file,
                            number,
                            artifact.coordinates() + " stands here twice (first in line " + first + "): remove one");
                }
                artifacts.add(artifact);
            }
        }
        return new LockFile(file, entries, artifacts);
    }

    private static LockedArtifact parse(Path file, int number, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new ConfigProblem(file, number, "'" + line + "' is not COORDINATES SHA256: lock the adapter again");
        }
        try {
            return new LockedArtifact(Coordinates.parse(matcher.group(1)), matcher.group(2), number);
        } catch (IllegalArgumentException malformed) {
            throw new ConfigProblem(file, number, malformed.getMessage() + ": lock the adapter again", malformed);
        }
    }

    void write() {
        StringBuilder text = new StringBuilder("# Written by 'busbench adapter lock'. Asked for:\n");
        entries.forEach(entry -> text.append(ENTRY).append(entry).append('\n'));
        artifacts.forEach(artifact -> text.append(artifact.coordinates())
                .append(' ')
                .append(artifact.sha256())
                .append('\n'));
        Problem.ifFails("cannot write " + file, () -> Files.writeString(file, text));
    }

    /**
     * A line of a lock.
     *
     * @param line in the file, counted from 1
     */
    public record LockedArtifact(Coordinates coordinates, String sha256, int line) {}
}
