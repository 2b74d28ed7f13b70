package org.busbench.harness.artifact;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.artifact.LockFile.LockedArtifact;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/** Works out which jars an adapter's Maven entries stand for, and writes that down. */
public final class ArtifactLock {
    private ArtifactLock() {}

    /**
     * Resolves the closure of all entries together, as one Maven project with these dependencies would, and writes the
     * lock beside the adapter.
     *
     * @return what was written
     * @throws Problem when the adapter has no Maven entries or they cannot be resolved
     */
    public static LockFile create(Adapter adapter, Consumer<String> progress) {
        List<ClassPathEntry.Maven> entries = Artifacts.entriesOf(adapter);
        if (entries.isEmpty()) {
            throw new Problem("adapter '" + adapter.name() + "' has no 'maven' entries: there is nothing to lock");
        }
        try (Repositories repositories = new Repositories(Artifacts.userHome(), new Downloads(progress))) {
            return create(adapter, entries, repositories);
        }
    }

    static LockFile create(Adapter adapter, List<ClassPathEntry.Maven> entries, Repositories repositories) {
        List<LockedArtifact> locked = new ArrayList<>();
        for (Artifact artifact : closure(adapter, entries, repositories)) {
            Coordinates coordinates = new Coordinates(
                    artifact.getGroupId(),
                    artifact.getArtifactId(),
                    artifact.getExtension(),
                    artifact.getClassifier(),
                    artifact.getVersion());
            String sha256 = Checksum.sha256(artifact.getFile().toPath());
            locked.add(new LockedArtifact(coordinates, sha256, 1 + entries.size() + locked.size() + 1));
        }
        LockFile lock = new LockFile(
                adapter.folder().resolve(LockFile.NAME),
                entries.stream().map(LockFile::entryOf).toList(),
                locked);
        lock.write();
        return lock;
    }

    private static List<Artifact> closure(
            Adapter adapter, List<ClassPathEntry.Maven> entries, Repositories repositories) {
        CollectRequest collect = new CollectRequest();
        collect.setRepositories(repositories.remotes());
        entries.forEach(entry -> collect.addDependency(dependency(entry)));
        DependencyRequest request =
                new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
        try {
            return repositories
                    .system()
                    .resolveDependencies(repositories.session(), request)
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .toList();
        } catch (DependencyResolutionException unresolved) {
            throw new ConfigProblem(
                    adapter.file(),
                    entries.get(0).line(),
                    "cannot resolve what this needs: " + reason(unresolved)
                            + "; exclude what is never loaded, or check the network and Maven's settings.xml",
                    unresolved);
        }
    }

    /** Which file was missing in the end: that is what has to be excluded, or another version of it named. */
    private static String reason(Throwable fault) {
        Throwable cause = fault;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String whole = Problem.brief(fault);
        String innermost = Problem.brief(cause);
        return whole.contains(innermost) ? whole : whole + " (" + innermost + ")";
    }

    private static Dependency dependency(ClassPathEntry.Maven entry) {
        List<Exclusion> exclusions = entry.exclusions().stream()
                .map(exclusion -> {
                    int colon = exclusion.indexOf(':');
                    return new Exclusion(exclusion.substring(0, colon), exclusion.substring(colon + 1), "*", "*");
                })
                .toList();
        return new Dependency(Artifacts.artifactOf(Coordinates.parse(entry.coordinates())), JavaScopes.COMPILE)
                .setExclusions(exclusions);
    }
}
