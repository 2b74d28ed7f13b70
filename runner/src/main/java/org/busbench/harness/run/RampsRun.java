package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.busbench.harness.artifact.Artifacts.ResolvedArtifact;
import org.busbench.harness.artifact.LockFile;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.process.BuiltFolder;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.record.RampRecord;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.suite.RampSuiteFile;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Problem;
import org.busbench.record.Ramp;
import org.busbench.record.RampRun;
import org.busbench.record.RampSuite;
import org.busbench.record.RampSuite.Planned;
import org.busbench.record.RunReader;

/** A run of a suite that compares injectors: ramp after ramp, each recorded before the next begins. Blocks. */
public record RampsRun(Project project, Consumer<String> progress) {
    /** The time of a ramp beside its own length: starts of server and injector, and their ends. */
    private static final Duration AROUND = Duration.ofMillis(4_500);

    /** About how long a suite takes. */
    public static Duration forecast(RampSuite suite) {
        long own = Math.round(1000 * (suite.rampSeconds() + suite.drainSeconds() / 2));
        return Duration.ofMillis(own).plus(AROUND).multipliedBy(suite.plan().size());
    }

    /**
     * Runs a suite from its beginning.
     *
     * @param id name of the run; null for one made of time and suite
     * @return the run's folder
     * @throws InterruptedException when this thread was interrupted; the record says so, and nothing is left running
     */
    public Path begin(RampSuiteFile file, String id) throws IOException, InterruptedException {
        Instant started = Instant.now();
        Path jar = ownJar();
        JmeterHome jmeter = new JmeterHome(project.jmeterHome());
        progress.accept("JMeter " + jmeter.version());
        List<ResolvedArtifact> libraries = libraries();
        Path folder =
                RunDirectory.claim(project.writableRuns(), id, file.suite().name(), started);
        Map<String, String> jars = new LinkedHashMap<>();
        libraries.forEach(library -> jars.put(library.coordinates().toString(), library.sha256()));
        RampRun run = new RampRun(
                RampRun.SCHEMA,
                folder.getFileName().toString(),
                started.truncatedTo(ChronoUnit.MILLIS).toString(),
                new Checkout(project.root()).build(),
                MachineFacts.read().recorded(),
                file.suite(),
                file.sha256(),
                RampDriver.JVM_OPTIONS,
                jars);
        try (RampRecord record = RampRecord.create(folder, run)) {
            drive(run.suite(), record, jar, libraries);
        }
        return folder;
    }

    /**
     * Goes on with a run that was killed.
     *
     * @throws Problem when the suite's file is another one by now, or the run is finished
     */
    public Path resume(Path folder) throws IOException, InterruptedException {
        RampRun run = RunReader.rampRun(folder);
        Path suite = project.ramps().resolve(run.suite().name() + ".yaml");
        if (!Files.exists(suite) || !RampSuiteFile.read(suite).sha256().equals(run.suiteSha256())) {
            throw new Problem(folder + " was begun with another " + suite + ": start the suite anew");
        }
        try (RampRecord record = RampRecord.reopen(folder)) {
            drive(run.suite(), record, ownJar(), libraries());
        }
        return folder;
    }

    private void drive(RampSuite suite, RampRecord record, Path jar, List<ResolvedArtifact> libraries)
            throws IOException, InterruptedException {
        List<Planned> plan = suite.plan();
        List<Ramp> written = record.written();
        for (int i = 0; i < written.size(); i++) {
            Ramp line = written.get(i);
            Planned planned = plan.get(i);
            if (!line.injector().equals(planned.injector().name()) || line.to() != planned.to()) {
                throw new Problem("line " + (i + 1) + " of " + Ramp.FILE + " is not the ramp of the plan: start anew");
            }
        }
        Files.createDirectories(project.state());
        OrphanedProcesses leftovers = OrphanedProcesses.find(project.state());
        if (!leftovers.isEmpty()) {
            throw new Problem("an earlier run left " + leftovers.describe() + ": end it with 'busbench down'");
        }
        try (Supervisor supervisor = Supervisor.open(project.state())) {
            RampDriver driver = new RampDriver(project, suite, supervisor, jar, libraries);
            for (int i = written.size(); i < plan.size(); i++) {
                Ramp line = driver.drive(plan.get(i), record.nextFolder());
                record.append(line);
                progress.accept("[" + (i + 1) + "/" + plan.size() + "] " + said(line) + "; left: about "
                        + Durations.show(left(suite, plan.size() - i - 1)));
            }
        } catch (InterruptedException interrupted) {
            record.finish("interrupted");
            throw interrupted;
        }
        record.finish("complete");
    }

    private static Duration left(RampSuite suite, int ramps) {
        return forecast(suite).dividedBy(suite.plan().size()).multipliedBy(ramps);
    }

    private static String said(Ramp line) {
        String ramp = line.injector() + " to " + line.to() + ": ";
        return line.figures() == null
                ? ramp + "failed: " + line.reason()
                : ramp + "kept up to " + Math.round(line.figures().held()) + ", peak "
                        + Math.round(line.figures().peak()) + " requests/s";
    }

    private Path ownJar() {
        return BuiltFolder.jars(project.thriftLoadLib()).get(0).toAbsolutePath();
    }

    private List<ResolvedArtifact> libraries() {
        try (Supply supply = Supply.fetching(progress)) {
            return supply.locked(project.ramps().resolve(LockFile.NAME));
        }
    }
}
