package org.busbench.harness.measure;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;

/**
 * The values of clocks, counters and counts that were read while a trial ran. They are the evidence of every figure that no log of the injector has:
 * the figures are made from the same values, and {@code check} computes them again from the file. For one thread at a time.
 */
public final class Readings {
    public static final String FILE = "readings.csv.gz";

    /** The role of what no single party has. */
    static final String MACHINE = "machine";
    /** The process of a value that several processes have together. */
    static final String ALL = "all";

    private static final String HEADER = "moment,monotonicNanos,wallMillis,role,process,name,value,source";

    private final List<Line> lines = new ArrayList<>();

    /**
     * One value.
     *
     * @param process the process's ID, behind the host's name where there are several injectors; else a word of results.md
     * @param name with its unit, as {@code cpuNanos}
     * @param source the file or call that told it
     */
    public record Line(Moment moment, String role, String process, String name, long value, String source) {
        private String csv() {
            return moment.csv() + ',' + role + ',' + process + ',' + name + ',' + value + ',' + source + '\n';
        }
    }

    /**
     * An instant at which values are read.
     *
     * @param name where in the trial it lies, as {@code start}
     * @param monotonicNanos of a clock that is never set, and starts anywhere
     */
    public record Moment(String name, long monotonicNanos, long wallMillis) {
        public static Moment now(String name) {
            return new Moment(name, System.nanoTime(), System.currentTimeMillis());
        }

        public Moment called(String other) {
            return new Moment(other, monotonicNanos, wallMillis);
        }

        private String csv() {
            return name + ',' + monotonicNanos + ',' + wallMillis;
        }
    }

    /** The place of values of one process at one instant. */
    public final class Values {
        private final Moment moment;
        private final String role;
        private final String process;
        private final String source;

        private Values(Moment moment, String role, String process, String source) {
            this.moment = moment;
            this.role = role;
            this.process = process;
            this.source = source;
        }

        public Values add(String name, long value) {
            lines.add(new Line(moment, role, process, name, value, source));
            return this;
        }

        /** Adds nothing for null. */
        public Values addKnown(String name, Long value) {
            return value == null ? this : add(name, value);
        }

        public Values addKnown(String name, OptionalLong value) {
            return value.isEmpty() ? this : add(name, value.getAsLong());
        }
    }

    public Values of(Moment moment, ProcessRole role, String process, String source) {
        return of(moment, role.key(), process, source);
    }

    Values of(Moment moment, String role, String process, String source) {
        return new Values(moment, role, process, source);
    }

    public void addAll(List<Line> more) {
        lines.addAll(more);
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    /** The lines of a role, as the other side of a duet sees them. */
    public static List<Line> ofRival(List<Line> lines) {
        return lines.stream()
                .map(line -> line.role.equals(ProcessRole.MEDIATOR.key())
                        ? in(line, ProcessRole.RIVAL.key(), line.process)
                        : line.role.equals(ProcessRole.RIVAL.key())
                                ? in(line, ProcessRole.MEDIATOR.key(), line.process)
                                : line)
                .toList();
    }

    /** The lines of a role alone, with the name of the host on which its process runs. */
    public static List<Line> on(String host, ProcessRole role, List<Line> lines) {
        return lines.stream()
                .filter(line -> line.role.equals(role.key()))
                .map(line -> in(line, line.role, host + "/" + line.process))
                .toList();
    }

    private static Line in(Line line, String role, String process) {
        return new Line(line.moment, role, process, line.name, line.value, line.source);
    }

    /** Writes a line for each value, below a header, as CSV in gzip. */
    public static void write(List<Line> lines, Path file) throws IOException {
        try (Writer out =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            out.write(HEADER + "\n");
            for (Line line : lines) {
                out.write(line.csv());
            }
        }
    }
}
