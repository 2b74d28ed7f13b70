package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.AdapterFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code deploy/images} without an engine: what every image has to say, and what compose.yaml names. {@code .ci/images} runs them. */
class ImageFilesTest {
    private static final Path FOLDER = ProjectFiles.ROOT.resolve("deploy/images");
    /** A list in JSON: a shell as the first process would swallow SIGTERM. */
    private static final Pattern EXEC_FORM = Pattern.compile("\\[\"[^\"]+\"(, \"[^\"]+\")*]");

    private static final Pattern SECRET =
            Pattern.compile("(?i)(password|passwd|secret|token|api_?key)\\S*\\s*[=:]\\s*\\S");

    static List<Path> dockerfiles() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.endsWith("Dockerfile")).sorted().toList();
        }
    }

    /** Instructions with their continuation lines, without comments. */
    private static List<String> instructions(Path dockerfile) throws IOException {
        List<String> instructions = new ArrayList<>();
        String begun = "";
        for (String line : Files.readAllLines(dockerfile)) {
            if (line.startsWith("#") || line.isBlank()) {
                continue;
            }
            boolean goesOn = line.endsWith("\\");
            begun += (goesOn ? line.substring(0, line.length() - 1) : line).strip() + (goesOn ? " " : "");
            if (!goesOn) {
                instructions.add(begun);
                begun = "";
            }
        }
        return instructions;
    }

    private static List<String> arguments(List<String> instructions, String name) {
        return instructions.stream()
                .filter(instruction -> instruction.startsWith(name + " "))
                .map(instruction -> instruction.substring(name.length() + 1))
                .toList();
    }

    @Test
    void thereIsAnImageOfTheSuiteAndOneOfTheMediator() throws IOException {
        assertThat(dockerfiles())
                .extracting(file -> FOLDER.relativize(file).toString())
                .containsExactly("mediator/Dockerfile", "suite/Dockerfile");
    }

    @ParameterizedTest
    @MethodSource("dockerfiles")
    void anImageIsOfAPinnedBaseAndOfPackagesWithoutTheirLists(Path dockerfile) throws IOException {
        List<String> instructions = instructions(dockerfile);

        assertThat(arguments(instructions, "ARG")).containsExactly("BASE=debian:12");
        assertThat(arguments(instructions, "FROM")).containsExactly("${BASE}");
        assertThat(arguments(instructions, "RUN"))
                .filteredOn(run -> run.contains("apt-get"))
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run)
                        .contains(
                                "apt-get update ",
                                "install -y --no-install-recommends ",
                                "rm -rf /var/lib/apt/lists/*"));
    }

    @ParameterizedTest
    @MethodSource("dockerfiles")
    void anImageRunsAsAUserWithoutRightsAndTakesSignals(Path dockerfile) throws IOException {
        List<String> instructions = instructions(dockerfile);

        assertThat(arguments(instructions, "USER")).singleElement().asString().matches("[1-9][0-9]{3,}:[1-9][0-9]{3,}");
        assertThat(arguments(instructions, "ENTRYPOINT"))
                .singleElement()
                .asString()
                .matches(EXEC_FORM);
        assertThat(arguments(instructions, "CMD")).singleElement().asString().matches(EXEC_FORM);
        assertThat(instructions.indexOf("USER 10001:10001"))
                .as("what comes after USER installs nothing")
                .isGreaterThan(instructions.lastIndexOf(instructions.stream()
                        .filter(each -> each.startsWith("RUN "))
                        .reduce((a, b) -> b)
                        .orElseThrow()));
    }

    @Test
    void theMediatorHasAHealthCheckThatItsImageHoldsAndListensForOthersExplicitly() throws IOException {
        List<String> instructions = instructions(FOLDER.resolve("mediator/Dockerfile"));

        assertThat(arguments(instructions, "HEALTHCHECK"))
                .singleElement()
                .asString()
                .matches("(--\\S+ )+CMD \\[\"/usr/local/bin/healthy\"]");
        assertThat(arguments(instructions, "COPY")).contains("healthy /usr/local/bin/healthy");
        assertThat(FOLDER.resolve("mediator/healthy")).isExecutable();
        assertThat(arguments(instructions, "CMD"))
                .singleElement()
                .asString()
                .contains("\"--listen\", \"0.0.0.0:8280\"", "\"--admin\", \"127.0.0.1:8281\"");
        assertThat(arguments(instructions(FOLDER.resolve("suite/Dockerfile")), "HEALTHCHECK"))
                .containsExactly("NONE");
    }

    @Test
    void noFileHoldsASecretOrAMovingTag() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(each -> !each.toString().endsWith(".tar.gz"))
                    .toList()) {
                assertThat(Files.readString(file))
                        .as(file.toString())
                        .doesNotContain(":latest")
                        .doesNotContainPattern(SECRET);
            }
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void composeRunsSuiteBackendAndOneMediatorOfTheseImages() throws IOException {
        Map<String, Object> compose = (Map<String, Object>)
                new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build())
                        .loadFromString(Files.readString(FOLDER.resolve("compose.yaml")));
        Map<String, Map<String, Object>> services = (Map<String, Map<String, Object>>) compose.get("services");

        assertThat(services).containsOnlyKeys("mediator", "backend", "suite");
        services.forEach((name, service) -> {
            assertThat(FOLDER.resolve((String) service.get("build")).resolve("Dockerfile"))
                    .as(name)
                    .exists();
            assertThat((String) service.get("image")).as(name).isEqualTo("busbench-" + service.get("build") + ":0.1.0");
            assertThat(service)
                    .as(name)
                    .containsEntry("read_only", true)
                    .containsEntry("cap_drop", List.of("ALL"))
                    .containsEntry("security_opt", List.of("no-new-privileges:true"));
        });
        assertThat(services.get("mediator")).containsEntry("ports", List.of("127.0.0.1:8280:8280"));
        assertThat(List.of(services.get("backend"), services.get("suite")))
                .allSatisfy(service -> assertThat(service).containsEntry("network_mode", "service:mediator"));
        assertThat(AdapterFolder.read(FOLDER.resolve("targets/composed"), ProjectFiles.ROOT)
                        .name())
                .isIn((Object[]) ((List<String>) services.get("suite").get("command"))
                        .get(5)
                        .split(","));
    }
}
