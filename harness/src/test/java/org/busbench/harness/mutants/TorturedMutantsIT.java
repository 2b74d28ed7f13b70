package org.busbench.harness.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.IntegrityLog;
import org.busbench.harness.run.MutantProject;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.run.TortureRun;
import org.busbench.harness.torture.Case;
import org.busbench.harness.torture.CaseFile;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mediators that are wrong in what only an unexpected content shows: the case that is for it says so, and never of the right one. */
@Tag("nightly")
class TorturedMutantsIT {
    /** The case that must be wrong, and what its reason must say. */
    private record Charge(String id, String reason) {}

    private static final Map<String, Charge> CHARGES = Map.of(
            "drops-coding",
            new Charge("coded-virtualization-gzip", "that no client sent as a message"),
            "routes-unread",
            new Charge("coded-cbr-gzip", "backend C got the request, which is for A"),
            "labels-gzip",
            new Charge("accepted-plain-xslt", "a body that is not [gzip], as its Content-Encoding says"),
            "fails-on-empty",
            new Charge("empty-xslt-202", "the client got 500"),
            "fault-200",
            new Charge("other-error-xslt-503-text", "the client got 200"),
            "head-with-content",
            new Charge("head-length", "no status line"),
            "dies-of-long-symbols",
            new Charge("symbol-cbr-capitals", "the client got silent"));

    @TempDir
    private Path folder;

    @Test
    void theCaseThatIsForAFaultFindsItAndNoneAccusesTheReference() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the mutants are built: mvn -DskipTests package")
                .isDirectory();
        List<Case> all = CaseFile.readAll(ProjectFiles.ROOT.resolve("configs/torture"));
        MutantProject project = new MutantProject(Files.createDirectory(folder.resolve("project")));
        List<String> names = new ArrayList<>(CHARGES.keySet());
        names.add("reference");
        List<Adapter> adapters = project.adapters(names);

        List<Integrity> lines = new ArrayList<>();
        try (IntegrityLog log = IntegrityLog.create(Files.createDirectory(folder.resolve("run")))) {
            for (Adapter adapter : adapters) {
                List<Case> cases = all.stream()
                        .filter(one -> CHARGES.entrySet().stream()
                                .filter(charge -> adapter.name().equals("reference")
                                        || charge.getKey().equals(adapter.name()))
                                .anyMatch(charge -> charge.getValue().id.equals(one.id())))
                        .toList();
                run(project.project(), adapter, cases, log, lines).of(adapter, cases);
            }
        }

        assertThat(lines)
                .filteredOn(line -> line.adapter().name().equals("reference"))
                .hasSize(CHARGES.size())
                .allSatisfy(line -> assertThat(line.verdict())
                        .as("%s: %s", line.of().id(), line.reason())
                        .isIn(Verdict.RIGHT, Verdict.TOLERABLE));
        CHARGES.forEach((mutant, charge) -> assertThat(lines)
                .filteredOn(line -> line.adapter().name().equals(mutant))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.verdict())
                            .as("%s: %s", mutant, line.reason())
                            .isEqualTo(Verdict.WRONG);
                    assertThat(line.reason()).contains(charge.reason);
                }));
    }

    private TortureRun run(
            Project project, Adapter adapter, List<Case> cases, IntegrityLog log, List<Integrity> lines) {
        TestBed.Settings bed = new TestBed.Settings(
                project,
                folder.resolve("run"),
                Backends.free(),
                List.of(adapter),
                Stream.of("virtualization", "cbr", "xslt")
                        .map(name -> project.scenarios().find(name))
                        .toList(),
                List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        return new TortureRun(bed, cases, log, note -> {}, lines::add);
    }
}
