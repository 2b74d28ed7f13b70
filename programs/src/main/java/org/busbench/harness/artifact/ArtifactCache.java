package org.busbench.harness.artifact;

import java.nio.file.Path;
import org.busbench.common.WritablePlace;

/**
 * Files that are kept between commands, beside Maven's local repository: unpacked Debian packages, and
 * archives that their makers publish. All of it can be deleted at any time and is made again.
 *
 * @param folder where, created when something is kept
 */
public record ArtifactCache(Path folder) {

    public static ArtifactCache ofUser() {
        return new ArtifactCache(WritablePlace.caches());
    }

    /** Where a Debian package of this name and version is unpacked. */
    Path debian(String name) {
        return folder.resolve("debian").resolve(name);
    }

    /** Where a file that its maker publishes lies, and what was unpacked of it: another content is another folder. */
    Path published(String sha256) {
        return folder.resolve("url").resolve(sha256);
    }
}
