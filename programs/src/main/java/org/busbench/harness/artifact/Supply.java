package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.WorkFile.Archive;
import org.busbench.harness.artifact.Artifacts.ResolvedArtifact;
import org.busbench.harness.artifact.Programs.ResolvedProgram;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.Problem;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Gets what adapters need that is not in their folders, and holds what it gets to its checksums. Opened for as many adapters as are to
 * be looked at; any of its threads may ask, and waits for the network where it may be asked.
 */
public final class Supply implements AutoCloseable {

    private final Path home;
    private final ArtifactCache cache;
    private final Consumer<String> progress;
    private final boolean offline;
    private Repositories opened;

    Supply(Path home, ArtifactCache cache, Consumer<String> progress, boolean offline) {
        this.home = home;
        this.cache = cache;
        this.progress = progress;
        this.offline = offline;
    }

    /** Gets what is not here yet. */
    public static Supply fetching(Consumer<String> progress) {
        return new Supply(Artifacts.userHome(), ArtifactCache.ofUser(), progress, false);
    }

    /** Looks whether it is here, and reads no jar and no archive: who starts an adapter, or prefetches it, holds them to their checksums. */
    public static Supply here() {
        return new Supply(Artifacts.userHome(), ArtifactCache.ofUser(), line -> {}, true);
    }

    /**
     * Whether all that an adapter needs can be had.
     *
     * @return the first thing that cannot be had or is not what is meant; empty when all is here now
     * @throws org.busbench.harness.text.ConfigProblem when the lock does not belong to the adapter's file
     */
    public Optional<Unobtainable> shortage(Adapter adapter) {
        try {
            artifacts(adapter);
            return Optional.empty();
        } catch (Unobtainable missing) {
            return Optional.of(missing);
        }
    }

    /**
     * Gets all that an adapter needs.
     *
     * @throws Unobtainable when one cannot be had or is not what is meant
     * @throws org.busbench.harness.text.ConfigProblem when the lock does not belong to the adapter's file
     */
    public Supplied artifacts(Adapter adapter) {
        List<ClassPathEntry.Maven> entries = Artifacts.entriesOf(adapter);
        return new Supplied(
                entries.isEmpty()
                        ? List.of()
                        : Artifacts.resolve(Artifacts.lockOf(adapter, entries), repositories(), !offline),
                archives(adapter),
                Programs.resolve(adapter, cache, ProgramPath.ofEnvironment(), progress, offline));
    }

    /**
     * Gets the jars that a lock names, and always holds them to its checksums.
     *
     * @param lock a file as {@code busbench adapter lock} writes it
     * @throws Unobtainable when one cannot be had or is not what is meant
     */
    public List<ResolvedArtifact> locked(Path lock) {
        return Artifacts.resolve(LockFile.read(lock), repositories(), true);
    }

    /** In the order of the adapter's files. */
    private List<ResolvedArchive> archives(Adapter adapter) {
        PublishedFiles published = new PublishedFiles(cache, progress, offline);
        List<ResolvedArchive> resolved = new ArrayList<>();
        for (Archive archive : adapter.archives()) {
            if (archive instanceof Archive.Published elsewhere) {
                Path file = published.file(adapter, elsewhere.download());
                resolved.add(new ResolvedArchive(
                        elsewhere.download().toString(), published.sha256(adapter, elsewhere.download()), file));
            } else {
                resolved.add(resolve(adapter, (Archive.Artifact) archive));
            }
        }
        return resolved;
    }

    /** Opened when the first adapter needs it: not every user has Maven settings that can be read. */
    private synchronized Repositories repositories() {
        if (opened == null) {
            opened = new Repositories(home, new Downloads(progress), offline);
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        if (opened != null) {
            opened.close();
        }
    }

    /** Gets a distribution that an adapter unpacks from Maven's repositories, and holds it to the checksum in the adapter's file. */
    private ResolvedArchive resolve(Adapter adapter, Archive.Artifact archive) {
        Coordinates coordinates = Coordinates.parse(archive.coordinates());
        try {
            ArtifactRequest request = new ArtifactRequest(
                    Artifacts.artifactOf(coordinates), repositories().remotes(), null);
            var file = repositories()
                    .system()
                    .resolveArtifact(repositories().session(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
            if (!offline && !Checksum.sha256(file).equals(archive.sha256())) {
                throw Unobtainable.different(
                        adapter.file(),
                        archive.line(),
                        coordinates + " has SHA-256 " + Checksum.sha256(file) + " where " + archive.sha256()
                                + " is stated: delete " + file + " to fetch it again, or state the new one if the"
                                + " change is meant");
            }
            return new ResolvedArchive(coordinates.toString(), archive.sha256(), file);
        } catch (ArtifactResolutionException unresolved) {
            throw Unobtainable.absent(
                    adapter.file(),
                    archive.line(),
                    "cannot get " + coordinates + " (" + Problem.brief(unresolved)
                            + "): check the network and Maven's settings.xml",
                    unresolved);
        }
    }

    /**
     * A distribution that is here and is the one that is meant.
     *
     * @param origin its coordinates, or the URL that it is published at
     */
    public record ResolvedArchive(String origin, String sha256, Path file) {}

    /**
     * All that an adapter needs and that is not in its folder, here and checked.
     *
     * @param jars of its class path, in the order of its lock
     * @param archives what it unpacks or stores, in the order of its files
     */
    public record Supplied(
            List<ResolvedArtifact> jars, List<ResolvedArchive> archives, List<ResolvedProgram> programs) {

        public Supplied {
            jars = List.copyOf(jars);
            archives = List.copyOf(archives);
            programs = List.copyOf(programs);
        }

        /** How many files were checked. */
        public int count() {
            return jars.size() + archives.size() + programs.size();
        }

        /** SHA-256 in hex of each, by coordinates or origin, for the record of a run. */
        public Map<String, String> checksums() {
            Map<String, String> checksums = new LinkedHashMap<>();
            jars.forEach(jar -> checksums.put(jar.coordinates().toString(), jar.sha256()));
            archives.forEach(archive -> checksums.put(archive.origin(), archive.sha256()));
            programs.forEach(program -> checksums.put(program.origin(), program.sha256()));
            return checksums;
        }

        public Map<Archive, Path> archiveFiles(Adapter adapter) {
            Map<Archive, Path> files = new LinkedHashMap<>();
            for (int i = 0; i < archives.size(); i++) {
                files.put(adapter.archives().get(i), archives.get(i).file());
            }
            return files;
        }

        public Map<String, Path> programFiles() {
            Map<String, Path> files = new LinkedHashMap<>();
            programs.forEach(program -> files.put(program.name(), program.file()));
            return files;
        }
    }
}
