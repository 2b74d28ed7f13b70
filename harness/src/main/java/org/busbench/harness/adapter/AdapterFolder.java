package org.busbench.harness.adapter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Adapter.Port;
import org.busbench.harness.adapter.Adapter.Requirement;
import org.busbench.harness.adapter.Adapter.Role;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads an adapter's folder. {@code docs/schema/adapter-1.schema.json} describes its file for editors. */
public final class AdapterFolder {
    private static final String SCHEMA = "busbench/adapter/1";
    private static final String[] KEYS = {
        "schema",
        "name",
        "title",
        "version",
        "role",
        "about",
        "requires",
        "programs",
        "java",
        "command",
        "environment",
        "files",
        "ports",
        "ready",
        "stop",
        "scenarios",
        "deviations"
    };
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final Path folder;
    private final YamlMap map;
    private final Map<String, Port> ports;
    private final Set<String> known;
    private final Path project;

    private AdapterFolder(Path folder, Path project) {
        this.folder = folder;
        this.project = project;
        this.map =
                YamlFile.read(folder.resolve(Adapter.FILE_NAME)).schema(SCHEMA).only(KEYS);
        this.ports = map.find("ports").map(AdapterFolder::ports).orElse(Map.of());
        this.known = Expressions.of(ports.keySet());
    }

    /**
     * Reads an adapter, and makes sure that the files which it names are there.
     *
     * @param folder the adapter's folder
     * @param project the project's root, {@code ${project}} in the file
     * @throws org.busbench.harness.text.ConfigProblem at the first line that is wrong
     */
    public static Adapter read(Path folder, Path project) {
        return new AdapterFolder(folder, project).adapter();
    }

    private Adapter adapter() {
        Role role = role(map.require("role"));
        AdapterProgram program = program();
        return new Adapter(
                map.file(),
                name(map.require("name")),
                map.require("title").text(),
                version(map.require("version")),
                role,
                map.require("about").text(),
                map.find("requires").map(AdapterFolder::requirements).orElse(List.of()),
                map.find("programs").map(ProgramSourceReader::read).orElse(List.of()),
                program,
                map.find("environment")
                        .map(value -> value.map().mapped(this::template))
                        .orElse(Map.of()),
                map.find("files")
                        .map(value -> new WorkFileReader(folder, project, known).read(value))
                        .orElse(List.of()),
                ports,
                ready(program),
                map.find("stop").map(AdapterFolder::stop).orElse(Stop.DEFAULT),
                new ServiceReader(role, known).read(map.require("scenarios").map()),
                map.find("deviations").map(AdapterFolder::texts).orElse(List.of()));
    }

    private String name(YamlValue value) {
        String name = AdapterName.of(value);
        String expected = folder.toAbsolutePath().normalize().getFileName().toString();
        if (!name.equals(expected)) {
            throw value.problem("name '" + name + "' is not the folder's name: write " + expected);
        }
        return name;
    }

    private static Version version(YamlValue value) {
        return value.isMap() ? VersionReader.printed(value.map()) : new Version.Stated(value.word());
    }

    private static Role role(YamlValue value) {
        String label = value.text();
        return Arrays.stream(Role.values())
                .filter(role -> role.label().equals(label))
                .findFirst()
                .orElseThrow(() -> value.problem("unknown role '" + label + "'"
                        + Nearest.hint(
                                label,
                                Arrays.stream(Role.values()).map(Role::label).toList())));
    }

    private static List<Requirement> requirements(YamlValue value) {
        return value.list().stream()
                .map(item -> {
                    YamlMap requirement = item.map().only("program", "install");
                    return new Requirement(
                            requirement.require("program").text(),
                            requirement.require("install").text());
                })
                .toList();
    }

    private AdapterProgram program() {
        Optional<YamlValue> java = map.find("java");
        Optional<YamlValue> command = map.find("command");
        if (java.isPresent() && command.isPresent()) {
            throw map.key("command").problem("'java' and 'command' exclude each other: remove one");
        }
        if (java.isPresent()) {
            return new JavaReader(folder, project, known).read(java.get());
        }
        return command.isPresent()
                ? new AdapterProgram.Command(
                        command.get().someOf().stream().map(this::template).toList())
                : new AdapterProgram.None();
    }

    private static Map<String, Port> ports(YamlValue value) {
        Map<Long, String> taken = new HashMap<>();
        return value.map().mapped(item -> {
            long number = item.integer(1, 65_535);
            if (taken.putIfAbsent(number, "") != null) {
                throw item.problem("port " + number + " stands here twice: give each its own");
            }
            return new Port((int) number, item.line());
        });
    }

    private Optional<Readiness> ready(AdapterProgram program) {
        Optional<YamlValue> ready = map.find("ready");
        if (program instanceof AdapterProgram.None) {
            ready.ifPresent(value -> {
                throw map.key("ready").problem("'ready' without 'java' or 'command': nothing is started, remove it");
            });
            return Optional.empty();
        }
        YamlMap value = map.require("ready").map().only("url", "within");
        return Optional.of(new Readiness(
                url(value.require("url"), known), value.require("within").duration(SHORTEST_WAIT, LONGEST_WAIT)));
    }

    private static Stop stop(YamlValue value) {
        YamlMap stop = value.map().only("signal", "within");
        return new Stop(
                stop.find("signal").map(AdapterFolder::signal).orElse(Stop.DEFAULT.signal()),
                stop.find("within")
                        .map(within -> within.duration(SHORTEST_WAIT, LONGEST_WAIT))
                        .orElse(Stop.DEFAULT.within()));
    }

    private static String signal(YamlValue value) {
        String signal = value.text();
        if (!Stop.SIGNALS.contains(signal)) {
            throw value.problem("unknown signal '" + signal + "'" + Nearest.hint(signal, Stop.SIGNALS));
        }
        return signal;
    }

    private Template template(YamlValue value) {
        return template(value, known);
    }

    static Template template(YamlValue value, Set<String> known) {
        Template template = value.template();
        template.check(known);
        return template;
    }

    /** A URL that can be called: {@code http} with a host, or an expression that becomes one. */
    static Template url(YamlValue value, Set<String> known) {
        Template url = template(value, known);
        if (!url.text().matches("(http://[^/\\s]+|\\$\\{backend\\.[A-C]\\.url})(/\\S*)?")) {
            throw value.problem("'" + url.text() + "' is not a URL: write http://HOST:PORT/PATH");
        }
        return url;
    }

    static List<String> texts(YamlValue value) {
        return value.list().stream().map(YamlValue::text).toList();
    }
}
