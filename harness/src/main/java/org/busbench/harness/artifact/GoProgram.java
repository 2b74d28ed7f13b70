package org.busbench.harness.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.ProgramSource.GoModule;

/**
 * A program that is built from a Go module, by the Go tool that is installed and as it is set up: it asks the proxy and the
 * checksum database of its own settings. What was built once stays in the cache.
 */
final class GoProgram implements Programs.Supplier {

    private static final Duration BUILD = Duration.ofMinutes(20);

    private final GoModule wanted;
    private final ProgramPath path;
    private final KeptProgram kept;

    GoProgram(GoModule wanted, ArtifactCache cache, ProgramPath path) {
        this.wanted = wanted;
        this.path = path;
        this.kept = new KeptProgram(cache.go(wanted.module(), wanted.version()), cache.checksums());
    }

    @Override
    public Optional<ResolvedProgram> here() throws IOException {
        return kept.isThere() ? Optional.of(program()) : Optional.empty();
    }

    private ResolvedProgram program() throws IOException {
        Path program = kept.folder().resolve(wanted.program());
        String sha256 = kept.verified();
        if (!Files.isRegularFile(program)) {
            throw new IOException("the module makes no program " + wanted.program() + " (in " + kept.folder()
                    + "): name another with 'program'");
        }
        return new ResolvedProgram(wanted.program(), wanted.toString(), sha256, program);
    }

    @Override
    public Optional<String> obstacle() {
        return path.find("go").isPresent()
                ? Optional.empty()
                : Optional.of("there is no Go tool to build it with (apt-get install golang-go)");
    }

    @Override
    public ResolvedProgram fetched() throws IOException, InterruptedException {
        Path draft = kept.draft();
        try {
            List<String> command = List.of(
                    path.find("go").orElseThrow().toString(), "install", wanted.module() + "@" + wanted.version());
            Tool.Said said = new Tool(command, draft, Map.of("GOBIN", draft.toString()), BUILD).run();
            if (!said.well()) {
                throw new IOException("go says '" + said.reason() + "'");
            }
            Path program = draft.resolve(wanted.program());
            if (!Files.isRegularFile(program)) {
                throw new IOException(
                        "the module makes no program " + wanted.program() + ": name another with 'program'");
            }
            kept.keep(draft, List.of(program));
            return program();
        } finally {
            KeptProgram.discard(draft);
        }
    }
}
