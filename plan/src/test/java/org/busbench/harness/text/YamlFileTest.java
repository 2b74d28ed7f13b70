package org.busbench.harness.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
    private static final Path FILE = Path.of("some", "file.yaml");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'a: [1, 2\nb: 3\n' | 2 | malformed YAML: while parsing a flow sequence",
                "'a: 1\n\tb: 2\n' | 2 | malformed YAML",
                "'a: \"x\nb: 2' | 2 | malformed YAML: while scanning a quoted scalar",
                "'a: *nobody\n' | 1 | malformed YAML",
                "'a: 1\r\nb: x\u0001\n' | 2 | malformed YAML: the sign U+0001 may not stand in it: remove it",
                "'' | 1 | the file is empty",
                "'# nothing' | 1 | the file is empty",
                "'- a\n- b' | 1 | the file must be a map (key: value), not a list",
                "'a: 1\n---\nb: 2' | 3 | a second document",
                "'a: 1\nb: 2\na: 3' | 3 | key 'a' stands here twice (first in line 1): remove one",
                "'a: 1\n[x]: y' | 2 | a key of the file must be a word, not a list",
            })
    void whatIsNotOneMapIsRefusedWithItsLine(String text, int line, String message) {
        assertThatThrownBy(() -> YamlFile.parse(text, FILE)).isInstanceOfSatisfying(ConfigProblem.class, problem -> {
            assertThat(problem.line()).isEqualTo(line);
            assertThat(problem.getMessage()).startsWith(FILE + ":" + line + ": " + message);
            assertThat(problem.getMessage().lines()).hasSize(1);
        });
    }

    @Test
    void aFileThatIsNotThereIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> YamlFile.read(folder.resolve("absent.yaml")))
                .isInstanceOf(Problem.class)
                .hasMessage("no such file: " + folder.resolve("absent.yaml"));
    }

    @Test
    void aFileThatIsNotTextIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE4, '\n'});
        assertThatThrownBy(() -> YamlFile.read(file))
                .isInstanceOf(Problem.class)
                .hasMessage("cannot read " + file + ": line 1: byte 0xe4 is not UTF-8: save the file as UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "windows-1252"})
    void aFileInAnotherEncodingIsRefusedWithTheRemedy(String charset, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.yaml"), "a: gr\u00fcn\n", Charset.forName(charset));
        assertThatThrownBy(() -> YamlFile.read(file).schema("x"))
                .isInstanceOf(Problem.class)
                .satisfies(problem -> assertThat(problem.getMessage().lines()).hasSize(1));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.yaml"), "\ufeffa: gr\u00fcn\n");
        assertThat(YamlFile.read(file).require("a").text()).isEqualTo("gr\u00fcn");
    }

    @Test
    void aFileThatIsTooLongIsRefusedBeforeItIsParsed() {
        assertThatThrownBy(() -> YamlFile.parse("a: 1 #" + "x".repeat(5 << 20), FILE))
                .isInstanceOf(ConfigProblem.class)
                .hasMessage(FILE + ":1: the file has 5242886 characters, of which it may have 1048576");
    }

    @ParameterizedTest
    @CsvSource({"[, ]", "{a: , }", "'- ', ''"})
    void whatIsNestedTooDeepIsRefusedWithItsLine(String open, String close) {
        String text = "a: 1\nb:\n  " + open.repeat(5000) + "x" + close.repeat(5000) + "\n";
        assertThatThrownBy(() -> YamlFile.parse(text, FILE))
                .isInstanceOf(ConfigProblem.class)
                .hasMessage(FILE + ":3: lists and maps are nested deeper than 50 levels");
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestKnownOne() {
        YamlMap map = YamlFile.parse("name: x\nconccurency: [1]\n", FILE);
        assertThatThrownBy(() -> map.only("name", "concurrency", "blocks"))
                .hasMessage(FILE + ":2: unknown key 'conccurency', did you mean 'concurrency'?");
        assertThatThrownBy(() -> map.only("name", "zebra"))
                .hasMessage(FILE + ":2: unknown key 'conccurency'; known: name, zebra");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'5' | v must be text, not 5 (put text in quotes)",
                "'true' | v must be text, not true (put text in quotes)",
                "'' | v must be text, not nothing",
                "'[a]' | v must be text, not a list",
                "'{a: b}' | v must be text, not a map",
                "'\" \"' | v is blank: say something",
            })
    void textIsNothingElse(String written, String message) {
        YamlValue value = YamlFile.parse("v: " + written, FILE).require("v");
        assertThatThrownBy(value::text).hasMessage(FILE + ":1: " + message);
    }

    @ParameterizedTest
    @CsvSource({"a\\0, U+0000", "\\uD800b, U+D800", "\\uDE00\\uD83D, U+DE00"})
    void aSignThatNoPathAndNoWordOfACommandCanHoldIsRefused(String escape, String sign) {
        YamlValue value =
                YamlFile.parse("v: \"\\uD83D\\uDE00" + escape + "\"", FILE).require("v");
        for (ThrowingCallable reader : List.<ThrowingCallable>of(value::text, value::word, value::template)) {
            assertThatThrownBy(reader).hasMessage(FILE + ":1: v holds the sign " + sign + ": remove it");
        }
        assertThatThrownBy(() -> YamlFile.parse("\"" + escape + "\": 1", FILE))
                .hasMessage(FILE + ":1: a key of the file holds the sign " + sign + ": remove it");
    }

    @Test
    void bytesOfAMessageMayBeAny() {
        YamlMap map = YamlFile.parse("v: \"\\0\\xFF\"\nw: \"\\u0100\"", FILE);
        assertThat(map.require("v").bytes()).isEqualTo("\0\u00ff");
        assertThatThrownBy(map.require("w")::bytes)
                .hasMessage(FILE + ":2: a character above U+00FF: each stands for one byte, so write the bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | v is 0: choose a number from 1 to 10",
                "99999999999999999999999 | v is 99999999999999999999999: choose a number from 1 to 10",
                "1.5 | v must be a whole number, not 1.5",
                "ten | v must be a whole number, not the text 'ten'",
            })
    void aNumberStaysInItsRange(String written, String message) {
        YamlValue value = YamlFile.parse("v: " + written, FILE).require("v");
        assertThatThrownBy(() -> value.integer(1, 10)).hasMessage(FILE + ":1: " + message);
    }

    @ParameterizedTest
    @CsvSource({"-0.1", "1.5", ".inf", ".nan"})
    void aShareStaysBetweenNothingAndAll(String written) {
        YamlValue value = YamlFile.parse("v: " + written, FILE).require("v");
        assertThatThrownBy(value::share).hasMessage(FILE + ":1: v is " + written + ": choose a number from 0 to 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | v must be a duration (a number and a unit, as in 500ms, 4s, 2m or 1h), not 3",
                "3 s | v: '3 s' is not a duration, did you mean '3s'?",
                "5Minutes | v: '5Minutes' is not a duration, did you mean '5m'?",
                "70millis | v: '70millis' is not a duration, did you mean '70ms'?",
                "-3s | v: '-3s' is not a duration: write a number and a unit, as in 500ms, 4s, 2m or 1h",
                "3h | v is 3h: choose a duration from 1s to 2m",
            })
    void aDurationHasAUnitAndARange(String written, String message) {
        YamlValue value = YamlFile.parse("v: " + written, FILE).require("v");
        assertThatThrownBy(() -> value.duration(Duration.ofSeconds(1), Duration.ofMinutes(2)))
                .hasMessage(FILE + ":1: " + message);
    }

    @Test
    void aMissingKeyIsNamedWhereItsMapBegins() {
        YamlMap map = YamlFile.parse("a: 1\nready:\n  within: 3s\n", FILE)
                .require("ready")
                .map();
        assertThatThrownBy(() -> map.require("url")).hasMessage(FILE + ":3: key 'url' is missing: add it");
    }
}
