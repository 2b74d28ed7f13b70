package org.busbench.harness.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.record.RampFigures;
import org.busbench.record.RampSuite;
import org.busbench.record.RampSuite.Claim;
import org.busbench.record.RampSuite.Condition;
import org.busbench.record.RampSuite.Document;
import org.busbench.record.RampSuite.Injector;
import org.busbench.record.RampSuite.Program;
import org.busbench.record.RampSuite.Relation;

/**
 * Reads a suite that compares injectors. {@code docs/schema/ramp-suite-1.schema.json} describes the file for editors.
 *
 * @param sha256 of the file, followed by that of the one that it is like
 */
public record RampSuiteFile(RampSuite suite, String sha256) {
    private static final String SCHEMA = "busbench/ramp-suite/1";
    private static final int HIGHEST_RATE = 200_000;
    private static final int MOST_AGENTS = 10_000;
    private static final double HIGHEST = 1e9;
    private static final String[] KEYS =
            ("schema name like about document ramp drain to repeats payload connections injectors " + "claims")
                    .split(" ");

    /** The file of a suite of ramps: a path, or the name of one in the folder; null when there is none. */
    public static Path find(Path folder, Path named) {
        if (named == null) {
            return null;
        }
        Path byName = folder.resolve(named + ".yaml");
        if (Files.isRegularFile(byName)) {
            return byName;
        }
        return Files.isRegularFile(named) && isRampSuite(named) ? named : null;
    }

    private static boolean isRampSuite(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.anyMatch(line -> line.strip().equals("schema: " + SCHEMA));
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            // The next reader of the file reports it.
            return false;
        }
    }

    /**
     * Reads one.
     *
     * @throws ConfigProblem at the first line that is wrong
     */
    public static RampSuiteFile read(Path file) {
        YamlMap map = YamlFile.read(file).schema(SCHEMA).only(KEYS);
        map.require("name").namedAsFile();
        String sha256 = Checksum.sha256(file);
        if (map.find("like").isPresent()) {
            YamlValue like = map.require("like");
            Path other = file.resolveSibling(like.word() + ".yaml");
            if (!Files.isRegularFile(other)) {
                throw like.problem("there is no " + other + " that this could be like");
            }
            YamlMap first = YamlFile.read(other).schema(SCHEMA).only(KEYS);
            if (first.find("like").isPresent()) {
                throw like.problem(other + " is itself like another: name that one");
            }
            map = first.with(map).without("like");
            sha256 += " " + Checksum.sha256(other);
        }
        return new RampSuiteFile(suite(map), sha256);
    }

    private static RampSuite suite(YamlMap map) {
        return map.require("injectors")
                .stated(() -> new RampSuite(
                        map.require("name").word(),
                        map.require("about").text(),
                        document(map.require("document")),
                        seconds(map.require("ramp"), Duration.ofSeconds(1)),
                        seconds(map.require("drain"), Duration.ofMillis(100)),
                        rates(map.require("to")),
                        (int) map.require("repeats").integer(1, 100),
                        (int) map.require("payload").integer(0, 1_000_000),
                        (int) map.require("connections").integer(1, 4_000),
                        map.require("injectors").someOf(RampSuiteFile::injector),
                        map.someOf("claims", RampSuiteFile::claim)));
    }

    private static Document document(YamlValue value) {
        YamlMap map = value.map().only("title", "source", "published");
        return new Document(
                map.require("title").text(),
                map.require("source").text(),
                map.require("published").word());
    }

    private static double seconds(YamlValue value, Duration least) {
        return value.duration(least, Duration.ofMinutes(10)).toMillis() / 1000.0;
    }

    private static List<Integer> rates(YamlValue value) {
        return value.someOf(rate -> rate.count(10, HIGHEST_RATE)).stream()
                .sorted()
                .toList();
    }

    private static Injector injector(YamlValue value) {
        YamlMap map =
                value.map().only("name", "title", "program", "agents", "threads", "throughput", "delayMicros", "to");
        return value.stated(() -> new Injector(
                map.require("name").word(),
                map.require("title").text(),
                map.require("program").choice("program", Program.class),
                whole(map, "agents", MOST_AGENTS),
                whole(map, "threads", 1_000),
                whole(map, "throughput", MOST_AGENTS),
                whole(map, "delayMicros", 10_000_000),
                map.read("to", RampSuiteFile::rates, List.of())));
    }

    private static int whole(YamlMap map, String key, int most) {
        return map.read(key, number -> number.count(1, most), 0);
    }

    private static Claim claim(YamlValue value) {
        YamlMap map = value.map().only("id", "text", "holds", "cannot", "note");
        return value.stated(() -> new Claim(
                map.require("id").word(),
                map.require("text").text(),
                map.someOf("holds", RampSuiteFile::condition),
                map.read("cannot", YamlValue::text, null),
                map.read("note", YamlValue::text, null)));
    }

    private static Condition condition(YamlValue value) {
        YamlMap map = value.map().only("figure", "of", "against", "to", "is", "value");
        return value.stated(() -> new Condition(
                map.require("figure").oneOf("figure", RampFigures.NAMES),
                map.require("of").word(),
                (int) map.require("to").integer(1, HIGHEST_RATE),
                map.read("against", YamlValue::word, null),
                map.require("is").choice("relation", Relation.class),
                map.require("value").number(0, HIGHEST)));
    }
}
