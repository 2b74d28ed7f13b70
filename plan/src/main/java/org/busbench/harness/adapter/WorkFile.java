package org.busbench.harness.adapter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.text.Template;

/** Something that must be in the work folder before the start. */
public sealed interface WorkFile {
    /** Where it is at the end, relative to the work folder. */
    String to();

    /** The archive to download; empty for a file that is here. */
    default Optional<Archive> download() {
        return Optional.empty();
    }

    /**
     * A file or folder that is copied there.
     *
     * @param from where it is: relative to the adapter's folder, or below <code>${project}</code>
     * @param template whether expressions are replaced inside
     * @param replace plain text to replace inside, and by what; in order
     */
    record Copy(Template from, String to, boolean template, Map<String, Template> replace) implements WorkFile {
        public Copy {
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
        }
    }

    /** A folder with nothing in it, which version control would not keep. */
    record EmptyFolder(String to) implements WorkFile {}

    /**
     * A distribution, unpacked.
     *
     * @param strip how many leading folders of its entries are left out
     */
    record Unpack(Archive archive, String to, int strip) implements WorkFile {
        @Override
        public Optional<Archive> download() {
            return Optional.of(archive);
        }
    }

    /**
     * A file of a Maven repository, as it is and where Maven's layout puts it: for containers that look for their bundles
     * in a repository of their own.
     */
    record Stored(Archive.Artifact archive, String to) implements WorkFile {
        @Override
        public Optional<Archive> download() {
            return Optional.of(archive);
        }
    }

    /** A file or folder that a distribution brought and that must go. */
    record Delete(String to) implements WorkFile {}

    /**
     * A file that is there already, changed.
     *
     * @param replace plain text to replace inside, each of which must occur, and by what; in order
     */
    record Edit(String to, Map<String, Template> replace) implements WorkFile {
        public Edit {
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
        }
    }

    /** One file that is fetched: a distribution to be unpacked, or a file of a repository. */
    public sealed interface Archive {

        /**
         * An artifact of a Maven repository, without what it depends on.
         *
         * @param coordinates {@code group:artifact[:type[:classifier]]:version}
         */
        record Artifact(String coordinates, String sha256, int line) implements Archive {}

        /** An archive that its maker publishes elsewhere. */
        record Published(Download download) implements Archive {}
    }
}
