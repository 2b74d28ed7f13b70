package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.ClassPathEntry;

/**
 * Whether all that an adapter downloads can be had. Called by commands on their own thread; reads each file once to hold
 * it to its checksum, and waits for the network where it may ask it.
 */
public final class Supply {
    private Supply() {}

    /**
     * Gets what is not here yet.
     *
     * @param progress gets a line for each download
     * @return what cannot be had or is not what is meant; empty when all is here
     * @throws org.busbench.harness.text.ConfigProblem when the lock does not belong to the adapter's file
     */
    public static Optional<Unobtainable> shortage(Adapter adapter, Consumer<String> progress) {
        return shortage(adapter, Artifacts.userHome(), progress, false);
    }

    /**
     * Looks at the local repository alone.
     *
     * @return the first thing that is not here or is not what is meant; empty when all is here
     * @throws org.busbench.harness.text.ConfigProblem when the lock does not belong to the adapter's file
     */
    public static Optional<Unobtainable> shortageHere(Adapter adapter) {
        return shortage(adapter, Artifacts.userHome(), line -> {}, true);
    }

    static Optional<Unobtainable> shortage(Adapter adapter, Path home, Consumer<String> progress, boolean offline) {
        List<ClassPathEntry.Maven> entries = Artifacts.entriesOf(adapter);
        if (entries.isEmpty() && adapter.archives().isEmpty()) {
            return Optional.empty();
        }
        try (Repositories repositories = new Repositories(home, new Downloads(progress), offline)) {
            if (!entries.isEmpty()) {
                Artifacts.resolve(Artifacts.lockOf(adapter, entries), repositories);
            }
            Archives.resolve(adapter, repositories);
            return Optional.empty();
        } catch (Unobtainable missing) {
            return Optional.of(missing);
        }
    }
}
