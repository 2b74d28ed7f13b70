package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code SHA256SUMS} of a trial's folder: which files it must hold, and with which content. */
final class Manifest {

    static final String NAME = "SHA256SUMS";

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
        if (!Sha256.of(manifest).equals(evidence.manifestSha256())) {
            problems.at(folder + "/" + NAME, "was edited: its SHA-256 is not the one in %s", line);
        }
        Map<String, String> sums = read(manifest, folder, problems);
        Set<String> found = files(directory.resolve(folder));
        for (Map.Entry<String, String> sum : sums.entrySet()) {
            if (!found.remove(sum.getKey())) {
                problems.at(folder + "/" + sum.getKey(), "is missing, but %s names it", NAME);
            } else if (!Sha256.of(directory.resolve(folder).resolve(sum.getKey()))
                    .equals(sum.getValue())) {
                problems.at(folder + "/" + sum.getKey(), "was edited: its SHA-256 is not the one in %s", NAME);
            }
        }
        found.forEach(file -> problems.at(folder + "/" + file, "was added: %s does not name it", NAME));
    }

    private static Map<String, String> read(Path manifest, String folder, Problems problems) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        List<String> lines = Files.readAllLines(manifest);
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = LINE.matcher(lines.get(i));
            if (!matcher.matches()
                    || matcher.group(2).startsWith("/")
                    || matcher.group(2).contains("..")) {
                problems.line(folder + "/" + NAME, i + 1).says("is no line of sha256sum: '%s'", lines.get(i));
            } else if (sums.put(matcher.group(2), matcher.group(1)) != null) {
                problems.line(folder + "/" + NAME, i + 1).says("names %s twice", matcher.group(2));
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
