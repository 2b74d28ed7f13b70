package org.busbench.harness.artifact;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.ProgramSource;
import org.busbench.harness.text.Problem;

/** Gets the programs that an adapter starts by name: from the system, from what is kept, or anew. */
final class Programs {
    private Programs() {}

    /** Gets them, in the order of the adapter's file. One that cannot be had, or is not what was kept, is {@link Unobtainable}. */
    static List<ResolvedProgram> resolve(
            Adapter adapter, ArtifactCache cache, ProgramPath path, Consumer<String> progress, boolean offline) {
        List<ResolvedProgram> resolved = new ArrayList<>();
        for (ProgramSource source : adapter.programs()) {
            Supplier supplier = source instanceof ProgramSource.Debian debian
                    ? new DebianPackage(debian, cache, path)
                    : new GoProgram((ProgramSource.GoModule) source, cache, path);
            resolved.add(resolve(adapter, source, supplier, progress, offline));
        }
        return List.copyOf(resolved);
    }

    private static ResolvedProgram resolve(
            Adapter adapter, ProgramSource source, Supplier supplier, Consumer<String> progress, boolean offline) {
        try {
            Optional<ResolvedProgram> here = supplier.here();
            if (here.isPresent()) {
                return here.get();
            }
            Optional<String> obstacle = supplier.obstacle();
            if (obstacle.isPresent()) {
                throw Unobtainable.beyondReach(
                        adapter.file(), source.line(), "cannot get " + source + ": " + obstacle.get());
            }
            if (offline) {
                throw Unobtainable.absent(adapter.file(), source.line(), source + " is not here yet", null);
            }
            progress.accept("fetching " + source);
            return supplier.fetched();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw Unobtainable.absent(
                    adapter.file(), source.line(), "interrupted while " + source + " was fetched", interrupted);
        } catch (KeptProgram.Changed changed) {
            throw Unobtainable.different(adapter.file(), source.line(), changed.getMessage());
        } catch (IOException failed) {
            throw Unobtainable.absent(
                    adapter.file(), source.line(), "cannot get " + source + ": " + Problem.brief(failed), failed);
        }
    }

    /** One way to a program. Used by one thread; blocks while it fetches. */
    interface Supplier {
        /** The program, where it is here already. */
        Optional<ResolvedProgram> here() throws IOException, InterruptedException;

        /** Why it cannot be fetched on this machine at all; empty when that can be tried. */
        Optional<String> obstacle();

        /** The program, fetched now. */
        ResolvedProgram fetched() throws IOException, InterruptedException;
    }
}
