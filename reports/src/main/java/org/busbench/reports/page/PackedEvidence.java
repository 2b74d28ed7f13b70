package org.busbench.reports.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The evidence of one adapter's wrong cases, small enough to travel within a page: the bytes of both sides, cut in the middle
 * where they are many, and the whole replay scripts. Scripts end alike; their common end is kept once.
 *
 * @param common the end of every script
 * @param cases by id
 */
record PackedEvidence(String common, Map<String, Pieces> cases) {
    private static final String SCRIPT = "replay.py";

    /** Bytes of a file that are shown: so many of its beginning, and a quarter of that of its end. */
    private static final int SHOWN = 1_200;

    /** A longer script is found by its link alone. */
    private static final int LONGEST_SCRIPT = 400_000;

    /**
     * Of one case.
     *
     * @param script without its common end; empty when there is none, or it is too long
     */
    record Pieces(List<Piece> files, String script) {}

    /**
     * A file; each character is a byte.
     *
     * @param bytes in the whole file
     * @param tail the last ones; empty when head has all
     */
    record Piece(String name, long bytes, String head, String tail) {}

    /**
     * Reads the evidence.
     *
     * @param folder the run directory
     * @param paths of the folders, relative to it, by the id of their case; those that are not there are left out
     */
    static PackedEvidence of(Path folder, Map<String, String> paths) throws IOException {
        Map<String, String> scripts = new LinkedHashMap<>();
        Map<String, List<Piece>> files = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : paths.entrySet()) {
            Path place = folder.resolve(entry.getValue());
            if (Files.isDirectory(place)) {
                files.put(entry.getKey(), pieces(place));
                Path script = place.resolve(SCRIPT);
                scripts.put(
                        entry.getKey(),
                        Files.exists(script) && Files.size(script) <= LONGEST_SCRIPT
                                ? Files.readString(script, ISO_8859_1)
                                : "");
            }
        }
        String common = commonEnd(
                scripts.values().stream().filter(text -> !text.isEmpty()).toList());
        Map<String, Pieces> cases = new LinkedHashMap<>();
        files.forEach((id, pieces) -> {
            String script = scripts.get(id);
            cases.put(id, new Pieces(pieces, script.substring(0, Math.max(0, script.length() - common.length()))));
        });
        return new PackedEvidence(common, cases);
    }

    private static List<Piece> pieces(Path place) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.filter(PackedEvidence::isTraffic)
                    .sorted(Comparator.comparing(PackedEvidence::order))
                    .toList()) {
                String text = Files.readString(file, ISO_8859_1);
                boolean all = text.length() <= SHOWN + SHOWN / 4;
                pieces.add(new Piece(
                        file.getFileName().toString(),
                        text.length(),
                        all ? text : text.substring(0, SHOWN),
                        all ? "" : text.substring(text.length() - SHOWN / 4)));
            }
        }
        return pieces;
    }

    private static boolean isTraffic(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".sent") || name.endsWith(".received");
    }

    /** A sorting key: files come in the order in which bytes travel, from the client to the backend and back. */
    private static String order(Path file) {
        String name = file.getFileName().toString();
        return (name.equals("client.sent") ? "0" : name.equals("client.received") ? "2" : "1") + name;
    }

    private static String commonEnd(List<String> texts) {
        if (texts.isEmpty()) {
            return "";
        }
        String end = texts.get(0);
        for (String text : texts) {
            int same = 0;
            while (same < Math.min(end.length(), text.length())
                    && end.charAt(end.length() - 1 - same) == text.charAt(text.length() - 1 - same)) {
                same++;
            }
            end = end.substring(end.length() - same);
        }
        return end;
    }
}
