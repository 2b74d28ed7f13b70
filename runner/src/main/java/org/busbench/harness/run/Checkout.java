package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.Sha256;
import org.busbench.common.Tool;
import org.busbench.harness.text.Listing;
import org.busbench.record.Adapter.FileHash;
import org.busbench.record.RunInfo.Busbench;

/** The source tree that a run was made with, as the record names its files. */
record Checkout(Path root) {

    private static final List<String> DESCRIBE =
            List.of("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*");
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
    private Optional<String> commit() throws InterruptedException {
        if (!Files.exists(root.resolve(".git"))) {
            return Optional.empty();
        }
        try {
            Tool.Said said = new Tool(DESCRIBE, root, Map.of(), GIT_LIMIT).run();
            return Optional.of(said.output()).filter(revision -> said.well() && !revision.isEmpty());
        } catch (IOException noGit) {
            return Optional.empty();
        }
    }
}
