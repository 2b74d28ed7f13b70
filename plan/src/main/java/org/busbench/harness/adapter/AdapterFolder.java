package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter.Port;
import org.busbench.harness.adapter.Adapter.ProgramSource;
import org.busbench.harness.adapter.Adapter.Readiness;
import org.busbench.harness.adapter.Adapter.Requirement;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.adapter.Adapter.Version;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.adapter.WorkFile.Archive;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.busbench.harness.text.YamlFile;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;
import org.busbench.record.Role;

/** Reads an adapter's folder. {@code docs/schema/adapter-1.schema.json} describes its file for editors. */
public final class AdapterFolder {
    private static final String SCHEMA = "busbench/adapter/1";
    private static final String[] KEYS =
            ("schema name title version role about requires programs java command target container "
                            + "environment files ports ready stop scenarios deviations tells")
                    .split(" ");
    private static final Pattern VARIABLE = Pattern.compile("[^=]+");
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
        this.ports = map.read("ports", AdapterFolder::ports, Map.of());
        this.known = Expressions.of(ports.keySet());
    }

    /**
     * Reads an adapter, and makes sure that the files which it names are there.
     *
     * @param project the project's root, {@code ${project}} in the file
     * @throws org.busbench.harness.text.ConfigProblem at the first line that is wrong
     */
    public static Adapter read(Path folder, Path project) {
        return new AdapterFolder(folder, project).adapter();
    }

    private Adapter adapter() {
        Role role = map.require("role").choice("role", Role.class);
        AdapterProgram program = program();
        return new Adapter(
                map.file(),
                map.require("name").namedAsFolder(),
                map.require("title").text(),
                version(map.require("version")),
                role,
                map.require("about").text(),
                map.read("requires", AdapterFolder::requirements, List.of()),
                map.someOf("programs", ProgramSourceReader::source),
                program,
                map.read("environment", value -> environment(value.map()), Map.of()),
                map.read("files", value -> new WorkFileReader(folder, project, known).read(value), List.of()),
                ports,
                ready(program),
                map.read("stop", AdapterFolder::stop, Stop.DEFAULT),
                new ServiceReader(role, known, program instanceof AdapterProgram.Target)
                        .read(map.require("scenarios").map()),
                map.read("deviations", YamlValue::texts, List.of()),
                tells(program));
    }

    private Map<String, Template> environment(YamlMap map) {
        map.keys().forEach(name -> map.key(name).worded(VARIABLE, "the name of an environment variable"));
        return map.mapped(this::template);
    }

    private static Version version(YamlValue value) {
        if (!value.isMap()) {
            return new Version.Stated(value.word());
        }
        YamlMap map = value.map().only("command", "pattern");
        List<String> command = map.require("command").someOf(YamlValue::text);
        return new Version.Printed(command, oneGroup(map.require("pattern"), "the version"), map.line());
    }

    private static List<Requirement> requirements(YamlValue value) {
        return value.list(item -> {
            YamlMap requirement = item.map().only("program", "install");
            return new Requirement(
                    requirement.require("program").text(),
                    requirement.require("install").text());
        });
    }

    private AdapterProgram program() {
        Optional<YamlValue> java = map.find("java");
        Optional<YamlValue> command = map.find("command");
        List<String> kinds = Stream.of("java", "command", "container", "target")
                .filter(kind -> map.find(kind).isPresent())
                .toList();
        if (kinds.size() > 1) {
            throw map.key(kinds.get(1))
                    .problem("'" + kinds.get(0) + "' and '" + kinds.get(1) + "' exclude each other: remove one");
        }
        if (kinds.contains("target")) {
            for (String key : List.of("ports", "files", "environment", "stop", "programs")) {
                if (map.find(key).isPresent()) {
                    throw map.key(key).problem("'" + key + "' beside 'target': nothing is started, remove it");
                }
            }
            return new TargetReader(folder, project, known).read(map.require("target"));
        }
        if (kinds.contains("container")) {
            map.find("environment").ifPresent(value -> {
                throw map.key("environment").problem("'environment' beside 'container': write 'env' below 'container'");
            });
            return new ContainerReader(known).read(map.require("container").map());
        }
        if (java.isPresent()) {
            return new JavaReader(folder, project, known).read(java.get());
        }
        return command.isPresent()
                ? new AdapterProgram.Command(templates(command.get().someOf(), known))
                : new AdapterProgram.None();
    }

    static Map<String, Port> ports(YamlValue value) {
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
                throw map.key("ready")
                        .problem("'ready' without 'java', 'command' or 'container': nothing is started, remove it");
            });
            return Optional.empty();
        }
        boolean running = program instanceof AdapterProgram.Target;
        if (running && ready.isEmpty()) {
            return Optional.empty();
        }
        YamlMap value = map.require("ready").map().only("url", "within");
        if (!running && value.require("url").text().startsWith("https:")) {
            throw value.require("url")
                    .problem("what is started here is asked by plain http whether it is up: write http://");
        }
        return Optional.of(new Readiness(
                url(value.require("url"), known, running),
                value.read("within", within -> within.duration(SHORTEST_WAIT, LONGEST_WAIT), Readiness.PATIENCE)));
    }

    private Map<String, Pattern> tells(AdapterProgram program) {
        Optional<YamlValue> tells = map.find("tells");
        if (tells.isPresent() && (program instanceof AdapterProgram.None || program instanceof AdapterProgram.Target)) {
            throw map.key("tells")
                    .problem("'tells' without 'java', 'command' or 'container': nothing is started, remove it");
        }
        return tells.map(value -> value.map().mapped(item -> oneGroup(item, "what is kept")))
                .orElse(Map.of());
    }

    /** A regular expression whose one group is what is wanted of a text. */
    private static Pattern oneGroup(YamlValue value, String what) {
        try {
            Pattern pattern = Pattern.compile(value.text());
            if (pattern.matcher("").groupCount() != 1) {
                throw value.problem("the pattern must have one group (in parentheses) that is " + what);
            }
            return pattern;
        } catch (PatternSyntaxException malformed) {
            throw value.problem("not a regular expression: " + malformed.getDescription(), malformed);
        }
    }

    private static Stop stop(YamlValue value) {
        YamlMap stop = value.map().only("signal", "within");
        return new Stop(
                stop.read("signal", name -> name.oneOf("signal", Stop.SIGNALS), Stop.DEFAULT.signal()),
                stop.read("within", within -> within.duration(SHORTEST_WAIT, LONGEST_WAIT), Stop.DEFAULT.within()));
    }

    private Template template(YamlValue value) {
        return template(value, known);
    }

    static Template template(YamlValue value, Set<String> known) {
        Template template = value.template();
        template.check(known);
        return template;
    }

    static List<Template> templates(List<YamlValue> values, Set<String> known) {
        return values.stream().map(value -> template(value, known)).toList();
    }

    /** A path as the file means it: relative to its own folder, unless it begins with an expression. */
    static Path path(YamlValue value, Path folder, Path project) {
        String path = template(value, Set.of("project", "adapter"))
                .expand(Map.of(
                        "project", project.toAbsolutePath().toString(),
                        "adapter", folder.toAbsolutePath().toString()));
        return folder.resolve(path).normalize();
    }

    /**
     * A URL that can be called: of {@code http} or {@code https} with a host, or an expression that becomes one.
     *
     * @param running whether it is of a target
     */
    static Template url(YamlValue value, Set<String> known, boolean running) {
        Template url = template(value, known);
        if (running && url.text().matches("https?://[^/\\s]*@.*")) {
            throw value.problem("the URL holds a password, which would stand in the record: write"
                    + " headers: {Authorization: {env: NAME}} in 'target'");
        }
        String ours = running ? "" : "|\\$\\{backend\\.[ABCT]\\.url}";
        if (!url.text().matches("(https?://[^/\\s]+" + ours + ")(/\\S*)?")) {
            throw value.problem(
                    "'" + url.text() + "' is not a URL: write http://HOST:PORT/PATH or https://HOST:PORT/PATH");
        }
        return url;
    }

    /** Reads {@code java:} of an adapter, whose templates may use the names that are known. */
    record JavaReader(Path folder, Path project, Set<String> known) {
        /** An exact version: a range or LATEST would make every run another one. */
        static final Pattern COORDINATES =
                Pattern.compile("[\\w.-]+:[\\w.-]+(:[\\w.-]+){0,2}:(?!LATEST$|RELEASE$)[\\w.+-]+");

        static final String COORDINATES_FORM = "group:artifact[:type[:classifier]]:version with an exact version";

        private static final Pattern CLASS = Pattern.compile("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*");
        private static final Pattern EXCLUSION = Pattern.compile("(\\*|[\\w.-]+):(\\*|[\\w.-]+)");

        JavaReader {
            folder = folder.toAbsolutePath().normalize();
        }

        AdapterProgram.Java read(YamlValue program) {
            YamlMap java = program.map().only("main", "classpath", "options", "arguments");
            return new AdapterProgram.Java(
                    java.require("main").matching(CLASS, "the name of a class"),
                    java.require("classpath").someOf(this::entry),
                    java.read("options", value -> AdapterFolder.templates(value.list(), known), List.of()),
                    java.read("arguments", value -> AdapterFolder.templates(value.list(), known), List.of()));
        }

        private ClassPathEntry entry(YamlValue value) {
            YamlMap entry = value.map().only("folder", "jars", "maven", "exclude", "sources", "module");
            if (entry.find("jars").isPresent()) {
                entry.only("jars");
                return new ClassPathEntry.Jars(AdapterFolder.template(entry.require("jars"), known));
            }
            if (entry.find("folder").isPresent()) {
                entry.only("folder");
                return new ClassPathEntry.Folder(AdapterFolder.template(entry.require("folder"), known));
            }
            if (entry.find("sources").isPresent()) {
                return sources(entry.only("sources", "module"));
            }
            YamlValue maven = entry.find("maven")
                    .orElseThrow(() -> entry.problem("none of 'folder', 'jars', 'sources', 'maven': add one"));
            return new ClassPathEntry.Maven(
                    maven.matching(COORDINATES, COORDINATES_FORM),
                    entry.read(
                            "exclude",
                            exclude -> exclude.list(item -> item.matching(EXCLUSION, "group:artifact or group:*")),
                            List.of()),
                    maven.line());
        }

        private ClassPathEntry.Sources sources(YamlMap entry) {
            YamlValue value = entry.require("sources");
            Path sources = AdapterFolder.path(value, folder, project);
            if (!Files.isDirectory(sources)) {
                throw value.problem("no such folder: " + sources + "; add it, with the Java sources");
            }
            return new ClassPathEntry.Sources(
                    sources,
                    entry.find("module").map(module -> module.matching(CLASS, "the name of a module")),
                    value.line());
        }
    }

    private static final class ProgramSourceReader {
        /** Debian policy 5.6.7: lower-case letters, digits, plus, minus and dot. */
        private static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]+");
        /** Debian policy 5.6.12, with epoch and revision. */
        private static final Pattern PACKAGE_VERSION = Pattern.compile("[0-9A-Za-z.+~:-]+");

        private static final Pattern PROGRAM = Pattern.compile("[\\w.+-]+");

        private ProgramSourceReader() {}

        static ProgramSource source(YamlValue value) {
            YamlMap map = value.map().only("debian", "version", "program");
            Optional<String> program =
                    map.find("program").map(name -> name.matching(PROGRAM, "the name of a program, without a folder"));
            YamlValue debian = map.require("debian");
            String name = debian.matching(PACKAGE, "the name of a Debian package");
            Optional<String> version = map.find("version")
                    .map(exact -> exact.matching(PACKAGE_VERSION, "the version of a Debian package"));
            return new ProgramSource(name, version, program.orElse(name), debian.line());
        }
    }

    /** Reads {@code scenarios:}. Scenarios may be anywhere, so an unknown name is not refused here. */
    private record ServiceReader(Role role, Set<String> known, boolean running) {
        private static final List<String> ROUTES = Stream.concat(
                        Backend.INSTANCES.stream(), Stream.of(Backend.OVER_TLS))
                .toList();

        Map<String, Service> read(YamlMap map) {
            if (map.keys().isEmpty()) {
                throw map.problem("no scenario: name at least one, and give its url");
            }
            for (String name : map.keys()) {
                if (name.equals(Adapter.ANY_OTHER)) {
                    forControlsOnly(map, name);
                } else if (!YamlValue.isName(name)) {
                    throw map.key(name)
                            .problem("'" + name + "' is not the name of a scenario: use lower-case letters, digits,"
                                    + " dots and hyphens");
                }
            }
            Map<String, Service> services = new LinkedHashMap<>();
            map.keys()
                    .forEach(name ->
                            services.put(name, service(name, map.require(name).map())));
            return services;
        }

        private Service service(String scenario, YamlMap map) {
            map.only("url", "sends", "route", "wsdl", "not-served");
            Optional<YamlValue> refusal = map.find("not-served");
            if (refusal.isPresent()) {
                map.only("not-served");
                return new Service.NotServed(refusal.get().text());
            }
            forControlsOnly(map, "sends");
            forControlsOnly(map, "route");
            Set<String> names = new HashSet<>(known);
            if (scenario.equals(Adapter.ANY_OTHER)) {
                map.only("url", "route");
                names.add(Adapter.SCENARIO_PATH);
            } else {
                names.addAll(List.of(Scenario.NONCE, Scenario.SIZE));
            }
            return new Service.Served(
                    AdapterFolder.url(map.require("url"), names, running)
                            .with(Map.of(
                                    Scenario.NONCE, "${" + Scenario.NONCE + "}",
                                    Scenario.SIZE, "${" + Scenario.SIZE + "}")),
                    map.read("sends", YamlValue::named, scenario),
                    map.find("route").map(name -> name.oneOf("backend", ROUTES)),
                    map.find("wsdl").map(address -> AdapterFolder.url(address, known, true)));
        }

        private void forControlsOnly(YamlMap map, String key) {
            if (role != Role.CONTROL && map.find(key).isPresent()) {
                throw map.key(key)
                        .problem("'" + key
                                + "' is for controls: a mediator gets the scenario's own messages and routes");
            }
        }
    }

    /** Reads {@code files:}, and makes sure that they are there and that their own expressions are known. */
    private record WorkFileReader(Path folder, Path project, Set<String> known) {
        private static final String[] KEYS =
                "from to template replace folder unpack url sha256 strip delete edit repository artifacts".split(" ");
        private static final Pattern ARCHIVE =
                Pattern.compile("[\\w.-]+:[\\w.-]+:(zip|jar|war)(:[\\w.-]+)?:(?!LATEST$|RELEASE$)[\\w.+-]+");
        private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
        private static final String SHA256_FORM = "a SHA-256: write 64 hex digits";

        List<WorkFile> read(YamlValue value) {
            return value.list().stream().flatMap(this::files).toList();
        }

        private Stream<WorkFile> files(YamlValue value) {
            YamlMap map = value.map().only(KEYS);
            return map.find("repository").isPresent()
                    ? stored(map.only("repository", "artifacts"))
                    : Stream.of(file(map));
        }

        private static Stream<WorkFile> stored(YamlMap map) {
            String to = below(map.require("repository"));
            return map.require("artifacts").someOf().stream().map(item -> {
                YamlMap artifact = item.map().only("maven", "sha256");
                YamlValue what = artifact.require("maven");
                return new WorkFile.Stored(
                        new Archive.Artifact(
                                what.matching(JavaReader.COORDINATES, JavaReader.COORDINATES_FORM),
                                artifact.require("sha256").matching(SHA256, SHA256_FORM),
                                what.line()),
                        to);
            });
        }

        private WorkFile file(YamlMap map) {
            if (map.find("folder").isPresent()) {
                return new WorkFile.EmptyFolder(below(map.only("folder").require("folder")));
            }
            if (map.find("unpack").isPresent()) {
                return unpack(map.only("unpack", "sha256", "to", "strip"));
            }
            if (map.find("url").isPresent()) {
                Archive published = new Archive.Published(Download.of(map.only("url", "sha256", "to", "strip")));
                return new WorkFile.Unpack(published, below(map.require("to")), strip(map));
            }
            if (map.find("delete").isPresent()) {
                return new WorkFile.Delete(below(map.only("delete").require("delete")));
            }
            if (map.find("edit").isPresent()) {
                map.only("edit", "replace");
                return new WorkFile.Edit(below(map.require("edit")), replacements(map.require("replace")));
            }
            return copy(map.only("from", "to", "template", "replace"));
        }

        private static WorkFile.Unpack unpack(YamlMap map) {
            YamlValue what = map.require("unpack");
            YamlValue sha256 = map.require("sha256");
            Archive archive = new Archive.Artifact(
                    what.matching(ARCHIVE, "group:artifact:zip[:classifier]:version with an exact version"),
                    sha256.matching(SHA256, SHA256_FORM),
                    what.line());
            return new WorkFile.Unpack(archive, below(map.require("to")), strip(map));
        }

        private static int strip(YamlMap map) {
            return map.read("strip", value -> value.count(0, 9), 0);
        }

        private Map<String, Template> replacements(YamlValue value) {
            return value.map().mapped(item -> AdapterFolder.template(item, known));
        }

        private WorkFile.Copy copy(YamlMap map) {
            YamlValue from = map.require("from");
            Path path = AdapterFolder.path(from, folder, project);
            WorkFile.Copy file = new WorkFile.Copy(
                    from.template(),
                    below(map.require("to")),
                    map.read("template", YamlValue::bool, false),
                    map.read("replace", this::replacements, Map.of()));
            if (!Files.exists(path)) {
                throw from.problem("no such file or folder: " + path + "; correct the path or add the file");
            }
            if (file.template()) {
                checkTemplates(path, from);
            }
            return file;
        }

        private static String below(YamlValue value) {
            String to = value.text();
            Path path = Path.of(to).normalize();
            if (path.isAbsolute() || path.startsWith("..")) {
                throw value.problem("'" + to + "' leaves the work folder: write a path below it");
            }
            return to;
        }

        private void checkTemplates(Path path, YamlValue from) {
            try {
                for (Path file : Listing.files(path)) {
                    Template.parse(Files.readString(file), file, 1).check(known);
                }
            } catch (IOException unreadable) {
                throw from.problem("cannot read " + path + " as a template: " + Problem.brief(unreadable), unreadable);
            }
        }
    }
}
