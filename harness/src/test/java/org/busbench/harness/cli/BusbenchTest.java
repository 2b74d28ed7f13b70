package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the project's own adapters and suites; nothing is started. */
class BusbenchTest {

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @BeforeEach
    void useTheProjectItself() {
        System.setProperty(
                "busbench.project", Path.of("..").toAbsolutePath().normalize().toString());
    }

    @AfterEach
    void forgetTheProject() {
        System.clearProperty("busbench.project");
        System.clearProperty("busbench.adapters");
        System.clearProperty("busbench.backends.port");
        System.clearProperty("busbench.backends.listen");
        System.clearProperty("busbench.backends.advertise");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reprot busbench                 | did you mean 'report'",
                "run --adaptr busbench           | did you mean '--adapter'",
                "run --adapter busbnch           | unknown adapter 'busbnch', did you mean 'busbench'?",
                "run --adapter bus\u001bbnch      | unknown adapter 'bus bnch'",
                "run --scenario cbx              | unknown scenario 'cbx', did you mean 'cbr'?",
                "run --scenario cbr,cbr,./nosuch | no scenario in ",
                "run http://127.0.0.1:1/         | what does it do? give one --scenario NAME|DIR",
                "run http:nowhere --scenario cbr | is not a URL: write http://HOST:PORT/PATH or https://HOST:PORT/PATH",
                "run smoke --insecure            | are about an ESB that runs already: give its URL in place of a suite",
                "run http://127.0.0.1:1/${nonce} --scenario cbr | nothing listens at 127.0.0.1:1",
                "run http://host/get/ --scenario http-get | http://host/get/' lacks ${nonce}, which each request of http-get has",
                "run http://host/${nonc} --scenario cbr | of ${...} only ${nonce} and ${size} may stand in it",
                "run http://host:99999/ --scenario cbr | 99999/' is not a URL",
                "run http://me:secret@host/ --scenario cbr | the URL holds a password, which would stand in the record",
                "run http://host/ --scenario cbx | unknown scenario 'cbx', did you mean 'cbr'?",
                "run http://host/ --scenario cbr --name direct | --name is 'direct': use lower-case letters",
                "run https://host/ --scenario cbr --trust nosuch | no such file: ",
                "run https://host/ --scenario cbr --header Host=PATH | the header field Host belongs to the message itself",
                "run http://127.0.0.1:1/ --scenario cbr | nothing listens at 127.0.0.1:1: start it, or correct the URL",
                "run http://127.0.0.1:1/ --scenario cbr --measure fast | --measure: measure: 'fast' is not a duration",
                "scenario                        | what about the scenario? (new, lint)",
                "scenario new Orders             | is no name of a scenario: write lower-case letters",
                "scenario new cbr target         | a scenario of busbench is called 'cbr' already: choose another name",
                "scenario lint nosuch            | unknown scenario 'nosuch'",
                "scenario lint ./nosuch          | no scenario in ./nosuch: there is no scenario.yaml in it",
                "run nosuch                      | no suite nosuch; 'busbench list' names the suites, and a URL begins with http:// or https://",
                "run verdcit                     | no suite verdcit, did you mean 'verdict'?",
                "run htp://host/x                | no suite htp://host/x; 'busbench list' names the suites, and a URL begins with http://",
                "run ../configs/suites           | the suite ../configs/suites cannot be read: name a file that you may read",
                "run --injector jmeter           | unknown injector 'jmeter'; known: nio, jmeter-http, gatling",
                "run duel --injector gatling     | the injector gatling knows no duets, which ",
                "run frontier --injector gatling | the injector gatling knows neither rates nor think time, which ",
                "run --resume nosuch             | no run nosuch: neither a folder nor an id",
                "run smoke --resume x            | give no suite and no other choice beside it",
                "run --resume ../configs/suites  | holds no run that can be resumed: there is no run.json in it",
                "run smoke --id ../x --dry-run x | Unmatched argument",
                "check a b                       | Unmatched argument at index 2: 'b'; see 'busbench check --help'",
                "run smoke --baseline busbnch    | the baseline 'busbnch' is none of the adapters of this run, did you mean 'busbench'?",
                "run selftest-copies --baseline reference --dry-run | is about its first adapter: leave out --baseline",
                "verify direct --adapters nosuch | no such folder",
                "run smoke --adapters ../configs/adapters | adapter 'busbench' is in ",
                "verify                          | name the adapters to verify, or give --all",
                "verify direct --payload 7K      | unknown payload '7K'",
                "up nosuch --backends-from 70000 | --backends-from is 70000: choose a number from 1 to 65533",
                "up nosuch --backends-listen 1/8 | --backends-listen is '1/8': write an address of this machine, or 0.0.0.0",
                "up nosuch --backends-advertise a:b/c | --backends-advertise is 'a:b/c': write a host's name or address",
                "up --backends-listen 203.0.113.9 | --backends-listen is 203.0.113.9, which is no address of this machine",
                "up nosuch                    | unknown adapter 'nosuch'",
                "report nosuch                   | nosuch",
                "report nosuch --warmup 5s       | are for JTL files, and nosuch is none",
                "report pom.xml nosuch.jtl       | nosuch.jtl: there is no such file",
                "report nosuch.jtl               | nosuch.jtl: there is no such file",
                "report pom.xml                  | pom.xml: is XML or HTML and no log",
                "report pom.xml --warmup 5       | --warmup '5' must be whole seconds, as in 5s or 1m",
                "report pom.xml --label camel    | --label 'camel' must be FILE=ADAPTER,SCENARIO,PAYLOAD,cCLIENTS,bREPEAT",
                "report pom.xml --label x=camel  | --label x=...: there is no such file among pom.xml",
                "report a b                      | one run at a time: b is too many",
                "report nosuch --format json     | nosuch",
                "report ../reports/src/test/resources/run-smoke --format pdf | is no format: choose of json, markdown, junit",
                "report ../reports/src/test/resources/run-smoke --format csv --out ../pom.xml/x | pom.xml/x: Not a directory",
                "adapter lock direct             | there is nothing to lock",
                "adapter new direct              | direct is there already: choose another name",
                "adapter new mine --adapters ../pom.xml/x | pom.xml/x cannot be made",
                "adapter new Mine                | is no name of an adapter: write lower-case letters",
                "verify --lint nosuch            | unknown adapter 'nosuch'",
                "run smoke --runs ../pom.xml/x   | ; say --runs DIR, a folder of yours",
                "verify direct --runs ../pom.xml/x | ; say --runs DIR, a folder of yours",
                "up direct --runs ../pom.xml/x | ; say --runs DIR, a folder of yours",
                "up --runs ../pom.xml/x          | ; say --runs DIR, a folder of yours",
                "verify --audit direct --runs ../pom.xml/x | ; say --runs DIR, a folder of yours",
                "torture direct --runs ../pom.xml/x | ; say --runs DIR, a folder of yours",
                "duel reference reference-copy --runs ../pom.xml/x | ; say --runs DIR, a folder of yours",
                "prefetch                        | which adapters? give names, or --all",
                "run field-quick                 | no suite field-quick; write 'busbench run field --quick'",
                "run smoke --quick               | smoke.yaml: has no short form for --quick: there is no key 'quick' in it",
                "serve runs --port 7070          | serve is no more: 'busbench run' draws runs/ID/index.html again",
                "try http://host/ --scenario cbr | try is no more: write 'busbench run URL', with the same options",
                "selftest --pairs 9              | selftest is no more: write 'busbench run selftest'",
                "start busbench                  | start is no more: write 'busbench up NAME'",
                "stop                            | stop is no more: write 'busbench down'",
                "backends --listen 0.0.0.0       | backends is no more: write 'busbench up', with --backends-listen",
                "trend runs                      | trend is no more: write 'busbench compare --trend'",
                "export x --format json          | export is no more: write 'busbench report RUN --format FORMAT'",
                "completion                      | completion is no more: write 'busbench --completion'",
                "man                             | man is no more: write 'busbench COMMAND --help'",
                "adapter lint x                  | adapter lint is no more: write 'busbench verify --lint NAME'",
                "adapter audit --all             | adapter audit is no more: write 'busbench verify --audit NAME'",
                "adapter prefetch x              | adapter prefetch is no more: write 'busbench prefetch NAME'",
                "verify --lint direct --json     | --lint looks at files of adapters alone: leave out",
                "verify --audit direct --payload 500 | --audit sends messages of its own sizes: leave out --payload",
                "compare x                       | what is compared? give two runs or more",
                "compare --trend --json          | --trend knows --adapter and --html alone",
                "report x --format csv --merge   | --format writes what a run says as it was recorded",
                "run --live-port=7070            | --live-port=7070 is no more: 'busbench run' draws",
                "prefetch --all direct           | give names or --all, not both",
            })
    void badInputIsOneLineOnStandardErrorAndExitCodeTwo(String command, String expected) {
        assertThat(Busbench.execute(command.split(" ", -1))).isEqualTo(2);

        assertThat(console.err().lines()).hasSize(1);
        assertThat(console.err())
                .startsWith("busbench: ")
                .contains(expected)
                .doesNotContain("Could not invoke", "Problem: ");
        assertThat(console.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"list", "list --json", "--help", "run --help", "--version", "--completion", "run smoke --dry-run"
            })
    void outputThatCannotBeWrittenIsOneLineOnStandardErrorAndExitCodeTwo(String command) throws IOException {
        Path device = Path.of("/dev/full");
        assumeThat(device).exists();
        try (PrintStream full = new PrintStream(new FileOutputStream(device.toFile()), true, StandardCharsets.UTF_8)) {
            System.setOut(full);
            assertThat(Busbench.written(Busbench.execute(command.split(" ")), device))
                    .isEqualTo(2);
        }

        assertThat(console.err())
                .isEqualToIgnoringNewLines(
                        "busbench: standard output could not be written to its end: make room where it"
                                + " goes, or send it elsewhere");
    }

    @Test
    void whatHostsCannotDoIsRefusedInOneLine(@TempDir Path folder) throws IOException {
        Path hosts = Files.writeString(folder.resolve("hosts.yaml"), """
                schema: busbench/hosts/1
                injectors: [load-1]
                mediator: {host: esb, address: 10.0.0.20}
                backend: {host: backend, address: 10.0.0.30}
                """);

        Path duets = Files.writeString(folder.resolve("duets.yaml"), """
                schema: busbench/suite/1
                name: duets
                about: Two at the same time.
                adapters: [busbench, direct]
                scenarios: [cbr]
                payloads: [500]
                concurrency: [1]
                blocks: 1
                primer: 1s
                warmup: 1s
                measure: 4s
                seed: 1
                errorBound: 0.0
                duets: {window: 500ms, pairs: [[busbench, direct]]}
                jvm: {options: [-Xmx256m]}
                """);

        assertThat(Busbench.execute("run", duets.toString(), "--hosts", hosts.toString()))
                .isEqualTo(2);
        assertThat(Busbench.execute("run", "smoke", "--hosts", hosts.toString(), "--injector", "jmeter-http"))
                .isEqualTo(2);
        assertThat(console.err().lines())
                .containsExactly(
                        "busbench: a run with --hosts does not know duets, whose stretches are cut on one clock:"
                                + " use a suite without 'duets'",
                        "busbench: a run with --hosts does not know the injector jmeter-http, whose logs have no"
                                + " histograms that add up: use --injector nio");
    }

    @Test
    void aDryRunPrintsTheFirstBlockAndHowLongItTakes() {
        assertThat(Busbench.execute("run", "smoke", "--adapter", "direct", "--scenario", "cbr", "--dry-run"))
                .isZero();

        assertThat(console.out().lines()).anyMatch(line -> line.matches(" +1 +cbr +500 +c=8 +direct"));
        assertThat(console.out()).contains("smoke: 1 comparison of 1 adapter, so 1 cell; 1 block, so 1 trial");
    }

    @Test
    void aDryRunNamesTheLongerWarmUpOfAPart() {
        assertThat(Busbench.execute("run", "catalogue", "--adapter", "direct", "--dry-run"))
                .isZero();

        assertThat(console.out().lines()).contains("6s warm-up instead: tls 10K c=200");
    }

    @Test
    void aDryRunRefusesANameThatNoRunCanHave() {
        assertThat(Busbench.execute("run", "smoke", "--id", "../elsewhere", "--dry-run"))
                .isEqualTo(ExitCode.BAD_INPUT);

        assertThat(console.err())
                .isEqualToIgnoringNewLines(
                        "busbench: '../elsewhere' is no name for a run: use letters, digits, dots, dashes and underscores");
    }

    @Test
    void aSuiteThatKnowsTheTruthSaysHowManyRunsItMakes() {
        assertThat(Busbench.execute("run", "selftest-copies", "--dry-run")).isZero();

        assertThat(console.out()).contains("2 runs with 20 comparisons of each adapter, about ");
    }

    @Test
    void theHelpNamesEachCommandAndTheOptionsOfAllOnce() {
        assertThat(Busbench.commandLine().getSubcommands().values())
                .filteredOn(command -> !command.getCommandSpec().usageMessage().hidden())
                .hasSize(16)
                .allSatisfy(command -> assertThat(command.getUsageMessage())
                        .doesNotContain("--runs")
                        .doesNotContain("--backends-from"));
        assertThat(Busbench.execute()).isZero();
        assertThat(console.out()).containsOnlyOnce("  --runs").contains("  prefetch ");
    }

    @Test
    void adaptersOfAnotherFolderAreKnownToEveryCommand() {
        assertThat(Busbench.execute("list", "--adapters", "../mutants/adapters", "--json"))
                .isZero();

        assertThat(console.out()).contains("\"reference-copy\"").contains("\"direct\"");
    }

    @Test
    void aHintRepeatsTheFolderOfAdaptersAsItWouldBeTyped(@TempDir Path folder) {
        Path elsewhere = folder.resolve("my-esbs");

        assertThat(Busbench.execute("--adapters", elsewhere.toString(), "adapter", "new", "mine"))
                .isZero();

        assertThat(console.out()).contains("ask 'busbench --adapters " + elsewhere + " verify --lint mine'");
    }

    @Test
    void theListFitsIntoAHundredColumns() {
        assertThat(Busbench.execute("list")).isZero();

        assertThat(console.out().lines())
                .hasSizeGreaterThan(30)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void theListingIsAlsoJson() throws IOException {
        assertThat(Busbench.execute("list", "--json")).isZero();

        JsonNode listing = new ObjectMapper().readTree(console.out());
        assertThat(listing.get("adapters").findValuesAsText("name")).contains("busbench", "direct", "nginx");
        assertThat(listing.get("suites").findValuesAsText("name")).contains("quick", "smoke");
    }

    @Test
    void theCompletionScriptKnowsTheCommands() {
        assertThat(Busbench.execute("--completion")).isZero();

        assertThat(console.out()).contains("doctor").contains("--dry-run");
    }
}
