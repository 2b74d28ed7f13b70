package org.busbench.plans;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The samples in a JTL of JMeter's CSV form, as maps from column to value. */
record Jtl(List<String> columns, List<Map<String, String>> samples) {
    private static final Pattern FIELD = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^\",\n]*))(,|\n)");

    static Jtl read(Path file) throws IOException {
        List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>()));
        String text = Files.readString(file);
        Matcher field = FIELD.matcher(text);
        int end = 0;
        while (field.find()) {
            String quoted = field.group(1);
            rows.get(rows.size() - 1).add(quoted == null ? field.group(2) : quoted.replace("\"\"", "\""));
            if (field.group(3).equals("\n")) {
                rows.add(new ArrayList<>());
            }
            end = field.end();
        }
        if (end != text.length()) {
            throw new IOException(file + " is not CSV from character " + end + ": " + text.substring(end));
        }
        List<String> columns = rows.get(0);
        List<Map<String, String>> samples = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size() - 1)) {
            Map<String, String> sample = new TreeMap<>();
            for (int column = 0; column < columns.size(); column++) {
                sample.put(columns.get(column), row.get(column));
            }
            samples.add(sample);
        }
        return new Jtl(columns, samples);
    }

    List<Map<String, String>> failures() {
        return samples.stream()
                .filter(sample -> !sample.get("success").equals("true"))
                .toList();
    }
}
