package org.busbench.harness.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter.Readiness;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.adapter.Adapter.Version;
import org.busbench.harness.adapter.AdapterProgram.ClassPathEntry;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.record.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdapterFolderTest {
    private static final String JAVA = SampleAdapter.TEXT.substring(
            SampleAdapter.TEXT.indexOf("java:"), SampleAdapter.TEXT.indexOf("environment:"));
    private static final String READY = "ready: {url: \"http://127.0.0.1:${port.http}/up\", within: 30s}\n";
    private static final String V = "{url: \"http://127.0.0.1:${port.http}/v\"}";

    @TempDir
    private Path project;

    private static final String SHA256 = "0123".repeat(16);
    private static final String UNPACK =
            "unpack: org.example:server:zip:1.0\n    sha256: " + SHA256 + "\n    to: .\n    strip: 1";
    private static final String PUBLISHED =
            "url: https://example.org/server-1.0.tar.gz\n    sha256: " + SHA256 + "\n    to: .";
    private static final String STORED =
            "repository: system\n    artifacts: [{maven: org.example:bundle:1.0, sha256: " + SHA256 + "}]";

    static Stream<Example> examples() {
        return Stream.of(
                Example.accepted("nothing", SampleAdapter.TEXT),
                change(JAVA, "command: [sh, -c, 'exec sleep 9']\n"),
                Example.changed(SampleAdapter.TEXT.replace(READY, ""), JAVA, ""),
                change("version: {command: [sh, -c, echo v1.2], pattern: 'v(\\S+)'}", "version: 3.0"),
                change("stop: {signal: QUIT, within: 3s}\n", ""),
                change(", within: 30s}", "}"),
                change("role: mediator", "role: control"),
                Example.changed(
                        SampleAdapter.TEXT.replace("role: mediator", "role: control"),
                        V,
                        "{url: \"${backend.A.url}\", sends: cbr, route: backend-A}"),
                change("name: sample", "name: simple")
                        .refusedByReader("2: name 'simple' is not the folder's name: write sample"),
                change("title: A sample", "titel: A sample").refused("3: unknown key 'titel', did you mean 'title'?"),
                change("title: A sample\n", "").refused("1: key 'title' is missing: add it"),
                change("title: A sample", "title: [A]").refused("3: title must be text, not a list"),
                change("title: A sample", "title: A: B")
                        .refusedByReader("3: malformed YAML: mapping values are not" + " allowed here"),
                change("'v(\\S+)'", "'v\\S+'")
                        .refusedByReader("4: the pattern must have one group (in parentheses) that is the version"),
                change("'v(\\S+)'", "'v(\\S+'").refusedByReader("4: not a regular expression: Unclosed group"),
                change("role: mediator", "role: mediater")
                        .refused("5: unknown role 'mediater', did you mean 'mediator'?"),
                change("install: apt-get install dash", "instal: x")
                        .refused("9: unknown key 'instal', did you mean 'install'?"),
                change("  main: org.example.Main", "  main: no class")
                        .refused("11: 'no class' is not the name of a class"),
                change("jars: ${project}/lib", "jars: ${projct}/lib")
                        .refusedByReader("14: unknown expression ${projct}, did you mean 'project'?"),
                change("jars: ${project}/lib", "exclude: []")
                        .refused("14: none of 'folder', 'jars', 'sources', 'maven': add one"),
                change("org.example:thing:jar:tests:1.0", "org.example:thing")
                        .refused("15: 'org.example:thing' is not group:artifact[:type[:classifier]]:version with an"
                                + " exact version"),
                change("org.example:thing:jar:tests:1.0", "org.example:thing:LATEST")
                        .refused("15: 'org.example:thing:LATEST' is not group:artifact[:type[:classifier]]:version"
                                + " with an exact version"),
                change("\"org.other:*\"", "org.other").refused("16: 'org.other' is not group:artifact or group:*"),
                change("[\"-Dhome=${work}\"]", "[\"-Dhome=${work\"]")
                        .refusedByReader("17: '${' without '}': close the expression, or write $${ for a plain ${"),
                change("\"${port.http}\", \"\"", "\"${port.htp}\"")
                        .refusedByReader("18: unknown expression ${port.htp}, did you mean 'port.http'?"),
                change("environment: {HOME_OF: \"${adapter}\"}", "environment: [HOME_OF]")
                        .refused("19: environment must be a map (key: value), not a list"),
                change("to: conf/native.conf", "to: ../native.conf")
                        .refusedByReader("22: '../native.conf' leaves the work folder: write a path below it"),
                change("folder: repository/modules", "folder: repository/modules\n    to: x")
                        .refused("28: unknown key 'to'; known: folder"),
                change("folder: repository/modules", "folder: /etc")
                        .refusedByReader("27: '/etc' leaves the work folder: write a path below it"),
                change("folder: repository/modules", UNPACK),
                change("folder: repository/modules", PUBLISHED),
                change("folder: repository/modules", PUBLISHED.replace(SHA256, "{env: ESB_SHA256}")),
                change("folder: repository/modules", STORED),
                change("folder: repository/modules", STORED.replace(":1.0,", ":RELEASE,"))
                        .refused(
                                "28: 'org.example:bundle:RELEASE' is not group:artifact[:type[:classifier]]:version with"
                                        + " an exact version"),
                change("folder: repository/modules", STORED.replace(", sha256: " + SHA256, ""))
                        .refused("28: key 'sha256' is missing: add it"),
                change("folder: repository/modules", STORED.replace("system", "../system"))
                        .refusedByReader("27: '../system' leaves the work folder: write a path below it"),
                change("folder: repository/modules", "delete: conf/native.conf"),
                change("folder: repository/modules", "edit: endpoint.xml\n    replace: {\"<b>\": \"${port.http}\"}"),
                change("folder: repository/modules", UNPACK.replace(":zip:", ":"))
                        .refused("27: 'org.example:server:1.0' is not group:artifact:zip[:classifier]:version with an"
                                + " exact version"),
                change("folder: repository/modules", PUBLISHED.replace("https:", "ftp:"))
                        .refused("27: 'ftp://example.org/server-1.0.tar.gz' is not the URL of a file: write"
                                + " https://HOST/PATH/FILE, or file:///PATH/FILE"),
                change("folder: repository/modules", PUBLISHED.replace(SHA256, "unknown"))
                        .refused("28: 'unknown' is not a SHA-256: write 64 hex digits, or {env: NAME} if the user"
                                + " states it"),
                change("folder: repository/modules", UNPACK.replace("0123", "O123"))
                        .refused("28: '" + SHA256.replace("0123", "O123") + "' is not a SHA-256: write 64 hex digits"),
                change("folder: repository/modules", UNPACK.replace("to: .", "to: .."))
                        .refusedByReader("29: '..' leaves the work folder: write a path below it"),
                change("folder: repository/modules", "delete: ../lib")
                        .refusedByReader("27: '../lib' leaves the work folder: write a path below it"),
                change("folder: repository/modules", "edit: endpoint.xml")
                        .refused("27: key 'replace' is missing: add it"),
                change("jars: ${project}/lib", "sources: launcher")
                        .refusedByReader("14: no such folder: FOLDER/launcher; add it, with the Java sources"),
                change("jars: ${project}/lib", "sources: .\n      module: a module")
                        .refused("15: 'a module' is not the name of a module"),
                change("-Dhome=${work}", "-Dhome=\\0")
                        .refusedByReader("17: an item of options holds the sign U+0000: remove it"),
                change("{HOME_OF:", "{\"HOME=OF\":")
                        .refusedByReader("19: 'HOME=OF' is not the name of an environment variable"),
                change("template: true", "template: maybe")
                        .refused("23: template must be true or false, not the text 'maybe'"),
                change("{http: 8290, admin: 8291}", "{http: 829000}")
                        .refused("28: http is 829000: choose a number from 1 to 65535"),
                change("{http: 8290, admin: 8291}", "{http: 8290, admin: 8290}")
                        .refusedByReader("28: port 8290 stands here twice: give each its own"),
                change("\"http://127.0.0.1:${port.http}/up\"", "localhost/up")
                        .refused("29: 'localhost/up' is not a URL: write http://HOST:PORT/PATH or"
                                + " https://HOST:PORT/PATH"),
                change("within: 30s", "within: 30")
                        .refused("29: within must be a duration (a number and a unit, as in 500ms, 4s, 2m or 1h), not"
                                + " 30"),
                change("within: 30s", "within: 30s, with: 1").refused("29: unknown key 'with'; known: url, within"),
                change(READY, "").refused("1: key 'ready' is missing: add it"),
                change(JAVA, "")
                        .refused("20: 'ready' without 'java', 'command' or 'container': nothing is started, remove it"),
                change(JAVA, JAVA + "command: [sh]\n")
                        .refused("19: 'java' and 'command' exclude each other: remove one"),
                change("signal: QUIT", "signal: KILL")
                        .refused("30: unknown signal 'KILL'; known: TERM, INT, QUIT, HUP"),
                change("deviations:", "tells: {way: '^way (.+)$'}\ndeviations:"),
                change("deviations:", "tells: {way: '^way .+$'}\ndeviations:")
                        .refusedByReader("35: the pattern must have one group (in parentheses) that is what is kept"),
                change("deviations:", "tells: [way]\ndeviations:")
                        .refused("35: tells must be a map (key: value), not a list"),
                Example.changed(SampleAdapter.TEXT.replace(READY, ""), JAVA, "tells: {way: '(.+)'}\n")
                        .refused("10: 'tells' without 'java', 'command' or 'container': nothing is started, remove it"),
                change("  cbr:", "  my-own:"),
                change("  cbr:", "  My own:")
                        .refused("33: 'My own' is not the name of a scenario: use lower-case letters, digits, dots and"
                                + " hyphens"),
                change("  cbr: {url: \"http://127.0.0.1:${port.http}/c\"}\n", ""),
                change(V, "{url: \"http://127.0.0.1:1/v\", sends: cbr}")
                        .refused("32: 'sends' is for controls: a mediator gets the scenario's own messages and routes"),
                change("not-served: no stylesheets", "not-served: no stylesheets, url: \"http://127.0.0.1:1/\"")
                        .refused("34: unknown key 'url'; known: not-served"),
                Example.changed(
                                SampleAdapter.TEXT.replace("role: mediator", "role: control"),
                                V,
                                "{url: \"https://127.0.0.1:1/v\", route: backend-D}")
                        .refused("32: unknown backend 'backend-D', did you mean 'backend-A'?"));
    }

    private static Example change(String old, String changed) {
        return Example.changed(SampleAdapter.TEXT, old, changed);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFolderIsReadOrRefusedWithItsLine(Example example) throws IOException {
        Path folder = SampleAdapter.write(project, example.text());
        if (example.error() == null) {
            assertThat(AdapterFolder.read(folder, project).name()).isEqualTo("sample");
        } else {
            assertThatThrownBy(() -> AdapterFolder.read(folder, project))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(folder.resolve(Adapter.FILE_NAME) + ":"
                            + example.error().replace("FOLDER", folder.toString()));
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theSchemaAgreesWithTheReader(Example example) throws IOException {
        if (example.error() == null || example.schemaSees()) {
            List<String> complaints = new JsonSchema("adapter-1.schema.json").complaints(example.text());
            assertThat(!complaints.isEmpty()).as("complaints: %s", complaints).isEqualTo(example.schemaSees());
        }
    }

    @Test
    void everyValueArrives() throws IOException {
        Adapter adapter = AdapterFolder.read(SampleAdapter.write(project, SampleAdapter.TEXT), project);

        assertThat(adapter.role()).isEqualTo(Role.MEDIATOR);
        assertThat(adapter.version()).isInstanceOfSatisfying(Version.Printed.class, version -> {
            assertThat(version.command()).containsExactly("sh", "-c", "echo v1.2");
            assertThat(version.pattern().pattern()).isEqualTo("v(\\S+)");
        });
        assertThat(adapter.requires()).containsExactly(new Adapter.Requirement("sh", "apt-get install dash"));
        assertThat(adapter.program()).isInstanceOfSatisfying(AdapterProgram.Java.class, java -> {
            assertThat(java.main()).isEqualTo("org.example.Main");
            assertThat(java.maven())
                    .containsExactly(
                            new ClassPathEntry.Maven("org.example:thing:jar:tests:1.0", List.of("org.other:*"), 15));
            assertThat(java.options()).extracting(Object::toString).containsExactly("-Dhome=${work}");
            assertThat(java.arguments()).extracting(Object::toString).containsExactly("${port.http}", "");
        });
        assertThat(adapter.environment()).containsOnlyKeys("HOME_OF");
        assertThat(adapter.files())
                .extracting(WorkFile::to)
                .containsExactly("conf/native.conf", ".", "repository/modules");
        assertThat(adapter.ports())
                .containsEntry("http", new Adapter.Port(8290, 28))
                .containsEntry("admin", new Adapter.Port(8291, 28));
        assertThat(adapter.ready()).map(Readiness::within).contains(Duration.ofSeconds(30));
        assertThat(adapter.stop()).isEqualTo(new Stop("QUIT", Duration.ofSeconds(3)));
        assertThat(adapter.services().get("cbr")).isInstanceOfSatisfying(Service.Served.class, served -> {
            assertThat(served.sends()).isEqualTo("cbr");
            assertThat(served.route()).isEmpty();
        });
        assertThat(adapter.services().get("xslt")).isEqualTo(new Service.NotServed("no stylesheets"));
        assertThat(adapter.deviations()).containsExactly("a heap of its own");
    }

    @Test
    void aFileThatIsNotThereIsRefusedWithTheLineThatNamesIt() throws IOException {
        Path folder = SampleAdapter.write(project, SampleAdapter.TEXT);
        Files.delete(folder.resolve("native.conf"));
        assertThatThrownBy(() -> AdapterFolder.read(folder, project))
                .hasMessage(folder.resolve(Adapter.FILE_NAME) + ":21: no such file or folder: "
                        + folder.resolve("native.conf") + "; correct the path or add the file");
    }

    @Test
    void anUnknownExpressionInATemplateIsRefusedWithTheTemplatesOwnLine() throws IOException {
        Path folder = SampleAdapter.write(project, SampleAdapter.TEXT);
        Path template = Files.writeString(folder.resolve("native.conf"), "listen ${port.http};\nuser ${user};\n");
        assertThatThrownBy(() -> AdapterFolder.read(folder, project))
                .hasMessageStartingWith(template + ":2: unknown expression ${user}; known: adapter, backend.A.host");
    }

    @Test
    void aControlsRuleForOtherScenariosBecomesAUrlForEachWhoseBackendKnowsItsMessages() {
        Adapter direct = new AdapterCatalog(ProjectFiles.ROOT.resolve("configs/adapters"), ProjectFiles.ROOT)
                .find("direct")
                .in(ProjectFiles.SCENARIOS.all());

        assertThat(direct.services()).doesNotContainKey(Adapter.ANY_OTHER);
        assertThat(direct.service("rest-json")).isInstanceOfSatisfying(Service.Served.class, served -> {
            assertThat(served.url().text()).isEqualTo("http://${backend.A.host}:${backend.A.port}/orders");
            assertThat(served.sends()).isEqualTo("rest-json");
            assertThat(served.route()).contains("backend-A");
        });
        assertThat(direct.service("cbr"))
                .isInstanceOfSatisfying(
                        Service.Served.class,
                        served -> assertThat(served.sends()).isEqualTo("virtualization"));
    }

    @Test
    void aScenarioOverTlsNeedsAUrlOfHttpsAndAnotherOneOfHttp() throws IOException {
        Scenario tls = ProjectFiles.SCENARIOS.find("tls");
        Scenario virtualization = ProjectFiles.SCENARIOS.find("virtualization");
        String encrypted = SampleAdapter.TEXT.replace("  cbr: {url: \"http:", "  tls: {url: \"https:");
        Adapter right = AdapterFolder.read(SampleAdapter.write(project, encrypted), project);
        assertThat(right.in(List.of(tls, virtualization)).service("tls")).isInstanceOf(Service.Served.class);

        Adapter plain = AdapterFolder.read(
                SampleAdapter.write(project, encrypted.replace("tls: {url: \"https:", "tls: {url: \"http:")), project);
        assertThatThrownBy(() -> plain.in(List.of(tls)))
                .isInstanceOf(Problem.class)
                .hasMessage(
                        plain.file() + ": the url of tls is http://127.0.0.1:${port.http}/c, and the scenario is over"
                                + " TLS: write https://");

        Adapter turned = AdapterFolder.read(
                SampleAdapter.write(project, encrypted.replace("tls: {url: \"https:", "rest-json: {url: \"https:")),
                project);
        assertThatThrownBy(() -> turned.in(List.of(ProjectFiles.SCENARIOS.find("rest-json"))))
                .isInstanceOf(Problem.class)
                .hasMessageEndingWith("the scenario is not over TLS: write http://");
    }

    @Test
    void aControlsRuleForOtherScenariosIsOfPlainHttp() {
        Adapter direct = new AdapterCatalog(ProjectFiles.ROOT.resolve("configs/adapters"), ProjectFiles.ROOT)
                .find("relay")
                .in(List.of(ProjectFiles.SCENARIOS.find("tls")));
        assertThat(direct.service("tls"))
                .isEqualTo(new Service.NotServed("its rule for all scenarios that it does not name is of plain HTTP"));
    }

    @Test
    void theProjectsOwnAdaptersAreReadByReaderAndSchema() throws IOException {
        JsonSchema schema = new JsonSchema("adapter-1.schema.json");
        Path adapters = ProjectFiles.ROOT.resolve("configs/adapters");
        List<Adapter> all = new AdapterCatalog(adapters, ProjectFiles.ROOT).all(leftOut -> {
            throw new AssertionError(leftOut);
        });
        assertThat(all).extracting(Adapter::name).contains("busbench", "direct", "nginx");
        for (Adapter adapter : all) {
            assertThat(schema.complaints(Files.readString(adapter.file())))
                    .as(adapter.name())
                    .isEmpty();
        }
    }
}
