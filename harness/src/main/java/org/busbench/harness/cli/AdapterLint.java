package org.busbench.harness.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.common.tls.TlsTerms;
import org.busbench.common.tls.TlsTerms.Store;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.adapter.WorkFile;
import org.busbench.harness.artifact.Artifacts;
import org.busbench.harness.artifact.LockFile;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;

/** Finds faults of an adapter's folder whose file can be read. Starts nothing and downloads nothing. */
record AdapterLint(Adapter adapter, Collection<Adapter> others, Collection<String> scenarios) {
    private static final String README = "README.md";
    private static final String PLACEHOLDER = "???";

    /**
     * A line for each finding about the adapter of a name. Of one whose file cannot be read, what is wrong there first, and all
     * gaps. The others' faults are theirs.
     */
    static List<String> of(String name, Project project) {
        AdapterCatalog catalog = project.catalog();
        try {
            return new AdapterLint(
                            catalog.find(name),
                            catalog.all(leftOut -> {}),
                            project.scenarios().names())
                    .findings();
        } catch (ConfigProblem unreadable) {
            List<String> findings = new ArrayList<>(List.of(unreadable.getMessage()));
            placeholders(unreadable.file().toAbsolutePath().getParent(), findings);
            return findings;
        }
    }

    /** {@return a line for each finding, with the file that it is about; empty when all is well} */
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        lock(findings);
        readme(findings);
        ports(findings);
        scenarios(findings);
        placeholders(adapter.folder(), findings);
        unused(findings);
        unstarted(findings);
        return findings;
    }

    private void lock(List<String> findings) {
        try {
            Artifacts.checkLock(adapter);
        } catch (Problem problem) {
            findings.add(problem.getMessage());
        }
    }

    private void readme(List<String> findings) {
        if (!Files.isRegularFile(adapter.folder().resolve(README))) {
            findings.add(adapter.folder().resolve(README)
                    + ": missing; say what is tuned and why, and who may object and how");
        }
    }

    private void ports(List<String> findings) {
        adapter.ports().forEach((name, port) -> {
            if (Backends.usual().ports().containsValue(port.number())) {
                findings.add(adapter.file() + ":" + port.line() + ": port " + port.number() + " (" + name
                        + ") is a backend's: choose another");
            }
        });
        adapter.ports()
                .forEach((name, port) -> others.stream()
                        .filter(other -> !other.name().equals(adapter.name()))
                        .filter(other -> other.ports().values().stream().anyMatch(its -> its.number() == port.number()))
                        .findFirst()
                        .ifPresent(other ->
                                findings.add(adapter.file() + ":" + port.line() + ": port " + port.number() + " ("
                                        + name + ") is that of adapter '" + other.name()
                                        + "' too, so that the two cannot be up together: choose another")));
    }

    /** A name that is none may be a scenario in a folder elsewhere, unless it looks like a slip. */
    private void scenarios(List<String> findings) {
        for (String name : adapter.services().keySet()) {
            if (!scenarios.contains(name)) {
                Nearest.to(name, scenarios)
                        .ifPresent(meant -> findings.add(adapter.file() + ": serves '" + name
                                + "', which is no scenario of busbench's: did you mean '" + meant + "'?"));
            }
        }
    }

    private static void placeholders(Path folder, List<String> findings) {
        for (Path file : List.of(folder.resolve(Adapter.FILE_NAME), folder.resolve(README))) {
            List<String> lines = linesOf(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                boolean comment = line.strip().startsWith("#") && !file.endsWith(README);
                if (line.contains(PLACEHOLDER) && !comment) {
                    findings.add(file + ":" + (i + 1) + ": still says ???");
                }
            }
        }
    }

    private void unstarted(List<String> findings) {
        for (ProgramSource source : adapter.programs()) {
            boolean started = adapter.program() instanceof AdapterProgram.Command command
                    && command.words().get(0).text().equals(source.program());
            if (!started) {
                findings.add(adapter.file() + ":" + source.line() + ": nothing starts the program '"
                        + source.program() + "' of " + source
                        + ": begin 'command' with it, or name the one that is meant with 'program'");
            }
        }
    }

    private void unused(List<String> findings) {
        List<Path> used = used();
        Problem.ifFails("cannot list " + adapter.folder(), () -> Listing.files(adapter.folder())).stream()
                .filter(file -> used.stream().noneMatch(file::startsWith))
                .filter(file -> !usedByTwin(file))
                .forEach(file -> findings.add(
                        file + ": nothing in " + Adapter.FILE_NAME + " uses it; delete it, or copy it under 'files'"));
    }

    private List<Path> used() {
        Path folder = adapter.folder();
        List<Path> used = new ArrayList<>(
                List.of(folder.resolve(Adapter.FILE_NAME), folder.resolve(README), folder.resolve(LockFile.NAME)));
        used.addAll(namedBy(adapter));
        return used;
    }

    /** Twins share files: what one brings the other may use. */
    private boolean usedByTwin(Path file) {
        return others.stream().flatMap(other -> namedBy(other).stream()).anyMatch(file::startsWith);
    }

    private static List<Path> namedBy(Adapter adapter) {
        List<Path> named = new ArrayList<>();
        for (WorkFile file : adapter.files()) {
            if (file instanceof WorkFile.Copy copy && !copy.from().text().contains("${")) {
                named.add(adapter.folder().resolve(copy.from().text()).normalize());
            }
        }
        TlsTerms terms = adapter.reach().access().tls();
        Stream.of(terms.trust(), terms.identity())
                .filter(Objects::nonNull)
                .map(Store::file)
                .forEach(named::add);
        if (adapter.program() instanceof AdapterProgram.Java java) {
            java.classPath().stream()
                    .filter(ClassPathEntry.Sources.class::isInstance)
                    .map(entry -> ((ClassPathEntry.Sources) entry).folder())
                    .forEach(named::add);
        }
        return named;
    }

    /** In an encoding that no file contradicts: what is sought is ASCII. */
    static List<String> linesOf(Path file) {
        return Problem.ifFails(
                "cannot read " + file,
                () -> Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of());
    }
}
