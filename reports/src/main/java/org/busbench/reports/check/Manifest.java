package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.record.EvidenceFolder;

/** {@code SHA256SUMS} of a trial's folder, or of a whole run: which files it must hold, and with which content. */
public final class Manifest {

    static final String NAME = "SHA256SUMS";

    private static final String LOGS = "logs/";

    /** Folders from which no figure follows, and which are not handed on: logs, programs and files of others, the run's own keys. */
    private static final List<String> LEFT_OUT = List.of(LOGS, "work/", "tls/");

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](.+)");

    private Manifest() {}

    /** Compares a folder of the run directory with its manifest, and that with the line of the record that names it. */
    static void check(Path directory, EvidenceFolder evidence, Problems.Line line, Problems problems)
            throws IOException {
        String folder = evidence.path();
        Path manifest = directory.resolve(folder).resolve(NAME);
        if (!Files.isRegularFile(manifest)) {
            problems.at(folder + "/" + NAME, "is missing, but %s names the folder", line);
            return;
        }
        problems.edited(folder + "/" + NAME, evidence.manifestSha256(), line);
        Map<String, String> sums = read(manifest, folder + "/" + NAME, problems);
        Set<String> found = files(directory.resolve(folder));
        for (Map.Entry<String, String> sum : sums.entrySet()) {
            if (!found.remove(sum.getKey())) {
                problems.at(folder + "/" + sum.getKey(), "is missing, but %s names it", NAME);
            } else {
                problems.edited(folder + "/" + sum.getKey(), sum.getValue(), NAME);
            }
        }
        found.forEach(file -> problems.at(folder + "/" + file, "was added: %s does not name it", NAME));
    }

    /**
     * Compares the files of a run that no other manifest names with the manifest of the run. Logs, work folders and keys may be missing, from which no
     * figure follows, and files may have been added, as an export.
     *
     * @return false when the run has none
     */
    static boolean checkRun(Path directory, Problems problems) throws IOException {
        if (!Files.isRegularFile(directory.resolve(NAME))) {
            return false;
        }
        Map<String, String> sums = read(directory.resolve(NAME), NAME, problems);
        Path logs = directory.resolve(LOGS);
        for (String log : Files.isDirectory(logs) ? files(logs) : Set.<String>of()) {
            if (!sums.containsKey(LOGS + log)) {
                problems.at(LOGS + log, "was added: %s does not name it", NAME);
            }
        }
        for (Map.Entry<String, String> sum : sums.entrySet()) {
            problems.compare();
            if (Files.isRegularFile(directory.resolve(sum.getKey()))) {
                problems.edited(sum.getKey(), sum.getValue(), NAME);
            } else if (LEFT_OUT.stream().noneMatch(sum.getKey()::startsWith)) {
                problems.at(sum.getKey(), "is missing, but %s names it", NAME);
            }
        }
        return true;
    }

    /** Names files that were drawn anew in the manifest of their run; does nothing where the run has none. */
    public static void drawn(Path directory, List<Path> files) throws IOException {
        Path manifest = directory.resolve(NAME);
        if (!Files.isRegularFile(manifest)) {
            return;
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(manifest));
        for (Path file : files) {
            String name = directory.relativize(file).toString();
            lines.removeIf(line -> line.endsWith("  " + name));
            lines.add(Sha256.of(file) + "  " + name);
        }
        Files.writeString(manifest, String.join("\n", lines) + "\n");
    }

    private static Map<String, String> read(Path manifest, String name, Problems problems) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        List<String> lines = Files.readAllLines(manifest);
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = LINE.matcher(lines.get(i));
            if (!matcher.matches()
                    || matcher.group(2).startsWith("/")
                    || matcher.group(2).contains("..")) {
                problems.line(name, i + 1).says("is no line of sha256sum: '%s'", lines.get(i));
            } else if (sums.put(matcher.group(2), matcher.group(1)) != null) {
                problems.line(name, i + 1).says("names %s twice", matcher.group(2));
            }
        }
        return sums;
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            Set<String> names = new TreeSet<>();
            all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.equals(NAME))
                    .forEach(names::add);
            return names;
        }
    }
}
