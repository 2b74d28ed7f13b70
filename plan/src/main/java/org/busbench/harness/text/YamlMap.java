package org.busbench.harness.text;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A YAML map whose keys are text and unique. Readers name the keys that they know; any other is an error. */
public final class YamlMap {
    private final YamlValue self;
    private final Map<String, YamlValue> keys;
    private final Map<String, YamlValue> values;

    YamlMap(YamlValue self, Map<String, YamlValue> keys, Map<String, YamlValue> values) {
        this.self = self;
        this.keys = new LinkedHashMap<>(keys);
        this.values = new LinkedHashMap<>(values);
    }

    public Path file() {
        return self.file();
    }

    public int line() {
        return self.line();
    }

    /** The keys, in the order of the file. */
    public List<String> keys() {
        return List.copyOf(values.keySet());
    }

    /** Refuses a key that is none of these, and names the nearest. */
    public YamlMap only(String... known) {
        return only(List.of(known));
    }

    /** Refuses a key that is none of these, and names the nearest. */
    public YamlMap only(Collection<String> known) {
        for (Map.Entry<String, YamlValue> key : keys.entrySet()) {
            if (!known.contains(key.getKey())) {
                throw key.getValue().problem("unknown key '" + key.getKey() + "'" + Nearest.hint(key.getKey(), known));
            }
        }
        return this;
    }

    /** Refuses a document of another kind or version. */
    public YamlMap schema(String expected) {
        YamlValue schema = require("schema");
        if (!schema.text().equals(expected)) {
            throw schema.problem("schema '" + schema.text() + "' is not known: this busbench reads " + expected);
        }
        return this;
    }

    /** This map with the keys of another one, whose values win. */
    public YamlMap with(YamlMap other) {
        Map<String, YamlValue> allKeys = new LinkedHashMap<>(keys);
        allKeys.putAll(other.keys);
        Map<String, YamlValue> allValues = new LinkedHashMap<>(values);
        allValues.putAll(other.values);
        return new YamlMap(self, allKeys, allValues);
    }

    /** This map without a key. */
    public YamlMap without(String key) {
        Map<String, YamlValue> otherKeys = new LinkedHashMap<>(keys);
        otherKeys.remove(key);
        Map<String, YamlValue> otherValues = new LinkedHashMap<>(values);
        otherValues.remove(key);
        return new YamlMap(self, otherKeys, otherValues);
    }

    /** The value of a key that may be absent. */
    public Optional<YamlValue> find(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** What a reader makes of the value of a key, or something else where the key is absent. */
    public <T> T read(String key, Function<YamlValue, ? extends T> reader, T otherwise) {
        return values.containsKey(key) ? reader.apply(values.get(key)) : otherwise;
    }

    /** What a reader makes of the items of the list of a key, at least one; none where the key is absent. */
    public <T> List<T> someOf(String key, Function<YamlValue, ? extends T> reader) {
        return values.containsKey(key) ? values.get(key).someOf(reader) : List.of();
    }

    /** The value of a key that must be there. */
    public YamlValue require(String key) {
        return find(key).orElseThrow(() -> self.problem("key '" + key + "' is missing: add it"));
    }

    /** Where a key stands, for an error about the key itself. */
    public YamlValue key(String key) {
        return keys.get(key);
    }

    /** Reads each value, in the order of the file. */
    public <T> Map<String, T> mapped(Function<YamlValue, T> reader) {
        Map<String, T> read = new LinkedHashMap<>();
        values.forEach((key, value) -> read.put(key, reader.apply(value)));
        return read;
    }

    /** A problem with the map as a whole. */
    public ConfigProblem problem(String message) {
        return self.problem(message);
    }
}
