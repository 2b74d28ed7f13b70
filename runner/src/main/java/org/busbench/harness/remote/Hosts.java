package org.busbench.harness.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.record.Host.Part;

/**
 * Which host is what in a run over several hosts, as a file of the user says.
 *
 * @param file where it was read from
 * @param injectors at least one, no host twice
 * @param mediatorCpus to how many CPUs of its host the mediator is kept, a run for each; empty for all that there are
 */
public record Hosts(Path file, List<Host> injectors, Host mediator, Host backend, List<Integer> mediatorCpus) {

    /** Name and version of the format; {@code docs/schema/hosts-1.schema.json} describes it. */
    public static final String SCHEMA = "busbench/hosts/1";

    private static final String CPUS = "cpus";

    /** A dash at the beginning would be an option of ssh. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@:-]{0,252}");

    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.:-]{0,252}");
    private static final int MOST_CPUS = 4096;
    /** Places that no remote shell would expand; others are refused. */
    private static final Pattern PLACE = Pattern.compile("[A-Za-z0-9_./@+-]*[A-Za-z0-9_@+-]");

    public Hosts {
        injectors = List.copyOf(injectors);
        mediatorCpus = List.copyOf(mediatorCpus);
        if (injectors.isEmpty()) {
            throw new IllegalArgumentException("hosts without an injector");
        }
    }

    /**
     * A host in one role.
     *
     * @param name as ssh knows it
     * @param address under which the other hosts reach it; empty for an injector, which takes no requests
     * @param folder what busbench keeps there, absolute or from the home of the user; empty for {@code .cache/busbench/hosts}
     * @param java absolute folder of the JDK there; empty for that of the environment
     */
    public record Host(Part role, String name, String address, Optional<String> folder, Optional<String> java) {}

    /** All, the injectors first. */
    public List<Host> all() {
        List<Host> all = new ArrayList<>(injectors);
        all.add(mediator);
        all.add(backend);
        return all;
    }

    /**
     * Reads the file.
     *
     * @throws org.busbench.harness.text.Problem when it cannot be read or says what cannot be
     */
    public static Hosts read(Path file) {
        YamlMap top = YamlFile.read(file).schema(SCHEMA).only("schema", "injectors", "mediator", "backend");
        Map<String, Host> injectors = new LinkedHashMap<>();
        for (YamlValue item : top.require("injectors").someOf()) {
            Host host = injector(item);
            if (injectors.put(host.name(), host) != null) {
                throw item.problem("injector " + host.name() + " stands here twice: remove one");
            }
        }
        YamlMap mediator = top.require("mediator").map().only("host", "address", "folder", "java", CPUS);
        YamlMap backend = top.require("backend").map().only("host", "address", "folder", "java");
        return new Hosts(
                file,
                List.copyOf(injectors.values()),
                host(Part.MEDIATOR, mediator),
                host(Part.BACKEND, backend),
                mediator.read(CPUS, cpus -> cpus.distinct(item -> item.count(1, MOST_CPUS)), List.of()));
    }

    private static Host injector(YamlValue item) {
        if (!item.isMap()) {
            return new Host(Part.INJECTOR, name(item), "", Optional.empty(), Optional.empty());
        }
        YamlMap map = item.map().only("host", "folder", "java");
        return new Host(Part.INJECTOR, name(map.require("host")), "", place(map, "folder"), java(map));
    }

    private static Host host(Part role, YamlMap map) {
        YamlValue address = map.require("address");
        if (!ADDRESS.matcher(address.word()).matches()) {
            throw address.problem("address is '" + address.word()
                    + "': write the address by which the other hosts reach this one, without a port");
        }
        return new Host(role, name(map.require("host")), address.word(), place(map, "folder"), java(map));
    }

    private static String name(YamlValue value) {
        if (!NAME.matcher(value.word()).matches()) {
            throw value.problem("'" + value.word() + "' is no host: write its name as 'ssh NAME' takes it");
        }
        return value.word();
    }

    private static Optional<String> java(YamlMap map) {
        Optional<String> java = place(map, "java");
        if (java.isPresent() && !java.get().startsWith("/")) {
            throw map.require("java").problem("java is '" + java.get() + "': write the absolute folder of a JDK");
        }
        return java;
    }

    private static Optional<String> place(YamlMap map, String key) {
        return map.find(key).map(value -> {
            if (!PLACE.matcher(value.text()).matches()) {
                throw value.problem(key + " is '" + value.text()
                        + "': write a path of letters, digits and ./_@+-, absolute or from the home of the user there");
            }
            return value.text();
        });
    }
}
