package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.common.Sha256;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.RunDirectory.Written;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Problem;
import org.busbench.record.Adapter.FileHash;
import org.busbench.record.Host;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite.ScenarioText;

/**
 * A killed run that is to go on. It must be the same run: suite, adapters, build and machine are compared with the
 * record, and a difference is a {@link Problem}. While this is open, no other process writes to the run directory.
 */
public final class Resumption implements AutoCloseable {

    private final Project project;
    private final Checkout checkout;
    private final RunDirectory directory;
    private final Written written;
    private final RunSettings settings;

    private Resumption(Project project, Backends backends, RunDirectory directory)
            throws IOException, InterruptedException {
        this.project = project;
        this.checkout = new Checkout(project.root());
        this.directory = directory;
        this.written = directory.written();
        RunInfo run = written.run();
        requireSame("this busbench", checkout.build(), run.busbench());
        Suite suite = suite(run);
        this.settings = new RunSettings(project, suite, adapters(run), run.unavailable(), backends, directory.id())
                .withBaseline(run.suite().baseline());
    }

    /**
     * Opens the directory of a run that was killed.
     *
     * @return what goes on, to be closed
     * @throws Problem when there is nothing to resume, or something is not the same
     * @throws IOException when the record cannot be read
     */
    public static Resumption of(Project project, Backends backends, Path run) throws IOException, InterruptedException {
        RunDirectory directory = RunDirectory.reopen(run);
        try {
            return new Resumption(project, backends, directory);
        } catch (Throwable another) {
            directory.close();
            throw another;
        }
    }

    public RunSettings settings() {
        return settings;
    }

    public boolean isOverHosts() {
        return !written.run().hosts().isEmpty();
    }

    Written written() {
        return written;
    }

    RunDirectory directory() {
        return directory;
    }

    /** Refuses machines that are not those on which the run began. */
    void requireSame(Rig.Place place) {
        RunInfo.Environment now = place.environment();
        RunInfo.Environment then = written.run().environment();
        requireSame("the operating system", now.os(), then.os());
        requireSame("the kernel", now.kernel(), then.kernel());
        requireSame("the CPU", now.cpu(), then.cpu());
        requireSame("the number of CPUs", now.logicalCpus(), then.logicalCpus());
        requireSame("the JDK", now.harnessJava(), then.harnessJava());
        requireSame("JMeter", now.jmeter(), then.jmeter());
        if (written.run().suite().injector().equals(InjectorKind.GATLING.key())) {
            requireSame("Gatling", now.gatling(), then.gatling());
        }
        requireSame(
                "the list of hosts", shown(place.hosts()), shown(written.run().hosts()));
    }

    /** Clocks differ from time to time. */
    private static String shown(List<Host> hosts) {
        return hosts.stream()
                .map(host -> host.role().key() + " " + host.name() + " " + host.kernel() + " " + host.cpu() + " "
                        + host.java())
                .collect(Collectors.joining(", "));
    }

    private Suite suite(RunInfo run) throws IOException {
        String name = run.suite().source().file();
        Path file = checkout.file(name);
        requireSame("suite " + name, hash(file), run.suite().source().sha256());
        InjectorKind injector = InjectorKind.of(run.suite().injector()).orElseThrow();
        SuiteOverrides overrides = SuiteOverrides.of(run.suite().source().overrides());
        if (overrides.scenarios().isPresent()) {
            overrides = overrides.withScenarios(run.suite().scenarios().stream()
                    .map(scenario -> place(run, scenario))
                    .toList());
        }
        requireSameScenarios(run);
        return SuiteFile.read(file, overrides, project.scenarios())
                .on(run.suite().cells().duets().isEmpty())
                .withAdapters(run.adapters().stream()
                        .map(org.busbench.record.Adapter::name)
                        .toList())
                .withInjector(injector)
                .withSeed(run.suite().seed());
    }

    private String place(RunInfo run, String scenario) {
        return run.suite().text(scenario).files().stream()
                .map(file -> checkout.file(file.path()))
                .filter(file -> file.endsWith(Scenario.FILE_NAME))
                .findFirst()
                .map(file -> file.getParent().toString())
                .orElse(scenario);
    }

    private void requireSameScenarios(RunInfo run) throws IOException {
        for (ScenarioText scenario : run.suite().cells().scenarioTexts()) {
            for (FileHash then : scenario.files()) {
                requireSame("file " + then.path(), hash(checkout.file(then.path())), then.sha256());
            }
        }
    }

    private List<Adapter> adapters(RunInfo run) throws IOException {
        List<Adapter> adapters = new ArrayList<>();
        for (org.busbench.record.Adapter adapter : run.adapters()) {
            Path folder = folder(adapter);
            List<FileHash> now = checkout.hashes(folder);
            for (FileHash then : adapter.files()) {
                Optional<String> hash = now.stream()
                        .filter(file -> file.path().equals(then.path()))
                        .map(FileHash::sha256)
                        .findFirst();
                requireSame("file " + then.path(), hash.orElse("missing"), then.sha256());
            }
            requireSame(
                    "the number of files of adapter " + adapter.name(),
                    now.size(),
                    adapter.files().size());
            adapters.add(AdapterFolder.read(folder, project.root()));
        }
        return adapters;
    }

    private Path folder(org.busbench.record.Adapter adapter) {
        return adapter.files().stream()
                .map(file -> checkout.file(file.path()))
                .filter(file -> file.endsWith(Adapter.FILE_NAME))
                .min(Comparator.comparingInt(Path::getNameCount))
                .map(Path::getParent)
                .filter(Files::isDirectory)
                .orElseThrow(() -> refusal("the folder of adapter " + adapter.name() + " is gone"));
    }

    private static String hash(Path file) throws IOException {
        return Files.isRegularFile(file) ? Sha256.of(file) : "missing";
    }

    private void requireSame(String what, Object now, Object then) {
        if (!now.equals(then)) {
            throw refusal(what + " is not what it was when the run began (" + now + " instead of " + then + ")");
        }
    }

    private Problem refusal(String why) {
        return new Problem(directory.id() + " cannot be resumed: " + why + "; put it back, or start the suite anew");
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
