package org.busbench.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;

/**
 * Versions of libraries that have an advisory. The file has a line for each: {@code group:artifact RANGE ADVISORY ADDRESS}, where the range is Maven's and the
 * artifact may end with {@code *}. A line {@code accept group:artifact:version ADVISORY REASON} lets one version pass all the same.
 */
record KnownVulnerabilities(List<Advisory> advisories, List<Accepted> accepted) {

    private static final Pattern ADVISORY =
            Pattern.compile("([\\w.-]+:[\\w.-]+\\*?)\\s+([\\[(]\\S*[\\])])\\s+(\\S+)\\s+(https://\\S+)");
    private static final Pattern ACCEPTED = Pattern.compile("accept\\s+(\\S+:\\S+:\\S+)\\s+(\\S+)\\s+(\\S.*)");

    KnownVulnerabilities {
        advisories = List.copyOf(advisories);
        accepted = List.copyOf(accepted);
    }

    record Advisory(String module, VersionRange versions, String id, String address) {

        private boolean isAbout(Library library) {
            boolean same = module.endsWith("*")
                    ? library.module().startsWith(module.substring(0, module.length() - 1))
                    : library.module().equals(module);
            return same && versions.containsVersion(new DefaultArtifactVersion(library.version()));
        }
    }

    /**
     * A version that is shipped although it has an advisory.
     *
     * @param library {@code group:artifact:version}
     * @param reason why the fault is out of reach here
     */
    record Accepted(String library, String advisory, String reason) {}

    static KnownVulnerabilities read(Path file) throws IOException {
        List<Advisory> advisories = new ArrayList<>();
        List<Accepted> accepted = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.strip();
            Matcher advisory = ADVISORY.matcher(text);
            Matcher accept = ACCEPTED.matcher(text);
            if (accept.matches()) {
                accepted.add(new Accepted(accept.group(1), accept.group(2), accept.group(3)));
            } else if (advisory.matches()) {
                advisories.add(new Advisory(
                        advisory.group(1),
                        range(advisory.group(2), file, number),
                        advisory.group(3),
                        advisory.group(4)));
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                throw new SupplyChainException(file + ":" + number
                        + ": write 'group:artifact RANGE ADVISORY https://ADDRESS' or 'accept group:artifact:version ADVISORY REASON', not '"
                        + text + "'");
            }
        }
        return new KnownVulnerabilities(advisories, accepted);
    }

    private static VersionRange range(String text, Path file, int line) {
        try {
            return VersionRange.createFromVersionSpec(text);
        } catch (InvalidVersionSpecificationException e) {
            throw new SupplyChainException(
                    file + ":" + line + ": '" + text + "' is no range of versions: " + e.getMessage());
        }
    }

    /** A line for each library that has an advisory and is not accepted. */
    List<String> faults(List<Library> libraries) {
        List<String> faults = new ArrayList<>();
        for (Library library : libraries) {
            for (Advisory advisory : advisories) {
                if (advisory.isAbout(library) && !isAccepted(library, advisory)) {
                    faults.add(library + " has " + advisory.id() + " (" + advisory.address()
                            + "): take a version outside of " + advisory.versions() + ", or exclude it");
                }
            }
        }
        return faults;
    }

    private boolean isAccepted(Library library, Advisory advisory) {
        return accepted.stream()
                .anyMatch(one -> one.library().equals(library.toString())
                        && one.advisory().equals(advisory.id()));
    }
}
