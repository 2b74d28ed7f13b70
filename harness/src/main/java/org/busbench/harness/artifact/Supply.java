package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.ClassPathEntry;
import org.busbench.harness.adapter.ProgramPath;

/**
 * Gets what adapters need that is not in their folders, and holds it to its checksums. Opened for as many adapters as are to
 * be looked at; any of its threads may ask, and waits for the network where it may be asked.
 */
public final class Supply implements AutoCloseable {

    private final Path home;
    private final ArtifactCache cache;
    private final Consumer<String> progress;
    private final boolean offline;
    private Repositories opened;

    private Supply(Path home, Consumer<String> progress, boolean offline) {
        this.home = home;
        this.cache = ArtifactCache.of(home);
        this.progress = progress;
        this.offline = offline;
    }

    /**
     * Gets what is not here yet.
     *
     * @param progress gets a line for each download
     * @return the supply, to be closed
     */
    public static Supply fetching(Consumer<String> progress) {
        return of(Artifacts.userHome(), progress, false);
    }

    /**
     * Looks at what is here alone.
     *
     * @return the supply, to be closed
     */
    public static Supply here() {
        return of(Artifacts.userHome(), line -> {}, true);
    }

    static Supply of(Path home, Consumer<String> progress, boolean offline) {
        return new Supply(home, progress, offline);
    }

    /**
     * Whether all that an adapter needs can be had.
     *
     * @param adapter which
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
     * @param adapter which
     * @return its jars, distributions and programs
     * @throws Unobtainable when one cannot be had or is not what is meant
     * @throws org.busbench.harness.text.ConfigProblem when the lock does not belong to the adapter's file
     */
    public Supplied artifacts(Adapter adapter) {
        List<ClassPathEntry.Maven> entries = Artifacts.entriesOf(adapter);
        return new Supplied(
                entries.isEmpty() ? List.of() : Artifacts.resolve(Artifacts.lockOf(adapter, entries), repositories()),
                adapter.archives().isEmpty() ? List.of() : Archives.resolve(adapter, repositories()),
                Programs.resolve(adapter, cache, ProgramPath.ofEnvironment(), progress, offline));
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
}
