package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Host;
import org.busbench.record.RunInfo.Environment;
import org.busbench.record.RunningProcess;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;

/**
 * Everything that is up during a run, and what a run asks of it: systems that are started and stopped, a backend that counts, and
 * load that is measured. It is on this machine, or on hosts that are reached by ssh. For the run's thread; its methods block.
 * Closing it ends everything.
 *
 * <p>An {@link org.busbench.harness.load.InjectorException} ends the load that is asked for; whether others can follow is what
 * {@link #live} tells.
 */
public interface Rig extends AutoCloseable {

    /** Starts a rig. */
    @FunctionalInterface
    interface Starter {

        /**
         * Starts the backend, the injectors, and as many systems as there is room for.
         *
         * @param directory gets logs
         * @param notes is told what happens, a line each
         * @throws Problem when something is missing, or does not fit; nothing is left then
         */
        Rig start(RunSettings settings, RunDirectory directory, Consumer<String> notes)
                throws IOException, InterruptedException;
    }

    /** A part of the rig without which nothing can be measured any more is lost. */
    final class Lost extends Problem {
        private static final long serialVersionUID = 1L;

        public Lost(String reason) {
            super(reason);
        }
    }

    /**
     * Where a run is made, as {@code run.json} says it.
     *
     * @param environment the machine of the systems under test
     * @param processes backend and injector; empty where they are on hosts of their own
     * @param hosts empty on one machine
     */
    record Place(Environment environment, Map<String, RunningProcess> processes, List<Host> hosts) {}

    /** The systems under test, of which those are up for which there is room. */
    ProcessPool<ManagedSystem> systems();

    /** A system that is up, as {@code run.json} describes it. */
    org.busbench.record.Adapter described(ManagedSystem system) throws IOException, InterruptedException;

    Place place() throws IOException, InterruptedException;

    /** Verifies one system; {@code evidence} is a folder here, the same in all calls. */
    List<Verification> verify(List<Verifications.Asked> asked, Path evidence) throws IOException, InterruptedException;

    /**
     * What the backend has counted so far.
     *
     * @param remember whether it remembers from now on which nonces come
     */
    BackendStats count(boolean remember) throws IOException, InterruptedException;

    /**
     * Tries how much the injectors can do, before the trials; the record gets it.
     *
     * @param verified what each system serves, in the suite's order
     */
    void calibrate(Collection<Verification> verified) throws IOException, InterruptedException;

    /** Ends a load whose end was not seen; empty when there is none, or it is not known what became of its requests. */
    Optional<Totals> settle() throws IOException, InterruptedException;

    /**
     * Load that is not recorded, until the {@link Primer} of the suite is over; {@code folder} is for what is not kept.
     *
     * @return what became of its requests; empty when they are not counted
     */
    Optional<Totals> prime(ManagedSystem system, Target target, Cell cell, Path folder)
            throws IOException, InterruptedException;

    /** Load with a measured window. The injector's logs are complete on return, beside {@code samples}. */
    LoadWindow load(ManagedSystem system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException;

    /** What loads two systems at the same time; empty where the rig cannot, and a suite with duets was refused. */
    default Optional<DuetRunner> duets() {
        return Optional.empty();
    }

    /** Compares the whole answers that were kept in a trial's folder; empty where the backends cannot be asked from here. */
    default Optional<Sampled> compare(Path folder, Target target) throws IOException, InterruptedException {
        return Optional.empty();
    }

    /** Why clients get no connection to a target; empty when they do. */
    Optional<String> noAnswer(Target target) throws InterruptedException;

    /** Whether backend and injectors, which every trial needs, are alive. */
    boolean live() throws InterruptedException;

    @Override
    void close();
}
