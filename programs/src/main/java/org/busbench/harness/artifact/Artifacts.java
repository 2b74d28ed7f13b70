package org.busbench.harness.artifact;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.artifact.LockFile.LockedArtifact;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;

/** Gets exactly the jars that an adapter's lock names. */
public final class Artifacts {
    private Artifacts() {}

    /**
     * Makes sure that the lock belongs to what the adapter's file asks for; downloads nothing.
     *
     * @throws ConfigProblem when it is missing or belongs to other entries
     */
    public static void checkLock(Adapter adapter) {
        List<ClassPathEntry.Maven> entries = entriesOf(adapter);
        if (!entries.isEmpty()) {
            lockOf(adapter, entries);
        }
    }

    static Path userHome() {
        return Path.of(System.getProperty("user.home"));
    }

    static List<ClassPathEntry.Maven> entriesOf(Adapter adapter) {
        return adapter.program() instanceof AdapterProgram.Java java ? java.maven() : List.of();
    }

    /** The lock beside the adapter, which must belong to these entries. */
    static LockFile lockOf(Adapter adapter, List<ClassPathEntry.Maven> entries) {
        Path file = adapter.folder().resolve(LockFile.NAME);
        String remedy = ": run 'busbench adapter lock " + adapter.name() + "'";
        if (!Files.exists(file)) {
            throw new ConfigProblem(
                    adapter.file(), entries.get(0).line(), "there is no " + LockFile.NAME + " for this" + remedy);
        }
        LockFile lock = LockFile.read(file);
        for (ClassPathEntry.Maven entry : entries) {
            if (!lock.entries().contains(LockFile.entryOf(entry))) {
                throw new ConfigProblem(
                        adapter.file(),
                        entry.line(),
                        LockFile.NAME + " was made without '" + LockFile.entryOf(entry) + "'" + remedy);
            }
        }
        if (lock.entries().size() != entries.size()) {
            throw new ConfigProblem(file, 1, "made for more entries than " + Adapter.FILE_NAME + " has now" + remedy);
        }
        return lock;
    }

    /**
     * Gets the jars, in the order of the class path; what the local repository has is not asked for again, so this works
     * offline once it has worked. One that cannot be had, or is not the one that was locked, is {@link Unobtainable}.
     *
     * @param read whether each is read, and held to its checksum
     */
    static List<ResolvedArtifact> resolve(LockFile lock, Repositories repositories, boolean read) {
        List<ArtifactRequest> requests = lock.artifacts().stream()
                .map(locked -> new ArtifactRequest(artifactOf(locked.coordinates()), repositories.remotes(), null))
                .toList();
        List<ArtifactResult> results = results(requests, repositories);
        List<ResolvedArtifact> resolved = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            LockedArtifact locked = lock.artifacts().get(i);
            ArtifactResult result = results.get(i);
            if (!result.isResolved()) {
                throw missing(lock, locked, result);
            }
            Path file = result.getArtifact().getFile().toPath();
            if (read) {
                requireLocked(lock, locked, file);
            }
            resolved.add(new ResolvedArtifact(locked.coordinates(), locked.sha256(), file));
        }
        return List.copyOf(resolved);
    }

    private static List<ArtifactResult> results(List<ArtifactRequest> requests, Repositories repositories) {
        try {
            return repositories.system().resolveArtifacts(repositories.session(), requests);
        } catch (ArtifactResolutionException incomplete) {
            // Holds a result for each request; which one failed is said line by line.
            return incomplete.getResults();
        }
    }

    private static Unobtainable missing(LockFile lock, LockedArtifact locked, ArtifactResult result) {
        String why = result.getExceptions().isEmpty()
                ? "no repository has it"
                : Problem.brief(
                        result.getExceptions().get(result.getExceptions().size() - 1));
        return Unobtainable.absent(
                lock.file(),
                locked.line(),
                "cannot get " + locked.coordinates() + " (" + why
                        + "): check the network and Maven's settings.xml, or try 'mvn dependency:get -Dartifact="
                        + locked.coordinates() + "'",
                null);
    }

    private static void requireLocked(LockFile lock, LockedArtifact locked, Path file) {
        String sha256 = Checksum.sha256(file);
        if (!sha256.equals(locked.sha256())) {
            throw Unobtainable.different(
                    lock.file(),
                    locked.line(),
                    locked.coordinates() + " has SHA-256 " + sha256 + " where " + locked.sha256()
                            + " was locked: delete " + file + " to fetch it again, or lock the adapter again if the"
                            + " change is meant");
        }
    }

    static Artifact artifactOf(Coordinates coordinates) {
        return new DefaultArtifact(
                coordinates.group(),
                coordinates.artifact(),
                coordinates.classifier(),
                coordinates.type(),
                coordinates.version());
    }

    /** A jar that is here and is the one that the lock means. */
    public record ResolvedArtifact(Coordinates coordinates, String sha256, Path file) {}
}
