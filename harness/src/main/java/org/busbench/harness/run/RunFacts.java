package org.busbench.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.measure.RunningProcess;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.record.RunRecord;
import org.busbench.harness.record.RunRecord.AdapterRecord;
import org.busbench.harness.record.RunRecord.ArtifactHash;
import org.busbench.harness.record.RunRecord.Busbench;
import org.busbench.harness.record.RunRecord.Environment;
import org.busbench.harness.record.RunRecord.FileHash;
import org.busbench.harness.record.RunRecord.SuiteRecord;
import org.busbench.harness.record.Sha256;
import org.busbench.harness.suite.Suite;

/** Collects what {@code run.json} says, from files and from the processes as they run. */
final class RunFacts {

    private static final Duration GIT_LIMIT = Duration.ofSeconds(10);

    private final RunSettings settings;
    private final Path root;

    RunFacts(RunSettings settings) {
        this.settings = settings;
        this.root = settings.project().root();
    }

    RunRecord read(Stack stack, String id, Instant start) throws IOException, InterruptedException {
        List<AdapterRecord> adapters = new ArrayList<>();
        for (Contender contender : stack.contenders()) {
            adapters.add(adapter(contender));
        }
        return new RunRecord(
                RunRecord.SCHEMA,
                id,
                start.toString(),
                new Busbench(Build.version(), commit().orElse(null)),
                suite(settings.suite()),
                adapters,
                settings.unavailable(),
                environment());
    }

    private AdapterRecord adapter(Contender contender) throws IOException {
        String javaVersion = null;
        Optional<RunningProcess> process =
                contender.process().map(managed -> managed.id().pid()).flatMap(RunningProcess::of);
        if (process.isPresent()) {
            javaVersion = process.get().javaVersion().orElse(null);
        }
        return new AdapterRecord(
                contender.adapter().name(),
                contender.adapter().title(),
                contender.adapter().role().label(),
                contender.version(),
                contender.process().map(ManagedProcess::commandLine).orElse(null),
                javaVersion,
                null,
                files(contender.adapter().folder()),
                contender.artifacts().stream()
                        .map(artifact -> new ArtifactHash(artifact.coordinates().toString(), artifact.sha256()))
                        .toList(),
                contender.adapter().deviations());
    }

    private SuiteRecord suite(Suite suite) throws IOException {
        return new SuiteRecord(
                suite.name(),
                suite.about(),
                shown(suite.file()),
                Sha256.of(suite.file()),
                suite.scenarios(),
                suite.payloads(),
                suite.concurrency(),
                null,
                suite.repeats().blocks(),
                null,
                null,
                suite.phases().warmup().toMillis() / 1000.0,
                suite.phases().measure().toMillis() / 1000.0,
                suite.seed(),
                suite.errorBound(),
                TrialRecords.INJECTOR,
                null,
                null,
                null);
    }

    private Environment environment() throws IOException {
        MachineFacts machine = MachineFacts.read();
        return new Environment(
                machine.os(),
                machine.kernel(),
                machine.cpu(),
                machine.logicalCpus(),
                machine.memoryBytes(),
                System.getProperty("java.version"),
                new JmeterHome(settings.project().jmeterHome()).version());
    }

    private List<FileHash> files(Path folder) throws IOException {
        List<FileHash> hashes = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                hashes.add(new FileHash(shown(file), Sha256.of(file)));
            }
        }
        return hashes;
    }

    private String shown(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(root) ? root.relativize(absolute).toString() : absolute.toString();
    }

    /** The revision of the checkout; empty when it is none, or when there is no git here to ask. */
    private Optional<String> commit() throws IOException, InterruptedException {
        if (!Files.exists(root.resolve(".git"))) {
            return Optional.empty();
        }
        Process git;
        try {
            git = new ProcessBuilder(
                            "git",
                            "-C",
                            root.toString(),
                            "describe",
                            "--always",
                            "--dirty",
                            "--abbrev=12",
                            "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return Optional.empty();
        }
        git.getOutputStream().close();
        String revision = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        boolean told = git.waitFor(GIT_LIMIT.toSeconds(), TimeUnit.SECONDS) && git.exitValue() == 0;
        return told && !revision.isEmpty() ? Optional.of(revision) : Optional.empty();
    }
}
