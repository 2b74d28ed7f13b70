package org.busbench.harness.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.text.Checksum;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Claim;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Entry;
import org.busbench.record.Publication.Figure;
import org.busbench.record.Publication.Place;
import org.busbench.record.Publication.Relation;
import org.busbench.record.Publication.Table;
import org.busbench.record.Publication.TestedSystem;

/**
 * Reads a published test: its tables and claims. {@code docs/schema/publication-1.schema.json} describes the file for
 * editors.
 */
public final class PublicationFile {
    private static final String SCHEMA = "busbench/publication/1";
    private static final int MOST_CLIENTS = 20_000;
    private static final double HIGHEST = 1e12;

    private final Scenarios scenarios;
    private final YamlMap file;
    private final Optional<YamlMap> cell;
    private final List<String> systems;
    private final Map<String, Scenario> read = new HashMap<>();

    private PublicationFile(YamlMap file, Scenarios scenarios) {
        this.file = file;
        this.scenarios = scenarios;
        this.cell = file.find("cell").map(value -> value.map().only("scenario", "size", "clients"));
        this.systems = file.require("systems").map().keys();
    }

    /**
     * Reads the publication that a suite names, or whose file it gives as a path with a slash, relative to its own.
     *
     * @throws ConfigProblem at the first line that is wrong
     */
    static Publication read(YamlValue name, Scenarios scenarios) {
        String word = name.word();
        Path folder = scenarios.parent().resolveSibling("publications");
        Path file = word.contains("/")
                ? name.file().toAbsolutePath().getParent().resolve(word).normalize()
                : folder.resolve(word + ".yaml");
        if (!Files.isRegularFile(file)) {
            throw name.problem(
                    word.contains("/")
                            ? "no publication: there is no file " + file
                            : "unknown publication '" + word + "'" + Nearest.hint(word, names(folder)));
        }
        return read(file, scenarios);
    }

    /**
     * Reads a publication.
     *
     * @throws ConfigProblem at the first line that is wrong
     */
    public static Publication read(Path file, Scenarios scenarios) {
        YamlMap map = YamlFile.read(file)
                .schema(SCHEMA)
                .only("schema", "name", "title", "source", "published", "about", "cell", "systems", "tables", "claims");
        return new PublicationFile(map, scenarios).publication(file);
    }

    private static List<String> names(Path folder) {
        try {
            return Listing.of(folder).stream()
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.replaceFirst("\\.yaml$", ""))
                    .sorted()
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private Publication publication(Path path) {
        return file.require("claims")
                .stated(() -> new Publication(
                        file.require("name").namedAsFile(),
                        file.require("title").text(),
                        file.require("source").text(),
                        file.require("published").text(),
                        file.require("about").text(),
                        path.toString(),
                        Checksum.sha256(path),
                        file.require("systems").map().mapped(Function.identity()).entrySet().stream()
                                .map(system -> system(system.getKey(), system.getValue()))
                                .toList(),
                        file.someOf("tables", this::table),
                        file.require("claims").someOf(this::claim)));
    }

    private static TestedSystem system(String name, YamlValue value) {
        YamlMap map = value.map().only("title", "adapter", "note");
        return value.stated(() -> new TestedSystem(
                name,
                map.require("title").text(),
                map.read("adapter", YamlValue::named, null),
                map.read("note", YamlValue::text, null)));
    }

    private Table table(YamlValue value) {
        YamlMap map = value.map().only("id", "title", "unreadable", "rows");
        return value.stated(() -> new Table(
                map.require("id").word(),
                map.require("title").text(),
                map.read("unreadable", YamlValue::text, null),
                map.someOf("rows", this::row)));
    }

    private Entry row(YamlValue value) {
        YamlMap map =
                value.map().only("system scenario size clients figure label unit value failed requests".split(" "));
        Optional<Figure> figure = map.find("figure").map(PublicationFile::figure);
        if (figure.isPresent() && map.find("unit").isPresent()) {
            throw map.key("unit")
                    .problem(
                            "'" + figure.get().key() + "' is in " + figure.get().unit() + ": remove 'unit'");
        }
        return value.stated(() -> new Entry(
                system(map.require("system")),
                place(map, (int) clients(map).integer(1, MOST_CLIENTS)),
                figure.orElse(null),
                map.find("label")
                        .map(YamlValue::text)
                        .or(() -> figure.map(Figure::key))
                        .orElseThrow(() -> value.problem("a row needs a 'figure' of ours, or a 'label' and a 'unit'")),
                map.require("value").number(0, HIGHEST),
                figure.map(Figure::unit).orElseGet(() -> map.require("unit").text()),
                map.read("failed", number -> number.integer(0, Long.MAX_VALUE), null),
                map.read("requests", number -> number.integer(0, Long.MAX_VALUE), null)));
    }

    private Claim claim(YamlValue value) {
        YamlMap map = value.map().only("id", "text", "holds", "cannot", "note");
        return value.stated(() -> new Claim(
                map.require("id").word(),
                map.require("text").text(),
                map.someOf("holds", this::condition),
                map.read("cannot", YamlValue::text, null),
                map.read("note", YamlValue::text, null)));
    }

    private Condition condition(YamlValue value) {
        YamlMap map = value.map().only("figure", "of", "against", "is", "value", "scenario", "size", "clients");
        YamlValue clients = clients(map);
        List<Integer> levels = clients.isList()
                ? clients.someOf(level -> level.count(1, MOST_CLIENTS))
                : List.of(clients.count(1, MOST_CLIENTS));
        Place place = place(map, levels.get(0));
        return value.stated(() -> new Condition(
                figure(map.require("figure")),
                system(map.require("of")),
                map.read("against", this::system, null),
                map.require("is").choice("relation", Relation.class),
                map.read("value", bound -> bound.number(0, HIGHEST), null),
                place.scenario(),
                place.payload(),
                levels));
    }

    private Place place(YamlMap map, int clients) {
        YamlValue named = ofCell(map, "scenario");
        Scenario scenario = read.computeIfAbsent(named.word(), unread -> scenarios.find(named));
        YamlValue size = ofCell(map, "size");
        if (!scenario.sizes().contains(size.word())) {
            throw size.problem("scenario '" + scenario.name() + "' has no size '" + size.word() + "'"
                    + Nearest.hint(size.word(), scenario.sizes()));
        }
        return new Place(scenario.name(), size.word(), clients);
    }

    private YamlValue clients(YamlMap map) {
        return ofCell(map, "clients");
    }

    /** The value of the entry itself, else the one that holds for all. */
    private YamlValue ofCell(YamlMap map, String key) {
        return map.find(key)
                .or(() -> cell.flatMap(all -> all.find(key)))
                .orElseThrow(() -> map.problem("key '" + key + "' is missing: add it here, or to 'cell' for all"));
    }

    private String system(YamlValue value) {
        return value.oneOf("system", systems);
    }

    private static Figure figure(YamlValue value) {
        return value.choice("figure", Figure.class);
    }
}
