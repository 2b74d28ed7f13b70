package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Case;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;

/**
 * Tortures several adapters. Most cases mostly wait, for a silence or for a limit: adapters get these side by side, each from a
 * client and a backend of its own. What needs the machine for itself, many clients at once, then follows for one adapter after
 * the other. An adapter that cannot go on stands in no other's way. For the run's thread.
 */
public final class TortureField {
    /** How many adapters are tortured at the same time unless told otherwise: two CPUs are about busy then. */
    public static final int USUAL = 6;

    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    private final List<Adapter> adapters;
    private final BiFunction<Adapter, Backends, TortureRun> runs;
    private final Consumer<String> notes;
    private final BlockingQueue<Backends> places = new LinkedBlockingQueue<>();
    private final Backends first;
    private final Map<String, Progress> progress = new LinkedHashMap<>();

    /**
     * Of adapters that can be had here.
     *
     * @param first backends of the first place; those of the other places have the ports after theirs
     * @param sideBySide places
     * @param runs makes the run of an adapter with the backends of a place
     */
    public TortureField(
            List<Adapter> adapters,
            Backends first,
            int sideBySide,
            BiFunction<Adapter, Backends, TortureRun> runs,
            Consumer<String> notes) {
        this.adapters = List.copyOf(adapters);
        this.first = first;
        this.runs = runs;
        this.notes = notes;
        for (int place = 0; place < sideBySide; place++) {
            places.add(first.further(place));
        }
        adapters.forEach(adapter -> progress.put(adapter.name(), new Progress()));
    }

    /** How far an adapter came. One thread at a time has it. */
    private static final class Progress {
        private List<Case> alone = List.of();
        private long nanos;
        private String fault;
    }

    /** A part of what an adapter gets. */
    private interface Part {
        void play() throws IOException, InterruptedException;
    }

    /**
     * Tortures them.
     *
     * @param folder the run directory
     * @return how each fared, in order
     * @throws IOException when the record cannot be written
     * @throws InterruptedException when this thread was interrupted; nothing is left of any then
     */
    public Map<Adapter, Tortured> torture(Path folder) throws IOException, InterruptedException {
        sideBySide();
        for (Adapter adapter : adapters) {
            Progress own = progress.get(adapter.name());
            if (own.fault == null && !own.alone.isEmpty()) {
                part(adapter, () -> runs.apply(adapter, first).of(adapter, own.alone));
            }
        }
        Map<Adapter, Tortured> fared = new LinkedHashMap<>();
        for (Adapter adapter : adapters) {
            Progress own = progress.get(adapter.name());
            fared.put(
                    adapter,
                    TortureRun.fared(
                            adapter,
                            own.fault == null ? Outcome.COMPLETE : Outcome.BROKEN_OFF,
                            own.fault,
                            Duration.ofNanos(own.nanos),
                            folder));
        }
        return fared;
    }

    private void sideBySide() throws IOException, InterruptedException {
        for (Adapter adapter : adapters) {
            if (knowsItsBackends(adapter)) {
                part(adapter, () -> besideOthers(adapter, first));
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(places.size());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (Adapter adapter : adapters) {
                if (!knowsItsBackends(adapter)) {
                    all.add(threads.submit(() -> {
                        part(adapter, () -> atAPlace(adapter));
                        return null;
                    }));
                }
            }
            for (Future<?> one : all) {
                await(one);
            }
        } finally {
            threads.shutdownNow();
            if (!threads.awaitTermination(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                notes.accept("an adapter has not ended after " + END_LIMIT.toSeconds() + " s");
            }
        }
    }

    /** Whether an adapter ran already: it was told of the first backends, and knows no others. */
    private static boolean knowsItsBackends(Adapter adapter) {
        return adapter.reach().running();
    }

    private void atAPlace(Adapter adapter) throws IOException, InterruptedException {
        Backends place = places.take();
        try {
            besideOthers(adapter, place);
        } finally {
            places.add(place);
        }
    }

    private void besideOthers(Adapter adapter, Backends backends) throws IOException, InterruptedException {
        progress.get(adapter.name()).alone = runs.apply(adapter, backends).besideOthers(adapter);
    }

    private void part(Adapter adapter, Part part) throws IOException, InterruptedException {
        Progress own = progress.get(adapter.name());
        long began = System.nanoTime();
        try {
            part.play();
        } catch (Problem problem) {
            notes.accept(adapter.name() + ": broken off: " + problem.getMessage());
            own.fault = problem.getMessage();
        }
        own.nanos += System.nanoTime() - began;
    }

    private static void await(Future<?> one) throws IOException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unwritable) {
                throw unwritable;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        }
    }
}
