package org.busbench.harness.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.busbench.harness.adapter.AdapterName;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads a suite file. {@code docs/schema/suite-1.schema.json} describes it for editors. */
public final class SuiteFile {
    private static final String SCHEMA = "busbench/suite/1";
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long MOST_CLIENTS = 20_000;
    private static final long MOST_BLOCKS = 1_000;

    private SuiteFile() {}

    /**
     * Reads a suite.
     *
     * @throws org.busbench.harness.text.ConfigProblem at the first line that is wrong
     */
    public static Suite read(Path file) {
        YamlMap map = YamlFile.read(file)
                .schema(SCHEMA)
                .only(
                        "schema",
                        "name",
                        "about",
                        "adapters",
                        "scenarios",
                        "payloads",
                        "concurrency",
                        "blocks",
                        "primer",
                        "warmup",
                        "measure",
                        "seed",
                        "errorBound",
                        "jvm");
        return new Suite(
                file,
                name(map.require("name"), file),
                map.require("about").text(),
                distinct(map.require("adapters"), AdapterName::of),
                distinct(map.require("scenarios"), value -> Scenario.of(value).label()),
                distinct(map.require("payloads"), SuiteFile::payload),
                distinct(map.require("concurrency"), value -> (int) value.integer(1, MOST_CLIENTS)),
                (int) map.require("blocks").integer(1, MOST_BLOCKS),
                map.require("primer").duration(Duration.ZERO, LONGEST),
                map.require("warmup").duration(Duration.ZERO, LONGEST),
                map.require("measure").duration(Duration.ofMillis(100), LONGEST),
                map.require("seed").integer(0, Long.MAX_VALUE),
                map.find("errorBound").map(YamlValue::share).orElse(0.0),
                map.find("jvm").map(SuiteFile::jvmOptions).orElse(List.of()));
    }

    private static String name(YamlValue value, Path file) {
        String name = AdapterName.of(value);
        String expected = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        if (!name.equals(expected)) {
            throw value.problem("name '" + name + "' is not the file's name: write " + expected);
        }
        return name;
    }

    private static String payload(YamlValue value) {
        String payload = value.word();
        if (!Suite.PAYLOADS.contains(payload)) {
            throw value.problem("unknown payload '" + payload + "'" + Nearest.hint(payload, Suite.PAYLOADS));
        }
        return payload;
    }

    private static List<String> jvmOptions(YamlValue jvm) {
        return jvm.map().only("options").require("options").list().stream()
                .map(YamlValue::text)
                .toList();
    }

    private static <T> List<T> distinct(YamlValue list, Function<YamlValue, T> reader) {
        Map<T, Integer> lines = new HashMap<>();
        return list.someOf().stream()
                .map(item -> {
                    T value = reader.apply(item);
                    Integer first = lines.putIfAbsent(value, item.line());
                    if (first != null) {
                        throw item.problem(
                                "'" + value + "' stands here twice (first in line " + first + "): remove one");
                    }
                    return value;
                })
                .toList();
    }
}
