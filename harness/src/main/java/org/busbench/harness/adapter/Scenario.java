package org.busbench.harness.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** A job that a mediator does. */
public enum Scenario {
    /** A proxy with its own address and WSDL forwards to backend A. */
    VIRTUALIZATION,
    /** XPath on the body chooses the backend. */
    CBR,
    /** The client's messages are transformed into the backend's, and its answers back. */
    XSLT;

    /** The name in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names of all scenarios. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Scenario::label).toList();
    }

    /** Reads a scenario's name. */
    public static Scenario of(YamlValue value) {
        return of(value.word(), value);
    }

    /** Reads a scenario's name where it is a key. */
    static Scenario ofKey(YamlMap map, String key) {
        return of(key, map.key(key));
    }

    private static Scenario of(String label, YamlValue place) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.label().equals(label))
                .findFirst()
                .orElseThrow(() -> place.problem("unknown scenario '" + label + "'" + Nearest.hint(label, labels())));
    }

    /** One value for each scenario. */
    static <T> Map<Scenario, T> ordered(Map<Scenario, T> unordered) {
        return java.util.Collections.unmodifiableMap(new java.util.EnumMap<>(unordered));
    }
}
