package org.busbench.harness.artifact;

import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Archive;
import org.busbench.harness.text.Problem;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** Gets the distributions that an adapter unpacks, and holds each to the checksum in the adapter's file. */
final class Archives {
    private Archives() {}

    /**
     * Gets them, in the order of the adapter's files; what the local repository has is not asked for again. One that cannot
     * be had, or is not the one that the adapter means, is {@link Unobtainable}.
     */
    static List<ResolvedArtifact> resolve(Adapter adapter, Repositories repositories) {
        List<ResolvedArtifact> resolved = new ArrayList<>();
        for (Archive archive : adapter.archives()) {
            resolved.add(resolve(adapter, archive, repositories));
        }
        return List.copyOf(resolved);
    }

    private static ResolvedArtifact resolve(Adapter adapter, Archive archive, Repositories repositories) {
        Coordinates coordinates = Coordinates.parse(archive.coordinates());
        try {
            ArtifactRequest request =
                    new ArtifactRequest(Artifacts.artifactOf(coordinates), repositories.remotes(), null);
            var file = repositories
                    .system()
                    .resolveArtifact(repositories.session(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
            String sha256 = repositories.checksums().sha256(file);
            if (!sha256.equals(archive.sha256())) {
                throw Unobtainable.different(
                        adapter.file(),
                        archive.line(),
                        coordinates + " has SHA-256 " + sha256 + " where " + archive.sha256()
                                + " is stated: delete " + file + " to fetch it again, or state the new one if the"
                                + " change is meant");
            }
            return new ResolvedArtifact(coordinates, sha256, file);
        } catch (ArtifactResolutionException unresolved) {
            throw Unobtainable.absent(
                    adapter.file(),
                    archive.line(),
                    "cannot get " + coordinates + " (" + Problem.brief(unresolved)
                            + "): check the network and Maven's settings.xml",
                    unresolved);
        }
    }
}
