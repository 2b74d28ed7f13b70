package org.wso2.uri.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates in the forms of RFC 6570 section 3.2, and those that public configurations have. */
class URITemplateTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/ | / | {}",
                "/ | /?a=b | {}",
                "/view/{symbol} | /view/IBM | {symbol=IBM}",
                "/view/{symbol} | /view/IBM/ | {symbol=IBM}",
                "/view/{symbol} | /view/IBM?x=1&y | {symbol=IBM}",
                "/view/{symbol} | /view/a%20b%2Fc+d@e | {symbol=a b/c+d@e}",
                "/view/{symbol} | /view/%zz | {symbol=%zz}",
                "/order/{id}/item/{item.number} | /order/1/item/2 | {id=1, item.number=2}",
                "/order/{id}/item/{n}?* | /order/1/item/2 | {id=1, n=2}",
                "/order/{id}/item/{n}?* | /order/1/item/2?q=3 | {id=1, n=2}",
                "/{id}/item/{n}* | /1/item/2/and?more | {id=1, n=2}",
                "/music* | /music | {}",
                "/music* | /musical/x?y=z | {}",
                "/view/* | /view | {}",
                "/view/* | /view/a/b | {}",
                "/view/* | /view?a | {}",
                "/edit?a={symbol}&b={value} | /edit?a=IBM&b= | {symbol=IBM, value=}",
                "/p?latitude={+latitude}&floor={+floor} | /p?latitude=1/2&floor=3 | {floor=3, latitude=1/2}",
                "/files/{+path} | /files/a/b.txt | {path=a/b.txt}",
                "/point/{x,y} | /point/1,2 | {x=1, y=2}",
                "/map{.type} | /map.json | {type=json}",
                "/a{/b,c} | /a/1/2 | {b=1, c=2}",
                "/a{/b*} | /a/1/2 | {b=1/2}",
                "/a{;b,c} | /a;b=1 | {b=1}",
                "/a{?b,c} | /a?c=2&d=3&b=1 | {b=1, c=2}",
                "/a{?b,c} | /a | {}",
                "/a?x=1{&b} | /a?x=1&b=2 | {b=2}",
                "/{var:3} | /abc | {var=abc}",
                "/{a}/{a} | /1/1 | {a=1}",
                "/%7Buser%7D | /%7Buser%7D | {}",
            })
    void tellsTheVariablesOfWhatMatches(String template, String uri, String expected) throws URITemplateException {
        Map<String, String> found = new TreeMap<>();

        assertThat(new URITemplate(template).matches(uri, found)).isTrue();
        assertThat(found).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/view/{symbol} | /view/",
                "/view/{symbol} | /view/a/b",
                "/view/{symbol} | /views/a",
                "/view/{symbol} | /VIEW/a",
                "/view/* | /viewing",
                "/edit?a={b} | /edit",
                "/edit?a={b} | /edit?a=1&c=2",
                "/a.c | /abc",
                "/{var:3} | /abcd",
                "/{a}/{a} | /1/2",
                "/point/{x,y} | /point/1",
                "/map{.type} | /map.a.b",
            })
    void leavesOthers(String template, String uri) throws URITemplateException {
        Map<String, String> found = new TreeMap<>();

        assertThat(new URITemplate(template).matches(uri, found)).isFalse();
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/{a", "/a}", "/{}", "/{a b}", "/{a:0}", "/{a,}", "/{{a}}"})
    void refusesWhatIsNoTemplate(String text) {
        assertThatThrownBy(() -> new URITemplate(text))
                .isInstanceOf(URITemplateException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void doesNotTryEveryWayToSplitALongRequest() throws URITemplateException {
        String many = "/{+a}-{+b}-{+c}-{+d}-{+e}-{+f}-{+g}-{+h}x";

        assertThat(new URITemplate(many).matches("/" + "-".repeat(100_000), new TreeMap<>()))
                .isFalse();
    }
}
