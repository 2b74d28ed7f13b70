package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.common.Sha256;

/** The findings of a check, one line each, with file and line. Not safe for concurrent use. */
final class Problems {

    private final Path directory;
    private final List<String> lines = new ArrayList<>();
    private long compared;

    Problems(Path directory) {
        this.directory = directory;
    }

    /** Says of a file, which may be gone by now, when it has not the SHA-256 that was noted in another one. */
    void edited(String file, String sha256, Object notedIn) throws IOException {
        Path now = directory.resolve(file);
        if (!Files.exists(now) || !Sha256.of(now).equals(sha256)) {
            at(file, "was edited: its SHA-256 is not the one in %s", notedIn);
        }
    }

    void at(String file, String problem, Object... values) {
        add(directory.resolve(file) + ": ", problem, values);
    }

    Line line(String file, int number) {
        return new Line(file, number);
    }

    /** What is wrong with a line of a file. */
    final class Line {
        private final String file;
        private final int number;

        private Line(String file, int number) {
            this.file = file;
            this.number = number;
        }

        void says(String problem, Object... values) {
            add(directory.resolve(file) + ":" + number + ": ", problem, values);
        }

        void same(String figure, long recorded, long follows, String from) {
            compared++;
            if (recorded != follows) {
                says("'%s' is %d, but %s says %d", figure, recorded, from, follows);
            }
        }

        /** Compares a figure that may be off by a share of itself. */
        void near(String figure, double recorded, double follows, double share, String from) {
            compared++;
            if (!(Math.abs(recorded - follows) <= share * Math.abs(follows))) {
                says("'%s' is %s, but %s says %s", figure, recorded, from, follows);
            }
        }

        @Override
        public String toString() {
            return "line " + number + " of " + file;
        }
    }

    /** A figure was compared, and what is wrong with it is said elsewhere. */
    void compare() {
        compared++;
    }

    void known(String line) {
        lines.add(line);
    }

    long compared() {
        return compared;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    private void add(String place, String problem, Object... values) {
        lines.add(place + String.format(Locale.ROOT, problem, values).replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }
}
