package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.run.Project;
import org.busbench.harness.scenario.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioCommandTest {

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeEach
    void useTheProjectItself() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
    }

    @AfterEach
    void forgetTheProject() {
        System.clearProperty("busbench.project");
    }

    @Test
    void aNewScenarioLintsCleanNamesItsSchemaAndIsNotOverwritten() throws IOException {
        assertThat(create("mine")).as(console.err()).isZero();

        String file = Files.readString(folder.resolve("mine/scenario.yaml"));
        assertThat(file)
                .startsWith("# yaml-language-server: $schema="
                        + ProjectFiles.ROOT
                                .resolve("docs/schema/scenario-1.schema.json")
                                .toUri()
                        + "\n");
        assertThat(new JsonSchema("scenario-1.schema.json").complaints(file)).isEmpty();
        assertThat(lint("mine")).as(console.err()).isZero();
        assertThat(console.out()).endsWith("mine: 3 requests, 1 size, 3 routes, answered by its files, ready\n");
        assertThat(create("mine")).isEqualTo(2);
        assertThat(console.err()).endsWith("mine is there already: choose another name, or go on with that one\n");
    }

    @Test
    void anyShippedScenarioIsCopiedAndTheCopyLintsClean() throws IOException {
        for (String model : ProjectFiles.SCENARIOS.names()) {
            assertThat(create("my-" + model, "--like", model)).as(console.err()).isZero();
        }
        // The originals are linted by theShippedScenariosAreSound; of the copies one of each kind of answers will do.
        for (String model : List.of("cbr", "large-text", "rest-json")) {
            assertThat(lint("my-" + model)).as(model + ": " + console.err()).isZero();
        }
        assertThat(console.out())
                .contains("my-cbr: 21 requests, 7 sizes, 3 routes, answered by the quote service, ready\n")
                .contains("my-large-text: 1 request, 1 size, 1 route, answered by its files, ready\n");
        assertThat(folder.resolve("my-rest-json/scenario.json")).doesNotExist();
    }

    /** What a backend with all shipped scenarios would serve: the user's own wins, and no two are at one place. */
    @Test
    void anyScenarioOfTheUsersCanStandBesideTheShippedOnes() {
        create("mine");
        create("other");
        List<List<String>> chosen = new ArrayList<>(List.of(List.of("mine", "other")));
        for (String model : List.of("cbr", "rest-json", "ledger-prepare")) {
            create("my-" + model, "--like", model);
            chosen.add(List.of("my-" + model));
        }
        for (List<String> own : chosen) {
            List<Scenario> served = Chosen.scenariosWith(
                    Project.current(),
                    own.stream().map(name -> folder.resolve(name).toString()).toList());

            assertThat(served).extracting(Scenario::name).containsAll(own).contains("soap12", "xslt");
            assertThat(served.stream().flatMap(one -> one.backend().ownPlace().stream()))
                    .doesNotHaveDuplicates();
        }
        assertThat(console.err()).contains("left out: rest-json, whose place at the backend is taken: /orders\n");
    }

    @Test
    void twoScenariosOfOneNameAreRefused() {
        create("mine");
        Path again = folder.resolve("again");
        assertThat(Busbench.execute("scenario", "new", "mine", again.toString()))
                .isZero();

        assertThat(Busbench.execute(
                        "verify", "direct", "--scenario", folder.resolve("mine") + "," + again.resolve("mine")))
                .isEqualTo(2);

        assertThat(console.err())
                .endsWith("two scenarios are called 'mine': " + folder.resolve("mine/scenario.yaml") + " and "
                        + again.resolve("mine/scenario.yaml") + "; give one of them another name\n");
    }

    @Test
    void theShippedScenariosAreSound() {
        List<String> command = new ArrayList<>(List.of("scenario", "lint"));
        command.addAll(ProjectFiles.SCENARIOS.names());
        assertThat(Busbench.execute(command.toArray(String[]::new)))
                .as(console.err())
                .isZero();
    }

    @Test
    void everyWrongKeyIsALineOfItsOwn() throws IOException {
        create("mine");
        edit("scenario.yaml", "method: POST", "method: post");
        edit("scenario.yaml", "status: 200\n  # Where", "status: 20\n  # Where");
        edit("scenario.yaml", "title: mine", "titel: mine");
        edit("scenario.yaml", "accepts: ['\"customer\"']", "accepts: 5");
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        String file = folder.resolve("mine/scenario.yaml").toString();
        assertThat(console.err().lines())
                .hasSize(5)
                .allMatch(line -> line.matches("\\Q" + file + "\\E:[0-9]+: .*"))
                .anyMatch(line -> line.endsWith("unknown key 'titel', did you mean 'title'?"))
                .anyMatch(line -> line.endsWith("key 'title' is missing: add it"))
                .anyMatch(line -> line.endsWith("'post' is not a method: write it in capitals"))
                .anyMatch(line -> line.endsWith("status is 20: choose a number from 200 to 599"))
                .anyMatch(line -> line.endsWith("accepts must be a list [in brackets], not 5"));
        assertThat(console.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request.json  | ${nonce}        | 1            | scenario.yaml:9: no request carries a nonce",
                "request.json  | ${region}\"     | ${region\"    | request.json:4: '${' without '}'",
                "request.json  | ${region}       | ${regio}     | request.json:4: unknown expression ${regio}, did you mean 'region'?",
                "answer.json   | ${backend}      | ${bakcend}   | answer.json:1: it has ${bakcend}: only ${nonce}, ${backend}, ${request} and ${fill} are known",
                "answer.json   | ${nonce}        | 17           | the backend's own answer to 4711 (own) would be refused: the nonce at pointer /order is '17'",
                "answer.json   | \"state\"       | \"error\"    | would be refused: it holds '\"error\"'",
                "answer.json   | ${backend}      | backend-B    | would be refused: wrong route: it does not hold '\"by\": \"backend-A\"'",
                "answer.json   | accepted        | ${fill}      | answer.json:1: it has ${fill} 1 times",
                "request.json  | \"customer\":    | \"customer\"   | request.json:3: it is not JSON here, or nested too deep",
                "answer.json   | \"accepted\"}    | \"accepted\"   | answer.json:2: it is not JSON here, or nested too deep",
                "scenario.yaml | pointer: /order} # where an | pointer: /odrer} # where an | the backend finds no nonce instead of '0123456789abcdef' in a request at pointer /odrer",
                "scenario.yaml | '\"customer\"'  | '\"client\"' | the backend would refuse a request, which does not hold '\"client\"'"
            })
    void whatCannotWorkIsFoundWithoutAProcess(String file, String old, String changed, String fault)
            throws IOException {
        create("mine");
        edit(file, old, changed);
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        assertThat(console.err()).contains(fault);
        assertThat(console.out()).isEmpty();
    }

    @Test
    void aLaterRowOfARouteThatMakesNoJsonIsNamed() throws IOException {
        create("mine");
        edit("data.csv", "4734", "4\"7");
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        assertThat(console.err())
                .contains("request.json:3: it is not JSON here")
                .contains("; it is made for 4\"7\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"request.json", "answer.json"})
    void jsonThatIsNestedTooDeepOrBeginsWithAMarkIsNamed(String file) throws IOException {
        create("mine");
        Path json = folder.resolve("mine").resolve(file);
        String right = Files.readString(json);
        Files.writeString(json, right.replaceFirst("\\{", "{\"deep\": " + "[".repeat(5000) + "]".repeat(5000) + ","));
        console.clear();
        assertThat(lint("mine")).isEqualTo(2);
        assertThat(console.err()).contains(file + ":1: it is not JSON here, or nested too deep");

        Files.writeString(json, "\uFEFF" + right);
        console.clear();
        assertThat(lint("mine")).isEqualTo(2);
        assertThat(console.err()).contains(file + ":1: it begins with a byte order mark, which JSON does not have");
    }

    @Test
    void rowsThatSendTheSameToTwoBackendsAndPrefixesInAnXPathAreFoundAtTheirLines() throws IOException {
        create("mine");
        Path data = folder.resolve("mine/orders.csv");
        Files.writeString(data, "region,route\nEU,backend-A\nUS,backend-B\nEU,backend-C\n");
        edit("scenario.yaml", "data: ", "data: orders.csv # ");
        edit(
                "scenario.yaml",
                "nonce: {pointer: /order} # where an",
                "nonce: {xpath: \"//o:order[@a='x:y']\"} # where an");
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        assertThat(console.err().lines())
                .anyMatch(
                        line -> line.endsWith(
                                data
                                        + " sends {region=EU} to backend-A in one row and to backend-C in another: no router can do both"))
                .anyMatch(line ->
                        line.endsWith("has the prefix 'o', and names are compared without prefixes and namespaces:"
                                + " write '//order[@a='x:y']'"));
    }

    @Test
    void anExpectedAnswerThatIsNoJsonIsBlamedItselfOnceAndNotInTheParsersWords() throws IOException {
        create("mine");
        Files.writeString(folder.resolve("mine/expected.json"), "{\"order\": \"${nonce}\",\n \"by\" \"${route}\"}\n");
        edit("scenario.yaml", "  status: 200\n  # Where", "  expected: expected.json\n  status: 200\n  # Where");
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        assertThat(console.err().lines())
                .singleElement()
                .asString()
                .contains("expected.json:2: it is not JSON here")
                .doesNotContain("Unexpected character", "Source");
    }

    @Test
    void aRequestThatIsNoJsonIsFoundThoughTheNonceIsSoughtByARegex() throws IOException {
        create("mine");
        edit(
                "scenario.yaml",
                "nonce: {pointer: /order} # where an",
                "nonce: {regex: '\"order\": \"([0-9a-f]{16})\"'} # where an");
        edit("request.json", "${region}\"", "${region}");
        console.clear();

        assertThat(lint("mine")).isEqualTo(2);

        assertThat(console.err().lines()).singleElement().asString().contains("request.json:", ": it is not JSON");
    }

    private void edit(String file, String old, String changed) throws IOException {
        Path path = folder.resolve("mine").resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(old);
        Files.writeString(path, text.replace(old, changed));
    }

    private int create(String name, String... more) {
        List<String> command = new ArrayList<>(List.of("scenario", "new", name, folder.toString()));
        command.addAll(List.of(more));
        return Busbench.execute(command.toArray(String[]::new));
    }

    private int lint(String name) {
        assertThat(folder.resolve(name).resolve(Scenario.FILE_NAME)).exists();
        return Busbench.execute("scenario", "lint", folder.resolve(name).toString());
    }
}
