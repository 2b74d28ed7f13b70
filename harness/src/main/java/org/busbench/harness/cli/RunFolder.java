package org.busbench.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.harness.run.Project;

/** A run as users name it: a folder anywhere, or the name of one in {@code runs/}. */
final class RunFolder {

    private RunFolder() {}

    /** The folder, whether it exists or not: its reader reports the error. */
    static Path of(Path named) {
        return Files.isDirectory(named) ? named : Project.current().runs().resolve(named);
    }
}
