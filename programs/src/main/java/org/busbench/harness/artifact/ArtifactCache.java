package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that are kept between commands, beside Maven's local repository: unpacked Debian packages, and
 * archives that their makers publish. All of it can be deleted at any time and is made again.
 *
 * @param folder where, created when something is kept
 */
public record ArtifactCache(Path folder) {

    public static ArtifactCache ofUser() {
        return of(Artifacts.userHome());
    }

    /** {@code busbench} in the user's folder for caches: {@code XDG_CACHE_HOME}, or {@code .cache} below the home. */
    static ArtifactCache of(Path home) {
        Path caches = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(named -> !named.isBlank() && home.equals(Artifacts.userHome()))
                .map(Path::of)
                .orElse(home.resolve(".cache"));
        return new ArtifactCache(caches.resolve("busbench"));
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
