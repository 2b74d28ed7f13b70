package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;
import org.busbench.record.Integrity;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Part;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.Objections;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;

/**
 * Joins runs of hostile exchanges, adapter by adapter: those of one build, machine and list of cases, as when adapters were
 * tortured beside each other. Lines and evidence are taken over as they are. A part that was ended early gives the adapters
 * of which it has every case; one that broke off in a part and is complete in another comes from the other.
 */
public final class JoinedIntegrity {
    private static final String EVIDENCE = "integrity";

    private final ObjectMapper json = new ObjectMapper();
    private final List<Source> sources = new ArrayList<>();
    private final IntegrityRun model;

    /** A part, its lines as they were written and as they are read. */
    private record Source(Path folder, Optional<IntegrityRun> end, List<String> texts, List<Integrity> lines) {
        String id() {
            return folder.toAbsolutePath().normalize().getFileName().toString();
        }

        List<Integrity> of(String adapter) {
            return lines.stream()
                    .filter(line -> line.adapter().name().equals(adapter))
                    .toList();
        }

        Part part() throws IOException {
            return new Part(
                    id(),
                    end.map(IntegrityRun::startedAt)
                            .orElseGet(() -> lines.get(0).finishedAt()),
                    end.map(IntegrityRun::finishedAt).orElse(null),
                    lines.size(),
                    Sha256.of(folder.resolve(Integrity.FILE)));
        }
    }

    private JoinedIntegrity(List<Path> parts) throws IOException {
        for (Path part : parts) {
            List<Integrity> lines = RunReader.integrity(part);
            if (lines.isEmpty()) {
                throw new Problem(part + ": has no case that could be joined");
            }
            sources.add(new Source(
                    part,
                    RunReader.integrityRun(part),
                    Files.readAllLines(part.resolve(Integrity.FILE)).subList(0, lines.size()),
                    lines));
        }
        List<IntegrityRun> ends =
                sources.stream().flatMap(one -> one.end().stream()).toList();
        if (ends.isEmpty()) {
            throw new Problem(
                    "none of the parts has an " + IntegrityRun.FILE + ", so nothing says which cases there were");
        }
        model = ends.get(0);
        for (IntegrityRun end : ends) {
            if (!end.busbench().equals(model.busbench())
                    || !end.host().equals(model.host())
                    || !end.cases().equals(model.cases())) {
                throw new Problem(end.id() + " has another build, machine or list of cases than " + model.id()
                        + ": such runs are published one by one");
            }
        }
    }

    /**
     * Writes the joined run.
     *
     * @param folder empty, made by the caller
     * @throws Problem when the parts do not belong together, or have an adapter twice
     */
    public static void write(List<Path> parts, Path folder) throws IOException {
        try {
            new JoinedIntegrity(parts).write(folder);
        } catch (RunProblem e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    private void write(Path folder) throws IOException {
        Map<String, Tortured> adapters = new LinkedHashMap<>();
        List<String> texts = new ArrayList<>();
        for (Source source : sources) {
            for (Tortured adapter : adapters(source)) {
                if (adapter.outcome() != Outcome.COMPLETE && isCompleteElsewhere(adapter.name())) {
                    continue;
                }
                if (adapters.putIfAbsent(adapter.name(), adapter) != null) {
                    throw new Problem(adapter.name() + " is in two of the parts: join runs of different adapters");
                }
                for (int i = 0; i < source.lines().size(); i++) {
                    if (source.lines().get(i).adapter().name().equals(adapter.name())) {
                        texts.add(source.texts().get(i));
                    }
                }
                copy(source.folder(), folder, adapter.name());
            }
        }
        Path log = Files.writeString(folder.resolve(Integrity.FILE), String.join("\n", texts) + "\n");
        List<Part> parts = new ArrayList<>();
        for (Source source : sources) {
            parts.add(source.part());
        }
        IntegrityRun joined = new IntegrityRun(
                IntegrityRun.SCHEMA,
                folder.getFileName().toString(),
                parts.stream().map(Part::startedAt).sorted().findFirst().orElseThrow(),
                sources.stream()
                        .map(source ->
                                source.lines().get(source.lines().size() - 1).finishedAt())
                        .sorted()
                        .reduce((earlier, later) -> later)
                        .orElseThrow(),
                model.busbench(),
                model.host(),
                model.cases(),
                List.copyOf(adapters.values()),
                texts.size(),
                Sha256.of(log),
                parts);
        Files.writeString(
                folder.resolve(IntegrityRun.FILE),
                json.writerWithDefaultPrettyPrinter().writeValueAsString(joined) + "\n");
    }

    private boolean isCompleteElsewhere(String name) throws IOException {
        for (Source source : sources) {
            if (adapters(source).stream()
                    .anyMatch(one -> one.name().equals(name) && one.outcome() == Outcome.COMPLETE)) {
                return true;
            }
        }
        return false;
    }

    /** The adapters of a finished part; of an unfinished one, those of which it has every case, in order. */
    private List<Tortured> adapters(Source source) throws IOException {
        if (source.end().isPresent()) {
            return source.end().get().adapters();
        }
        List<Tortured> whole = new ArrayList<>();
        for (String name : source.lines().stream()
                .map(line -> line.adapter().name())
                .distinct()
                .toList()) {
            List<Integrity> own = source.of(name);
            Set<String> tried = own.stream().map(line -> line.of().id()).collect(Collectors.toSet());
            if (tried.containsAll(model.cases())) {
                Path objections =
                        source.folder().resolve(EVIDENCE).resolve(name).resolve(Objections.FILE);
                whole.add(new Tortured(
                        name,
                        own.get(0).adapter().title(),
                        Outcome.COMPLETE,
                        null,
                        own.stream().mapToLong(Integrity::millis).sum() / 1000.0,
                        Files.exists(objections) ? Sha256.of(objections) : null));
            }
        }
        return whole;
    }

    private static void copy(Path from, Path to, String adapter) throws IOException {
        Path top = from.resolve(EVIDENCE).resolve(adapter);
        if (!Files.isDirectory(top)) {
            return;
        }
        try (Stream<Path> files = Files.walk(top)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
