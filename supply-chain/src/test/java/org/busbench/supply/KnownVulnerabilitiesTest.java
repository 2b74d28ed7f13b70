package org.busbench.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of versions that must not be shipped. */
class KnownVulnerabilitiesTest {
    private static final Path LIST = Path.of("known-vulnerable.txt");

    @TempDir
    private Path folder;

    @Test
    void findsAVersionWithinTheRangeAndNamesItsAdvisory() throws IOException {
        List<String> faults =
                of("g:a (,1.5),[2.0,2.0.3) CVE-1 https://advisory/1").faults(List.of(library("a", "2.0.2")));

        assertThat(faults)
                .singleElement()
                .asString()
                .contains("g:a:2.0.2")
                .contains("CVE-1")
                .contains("https://advisory/1");
    }

    @Test
    void letsOtherVersionsAndLibrariesPass() throws IOException {
        KnownVulnerabilities known = of("g:a (,1.5),[2.0,2.0.3) CVE-1 https://advisory/1");

        assertThat(known.faults(List.of(library("a", "1.5"), library("a", "2.0.3"), library("ab", "1.0"))))
                .isEmpty();
    }

    @Test
    void aStarStandsForEveryArtifactThatBeginsSo() throws IOException {
        assertThat(of("g:batik-* (,1.17) CVE-1 https://advisory/1")
                        .faults(List.of(library("batik-css", "1.16"), library("bat", "1"))))
                .hasSize(1);
    }

    @Test
    void anAcceptedVersionPassesAndAnotherAdvisoryOnItDoesNot() throws IOException {
        KnownVulnerabilities known = of(
                "g:a [1,) CVE-1 https://advisory/1",
                "g:a [1,) CVE-2 https://advisory/2",
                "accept g:a:1.0 CVE-1 It is out of reach.");

        assertThat(known.faults(List.of(library("a", "1.0"))))
                .singleElement()
                .asString()
                .contains("CVE-2");
        assertThat(known.faults(List.of(library("a", "1.1")))).hasSize(2);
    }

    @Test
    void aLineThatIsNeitherIsRefusedWithItsNumber() {
        assertThatThrownBy(() -> of("# comment", "g:a 1.0 CVE-1 https://advisory/1"))
                .isInstanceOf(SupplyChainException.class)
                .hasMessageContaining(":2: write 'group:artifact RANGE ADVISORY");
        assertThatThrownBy(() -> of("g:a (1.0 CVE-1 https://advisory/1")).isInstanceOf(SupplyChainException.class);
        assertThatThrownBy(() -> of("accept g:a:1.0 CVE-1")).isInstanceOf(SupplyChainException.class);
    }

    @Test
    void noneOfWhatWasShippedOnceMayReturn() throws IOException {
        KnownVulnerabilities known = KnownVulnerabilities.read(LIST);
        for (String once : List.of(
                "c3p0:c3p0:0.9.1.1",
                "org.quartz-scheduler:quartz:2.2.0",
                "org.bouncycastle:bcprov-jdk15on:1.49",
                "commons-fileupload:commons-fileupload:1.3.3",
                "org.apache.httpcomponents:httpclient:4.5.3",
                "commons-io:commons-io:2.11.0",
                "org.apache.tomcat:tribes:6.0.53",
                "org.codehaus.plexus:plexus-utils:3.6.0",
                "org.apache.xmlgraphics:batik-dom:1.16",
                "com.thoughtworks.xstream:xstream:1.4.20",
                "org.apache.tika:tika-parsers:1.28.5",
                "org.apache.logging.log4j:log4j-core:2.22.1",
                "org.apache.commons:commons-fileupload2-core:2.0.0-M2",
                "org.apache.httpcomponents.client5:httpclient5:5.4.2")) {
            String[] parts = once.split(":", -1);
            assertThat(known.faults(List.of(new Library(parts[0], parts[1], parts[2], List.of(), ""))))
                    .as(once)
                    .isNotEmpty();
        }
    }

    @Test
    void everyAcceptedVersionHasAnAdvisoryInTheListAndItsReasonInTheDocument() throws IOException {
        KnownVulnerabilities known = KnownVulnerabilities.read(LIST);
        KnownVulnerabilities strict = new KnownVulnerabilities(known.advisories(), List.of());
        String document = Files.readString(Path.of("../docs/supply-chain.md"));
        assertThat(known.accepted()).isNotEmpty();
        for (KnownVulnerabilities.Accepted one : known.accepted()) {
            String[] parts = one.library().split(":", -1);
            assertThat(strict.faults(List.of(new Library(parts[0], parts[1], parts[2], List.of(), ""))))
                    .anyMatch(fault -> fault.contains(one.advisory()));
            assertThat(document).contains(parts[1] + " " + parts[2]).contains(one.advisory());
        }
    }

    private KnownVulnerabilities of(String... lines) throws IOException {
        return KnownVulnerabilities.read(Files.write(folder.resolve("list.txt"), List.of(lines)));
    }

    private static Library library(String name, String version) {
        return new Library("g", name, version, List.of(), "");
    }
}
