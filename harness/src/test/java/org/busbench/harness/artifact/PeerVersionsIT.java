package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.run.MutantProject;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.version.Version;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints which adapters are behind what their repository has: a list to read, since a newer version is a choice. */
@Tag("nightly")
class PeerVersionsIT {

    @Test
    void eachPeersVersionIsThereAndThoseThatAreBehindAreListed() throws VersionRangeResolutionException {
        Map<String, String> adapters = new TreeMap<>();
        AdapterCatalog catalog =
                new AdapterCatalog(MutantProject.CHECKOUT.resolve("configs/adapters"), MutantProject.CHECKOUT);
        for (Adapter adapter : catalog.all(leftOut -> {})) {
            if (adapter.program() instanceof AdapterProgram.Java java
                    && !java.maven().isEmpty()) {
                adapters.merge(java.maven().get(0).coordinates(), adapter.name(), (one, other) -> one + ", " + other);
            }
        }
        try (Repositories repositories = new Repositories(Artifacts.userHome(), new Downloads(line -> {}))) {
            for (Map.Entry<String, String> peer : adapters.entrySet()) {
                Artifact artifact = Artifacts.artifactOf(Coordinates.parse(peer.getKey()));
                List<String> there = repositories
                        .system()
                        .resolveVersionRange(
                                repositories.session(),
                                new VersionRangeRequest(
                                        artifact.setVersion("[" + artifact.getVersion() + ",)"),
                                        repositories.remotes(),
                                        null))
                        .getVersions()
                        .stream()
                        .map(Version::toString)
                        .filter(version -> !version.matches("(?i).*[.-](alpha|beta|cr|rc|m)-?[0-9]*"))
                        .toList();
                assumeThat(there)
                        .as("versions of %s; there is no network?", peer)
                        .isNotEmpty();
                assertThat(there).as(peer.getValue()).contains(artifact.getVersion());
                String newest = there.get(there.size() - 1);
                if (!newest.equals(artifact.getVersion())) {
                    System.out.println(peer.getKey() + " (" + peer.getValue() + "): there is " + newest);
                }
            }
        }
    }
}
