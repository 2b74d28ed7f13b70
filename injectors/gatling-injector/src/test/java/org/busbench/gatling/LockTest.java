package org.busbench.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.junit.jupiter.api.Test;

/**
 * The lock from which a run fetches Gatling names what this module was compiled and tested with. After a change of a version
 * in the pom it is written again by {@code mvn -pl injectors/gatling-injector test -Dtest=LockTest -Dbusbench.lock=write}.
 */
class LockTest {
    private static final Path LOCK = Path.of("artifacts.lock");
    private static final Path REPOSITORY = Path.of(System.getProperty("busbench.repository"));
    private static final List<String> LICENSED_OTHERWISE = List.of("highcharts", "gatling-enterprise", "gatling-mqtt");

    @Test
    void theLockNamesWhatTheProgramIsBuiltWith() throws IOException {
        List<String> lines = new ArrayList<>(
                List.of(
                        "# Written by the test of the lock in this module. A run fetches these, and holds them to their checksums."));
        for (String jar :
                Files.readString(Path.of("target/others.classpath")).strip().split(File.pathSeparator, -1)) {
            lines.add(line(Path.of(jar)));
        }
        if ("write".equals(System.getProperty("busbench.lock"))) {
            Files.write(LOCK, lines);
        }
        assertThat(Files.readAllLines(LOCK)).isEqualTo(lines);
    }

    @Test
    void nothingInTheLockIsOfThePartsOfGatlingThatHaveAnotherLicence() throws IOException {
        try (Stream<String> lines = Files.lines(LOCK)) {
            assertThat(lines).noneMatch(line -> LICENSED_OTHERWISE.stream().anyMatch(line::contains));
        }
    }

    /** Group, artifact, version and classifier as the layout of a Maven repository tells them. */
    private static String line(Path jar) throws IOException {
        Path version = jar.getParent();
        Path artifact = version.getParent();
        String group = REPOSITORY
                .toAbsolutePath()
                .relativize(artifact.getParent())
                .toString()
                .replace(File.separatorChar, '.');
        String name = jar.getFileName().toString().replaceAll("\\.jar$", "");
        String classifier = name.substring((artifact.getFileName() + "-" + version.getFileName()).length());
        return group + ":" + artifact.getFileName() + ":"
                + (classifier.isEmpty() ? "" : "jar:" + classifier.substring(1) + ":") + version.getFileName() + " "
                + Sha256.of(jar);
    }
}
