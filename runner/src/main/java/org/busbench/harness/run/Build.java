package org.busbench.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * This program's own build.
 *
 * @param version as in the jar; {@code unpackaged} when it runs from classes
 * @param commit revision of the sources, where an archive says it
 * @param built when, where an archive says it
 */
public record Build(String version, Optional<String> commit, Optional<String> built) {

    /** A file beside the folders of a released archive. No checkout has it. */
    static final String RELEASE_FILE = "release.properties";

    private static final String FACTS = "build.properties";

    /**
     * The build of a project.
     *
     * @throws IOException when the jar, or the archive's file, cannot be read
     */
    public static Build of(Path project) throws IOException {
        Properties release = new Properties();
        Path file = project.resolve(RELEASE_FILE);
        if (Files.isRegularFile(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                release.load(in);
            }
        }
        return new Build(
                packagedVersion(),
                Optional.ofNullable(release.getProperty("commit")).filter(commit -> !commit.isBlank()),
                Optional.ofNullable(release.getProperty("built")));
    }

    private static String packagedVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Build.class.getResourceAsStream(FACTS)) {
            if (in == null) {
                return "unpackaged";
            }
            build.load(in);
        }
        return build.getProperty("version");
    }

    @Override
    public String toString() {
        StringBuilder facts = new StringBuilder(version);
        commit.ifPresent(revision -> facts.append(", commit ").append(revision));
        built.ifPresent(time -> facts.append(", built ").append(time));
        return facts.toString();
    }
}
