package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.common.ErrorClass;

/** Reads {@code errors.csv}: how many requests of each kind failed in an interval of a load. */
final class IntervalErrors {

    private static final String HEADER = "second-start-millis,class,count";

    private IntervalErrors() {}

    /**
     * A row.
     *
     * @param startMillis when the interval began, milliseconds since the epoch
     * @param kind why the requests failed
     * @param count how many did, at least 1
     */
    record Row(long startMillis, ErrorClass kind, long count) {}

    static List<Row> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IOException(file + " does not begin with the header '" + HEADER + "'");
        }
        Map<String, ErrorClass> kinds = new TreeMap<>();
        for (ErrorClass kind : ErrorClass.values()) {
            kinds.put(kind.key(), kind);
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] fields = lines.get(i).split(",", -1);
            if (fields.length != 3
                    || !kinds.containsKey(fields[1])
                    || !fields[0].matches("[0-9]{1,15}")
                    || !fields[2].matches("[0-9]{1,15}")) {
                throw new IOException(file + " has in line " + (i + 1) + " '" + lines.get(i) + "' instead of " + HEADER
                        + " with a class of " + kinds.keySet());
            }
            rows.add(new Row(Long.parseLong(fields[0]), kinds.get(fields[1]), Long.parseLong(fields[2])));
        }
        return rows;
    }
}
