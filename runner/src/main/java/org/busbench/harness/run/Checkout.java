package org.busbench.harness.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Listing;
import org.busbench.record.Adapter.FileHash;
import org.busbench.record.RunInfo.Busbench;

/** The source tree that a run was made with, as the record names its files. */
record Checkout(Path root) {

    private static final Duration GIT_LIMIT = Duration.ofSeconds(10);

    /** A file's name in the record: relative to the checkout where it lies inside. */
    String shown(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(root) ? root.relativize(absolute).toString() : absolute.toString();
    }

    Path file(String shown) {
        return root.resolve(shown);
    }

    List<FileHash> hashes(Path folder) throws IOException {
        List<FileHash> hashes = new ArrayList<>();
        for (Path file : Listing.files(folder)) {
            hashes.add(new FileHash(shown(file), Sha256.of(file)));
        }
        return hashes;
    }

    Busbench build() throws IOException, InterruptedException {
        Build build = Build.of(root);
        Optional<String> released = build.commit();
        return new Busbench(build.version(), released.isPresent() ? released.get() : commit().orElse(null));
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
