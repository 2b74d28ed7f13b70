package org.busbench.backend.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.busbench.backend.files.FileServiceDefinition.NoncePlace;
import org.busbench.backend.files.FileServiceDefinition.NonceSyntax;
import org.busbench.backend.quote.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NonceFinderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/ref          | {\"ref\":\"x1\"}                                   | x1",
                "/a/1/b        | {\"a\":[{\"b\":0},{\"c\":{\"b\":2},\"b\":3}]}      | 3",
                "/a~1b/m~0n    | {\"a/b\":{\"m~n\":true}}                           | true",
                "/r\u00e9f     | {\"r\\u00e9f\":\"\\u0041\\n\\\\\"}                 | `A\n\\`",
                "/ref          | {\"other\":{\"ref\":1},\"ref\":\"x2\",\"ref\":3}   | x2",
                "/0            | [-1.5e3]                                           | -1.5e3",
                "/ref          | {\"ref\":{}}                                       |",
                "/ref          | {\"ref\":null}                                     |",
                "/ref/0        | {\"ref\":\"x\"}                                    |",
                "/ref          | 17                                                 |",
            })
    void followsPointersThroughJson(String pointer, String json, String expected) throws RefusedException {
        assertThat(find(NonceSyntax.POINTER, pointer, json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"ref\":1",
                "{\"ref\":1}}",
                "{\"ref\":01}",
                "{\"ref\":1,}",
                "{ref:1}",
                "[1 2]",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":tru}",
                "{\"ref\":\"1",
                "{\"ref\" 1}",
                "\"\\"
            })
    void refusesWhatIsNotJson(String text) {
        assertThatThrownBy(() -> find(NonceSyntax.POINTER, "/ref", text))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("the request is not JSON: ");
    }

    @Test
    void refusesJsonThatIsTooDeep() {
        assertThatThrownBy(() -> find(NonceSyntax.POINTER, "/ref", "[".repeat(100_000)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("nesting depth");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "//ref                              | <a><b><ref>x1</ref></b><ref>x2</ref></a>    | x1",
                "/a/ref                             | <a><b><ref>x1</ref></b><ref>x2</ref></a>    | x2",
                "/s:a/*/ref/text()                  | <a><b><ref> x1 </ref></b></a>               | x1",
                "//*[local-name()='ref']            | <a xmlns:p='urn:p'><p:ref>x3</p:ref></a>    | x3",
                "//b/@id                            | <a><b id='x4'/></a>                         | x4",
                "//c                                | <a><b>1</b></a>                             |",
                "/ref                               | <a><ref>1</ref></a>                         |",
            })
    void followsPathsThroughXml(String path, String xml, String expected) throws RefusedException {
        assertThat(find(NonceSyntax.XPATH, path, xml)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a><ref>1</ref>",
                "<a>",
                "",
                "<!DOCTYPE a [<!ENTITY e 'x'>]><a><ref>&e;</ref></a>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a><ref>1</ref></a>"
            })
    void refusesXmlThatIsBrokenOrHasADtd(String text) {
        assertThatThrownBy(() -> find(NonceSyntax.XPATH, "//ref", text))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("the request is not XML: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ref", "//a[1]", "/a//b", "count(//a)", "/a/b[@c='1']"})
    void refusesXPathThatAStreamDoesNotDecide(String expression) {
        assertThatThrownBy(() -> new NoncePlace(NonceSyntax.XPATH, expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only paths of names");
    }

    @Test
    void findsByRegularExpression() throws RefusedException {
        assertThat(find(NonceSyntax.REGEX, "ref=([0-9a-f]+);", "a ref=zz; ref=12ab;"))
                .isEqualTo("12ab");
        assertThat(find(NonceSyntax.REGEX, "[0-9]+", "abc 12")).isEqualTo("12");
        assertThat(find(NonceSyntax.REGEX, "[0-9]+", "abc")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"(a+)+b, 5000", "(?:a|b)*c, 1000000"})
    void refusesARegularExpressionThatGoesAstray(String expression, int length) {
        assertThatThrownBy(() -> find(NonceSyntax.REGEX, expression, "a".repeat(length)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("looks at each byte");
    }

    private static String find(NonceSyntax syntax, String expression, String text) throws RefusedException {
        byte[] around = ("##" + text + "##").getBytes(UTF_8);
        return new NoncePlace(syntax, expression).finder().find(around, 2, around.length - 4, null);
    }
}
