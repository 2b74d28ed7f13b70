package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.ScenarioFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers in JSON and text, as a scenario with a backend of its user's demands them. */
class AnswerCheckTest {
    private static final String NONCE = "0123456789abcdef";
    private static final String RIGHT = "{\"order\": \"0123456789abcdef\", \"by\": \"north\", \"state\": \"open\"}";

    @TempDir
    private Path parent;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "201 | {\"order\": \"0123456789abcdef\", \"by\": \"north\", \"state\": \"open\"}  | ",
                "200 | {\"order\": \"0123456789abcdef\", \"by\": \"north\", \"state\": \"open\"}  | status 200 instead of 201",
                "201 | {\"order\": \"fedcba9876543210\", \"by\": \"north\", \"state\": \"open\"}  | the nonce at pointer /order is 'fedcba9876543210' instead of '0123456789abcdef'",
                "201 | {\"by\": \"north\", \"state\": \"open\"}  | the nonce at pointer /order is missing instead of '0123456789abcdef'",
                "201 | {\"order\": \"0123456789abcdef\", \"by\": \"south\", \"state\": \"open\"}  | wrong route: it does not hold '\"by\": \"north\"'",
                "201 | {\"order\": \"0123456789abcdef\", \"by\": \"north\", \"state\": \"shut\"}  | it does not hold '\"open\"'",
                "201 | {\"order\": \"0123456789abcdef\", \"by\": \"north\", \"error\": \"open\"}  | it holds 'error'",
                "201 | {\"order\": \"0123456789abcdef\", \"by\": \"north\", \"state\": \"open\"}, | its nonce cannot be looked for with pointer: ",
                "201 | <order>0123456789abcdef</order> | its nonce cannot be looked for with pointer: "
            })
    void theFirstDemandThatIsNotMetIsNamed(int status, String body, String fault) throws IOException {
        Scenario scenario = theirs("pointer: /order");
        Optional<String> found = new AnswerCheck(new Messages(scenario))
                .fault("own", scenario.data().samples().get(0), NONCE, "north", answer(status, body));
        if (fault == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).hasValueSatisfying(said -> assertThat(said).startsWith(fault));
        }
    }

    @Test
    void aNonceIsAlsoFoundByARegularExpressionAndByAnXPathOverNamesWithoutPrefixes() throws Exception {
        Scenario scenario = theirs("regex: 'order.: .([0-9a-f]{16})'");
        assertThat(new AnswerCheck(new Messages(scenario))
                        .fault("own", scenario.data().samples().get(0), NONCE, "north", answer(201, RIGHT)))
                .isEmpty();
        Scenario xml = theirs("xpath: //order");
        assertThat(new AnswerCheck(new Messages(xml))
                        .find(
                                xml.answer().nonce(),
                                ("<a:x xmlns:a='urn:a'><a:order> " + NONCE + " </a:order></a:x>")
                                        .getBytes(StandardCharsets.UTF_8)))
                .contains(NONCE);
        Scenario attribute = theirs("xpath: //order/@id");
        assertThat(new AnswerCheck(new Messages(attribute))
                        .find(
                                attribute.answer().nonce(),
                                ("<a:order xmlns:a='urn:a' a:hop='1' a:id='" + NONCE + "' a:line='2'/>")
                                        .getBytes(StandardCharsets.UTF_8)))
                .contains(NONCE);
    }

    @ParameterizedTest
    @CsvSource({"xpath: //order, '<a>', '</a>'", "pointer: /order, '[', ']'", "regex: 'order(?:.|[0-9])*(z)', x, x"})
    void whatIsTooDeepForTheStackIsAFaultOfTheAnswer(String place, String open, String close) throws IOException {
        Scenario scenario = theirs(place);

        assertThat(new AnswerCheck(new Messages(scenario))
                        .fault(
                                "own",
                                scenario.data().samples().get(0),
                                NONCE,
                                "north",
                                answer(201, open.repeat(100_000) + "order" + close.repeat(100_000))))
                .hasValueSatisfying(said -> assertThat(said).startsWith("its nonce cannot be looked for with "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1, \"b\": [1, 2]}   | {\"b\": [1.0, 2e0], \"a\": 1.00}  | ",
                "{\"a\": 12345678901234567.1} | {\"a\": 12345678901234567.2}     | 12345678901234567.2 instead of",
                "{\"a\": 1e999}              | {\"a\": 1e998}                   | 1E+998 instead of 1E+999 at /a",
                "{\"a\": {\"b\": 1}}         | {\"a\": {\"b\": 2}}               | 2 instead of 1 at /a/b",
                "{\"a\": [1, {\"b\": true}]} | {\"a\": [1, {\"b\": \"true\"}]}   | \"true\" instead of true at /a/1/b",
                "{\"a\": 1}                  | {\"a\": 1, \"b\": null}           | something at /b where nothing is expected",
                "{\"a\": 1, \"b\": 2}        | {\"a\": 1}                        | nothing at /b",
                "[1, 2]                      | [1, 2, 3]                         | [1,2,3] instead of [1,2] at /",
                "{\"a\": 1}                  | {\"a\": 1} {}                     | it is not JSON (line 1, column ",
                "{\"a\": 1}                  | <a/>                              | it is not JSON (line 1, column "
            })
    void jsonIsComparedByValueAndTheFirstDifferenceHasItsPlace(String expected, String actual, String difference)
            throws IOException {
        Optional<String> found = new AnswerCheck(new Messages(theirs("pointer: /order")))
                .difference(expected, "application/json", actual.getBytes(StandardCharsets.UTF_8));
        if (difference == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found)
                    .hasValueSatisfying(
                            said -> assertThat(said).startsWith("another answer than expected: " + difference));
        }
    }

    @Test
    void textIsComparedToTheCharacterAndAnExpectedAnswerThatIsNoJsonIsAProblemOfTheScenario() throws IOException {
        AnswerCheck check = new AnswerCheck(new Messages(theirs("pointer: /order")));
        assertThat(check.difference("abc", "text/plain", "abc".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(check.difference("abc", "text/plain", "abXc".getBytes(StandardCharsets.UTF_8)))
                .contains("another answer than expected: 4 characters, the first other one at 2, where 3 are expected");
        assertThatThrownBy(() -> check.difference("{", "application/json", "{}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("the expected answer is not JSON");
        assertThatThrownBy(() -> check.difference("{", "text/xml", "{}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("the expected answer is not XML: ");
    }

    private static Answer answer(int status, String body) {
        return new Answer(
                status, Map.of("Content-Type", List.of("application/json")), body.getBytes(StandardCharsets.UTF_8));
    }

    private Scenario theirs(String nonce) throws IOException {
        Path folder = Files.createDirectories(parent.resolve("shop"));
        Files.writeString(folder.resolve("order.json"), "{\"order\": \"${nonce}\"}");
        Files.writeString(folder.resolve("rows.csv"), "route\nnorth\nsouth\n");
        Files.writeString(folder.resolve("scenario.yaml"), """
                schema: busbench/scenario/1
                name: shop
                title: Shop
                about: somebody's own service
                request: {path: /orders, body: order.json}
                data: rows.csv
                answer:
                  status: 201
                  nonce: {%s}
                  contains: ['"open"']
                  lacks: [error]
                  ends: '}'
                  route: {text: '"by": "${route}"'}
                backend: theirs
                """.formatted(nonce));
        Scenario scenario = ScenarioFolder.read(folder, ProjectFiles.ROOT);
        assertThat(scenario.backend().isOurs()).isFalse();
        return scenario;
    }
}
