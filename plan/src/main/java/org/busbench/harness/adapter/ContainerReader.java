package org.busbench.harness.adapter;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code container:}. */
record ContainerReader(Set<String> known) {
    private static final Pattern ANYTHING = Pattern.compile("(?s).*");
    private static final Pattern IMAGE = Pattern.compile("[a-zA-Z0-9][\\w./:@-]*");
    private static final Pattern MEMORY = Pattern.compile("[1-9][0-9]*[kmg]");
    private static final Pattern CPUS = Pattern.compile("(?=.*[1-9])([0-9]+(\\.[0-9]+)?|\\.[0-9]+)");
    private static final String NUMBER = "([0-9]{1,5}|\\$\\{port\\.[^}]+})";
    private static final Pattern PORT = Pattern.compile("([0-9.]+:|\\[[0-9a-f:]+]:)?" + NUMBER + ":" + NUMBER);
    private static final Pattern MOUNT = Pattern.compile("(/|\\$\\{)[^:]*:/[^:]*(:ro)?");
    private static final Pattern NETWORK = Pattern.compile("[a-zA-Z0-9][\\w.-]*");

    AdapterProgram.Container read(YamlMap map) {
        map.only("image", "engine", "args", "ports", "network", "mounts", "env", "memory", "cpus");
        if (map.find("network").isPresent() == map.find("ports").isPresent()) {
            throw map.problem("a container is reached by 'network: host' or by published 'ports': write one of them");
        }
        return new AdapterProgram.Container(
                map.require("image").matching(IMAGE, "the name of an image"),
                map.read("engine", name -> name.choice("engine", ContainerEngine.class), ContainerEngine.DOCKER),
                templates(map.find("args"), ANYTHING, ""),
                map.find("network").map(value -> value.matching(NETWORK, "the name of a network")),
                templates(map.find("ports"), PORT, "HOST:CONTAINER or ADDRESS:HOST:CONTAINER, such as \"8290:8290\""),
                templates(map.find("mounts"), MOUNT, "FROM:TO or FROM:TO:ro with absolute paths"),
                map.read("env", value -> value.map().mapped(item -> AdapterFolder.template(item, known)), Map.of()),
                map.find("memory").map(value -> value.matching(MEMORY, "a size like 512m or 2g")),
                map.find("cpus").map(value -> value.worded(CPUS, "a number of CPUs like 1.5")));
    }

    /** An unknown name in an expression is said before a wrong form. */
    private List<Template> templates(Optional<YamlValue> list, Pattern pattern, String form) {
        return list.map(value -> value.someOf(item -> {
                    Template template = AdapterFolder.template(item, known);
                    item.worded(pattern, form);
                    return template;
                }))
                .orElse(List.of());
    }
}
