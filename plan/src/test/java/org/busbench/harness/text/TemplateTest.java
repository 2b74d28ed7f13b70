package org.busbench.harness.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final Path FILE = Path.of("nginx.conf");

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "'', ''",
        "listen ${port.http};, listen 8380;",
        "${work}${work}, /w/w",
        "$host and $1 stay, $host and $1 stay",
        "costs $${port.http}, costs ${port.http}",
        "$${work} is ${work}, ${work} is /w",
        "$$, $$",
    })
    void expressionsAreReplacedAndNothingElse(String template, String expanded) {
        Map<String, String> values = Map.of("port.http", "8380", "work", "/w");
        assertThat(Template.parse(template, FILE, 1).expand(values)).isEqualTo(expanded);
    }

    @Test
    void aValueIsNotExpandedAgain() {
        Template template = Template.parse("${a}", FILE, 1);
        assertThat(template.expand(Map.of("a", "${b}", "b", "wrong"))).isEqualTo("${b}");
    }

    @Test
    void anUnknownExpressionIsRefusedWithItsLineAndTheNearestName() {
        Template template = Template.parse("one\ntwo ${work}\nthree ${port.htpp}", FILE, 10);
        assertThat(template.names()).containsExactly("work", "port.htpp");
        assertThatThrownBy(() -> template.check(Set.of("work", "port.http")))
                .hasMessage("nginx.conf:12: unknown expression ${port.htpp}, did you mean 'port.http'?");
        assertThatThrownBy(() -> template.expand(Map.of("work", "/w")))
                .hasMessage("nginx.conf:12: unknown expression ${port.htpp}; known: work");
    }

    @Test
    void anExpressionThatIsNotClosedIsRefusedWithItsLine() {
        assertThatThrownBy(() -> Template.parse("a\nb ${work\nc}", FILE, 1).check(List.of("work")))
                .hasMessageStartingWith("nginx.conf:2: '${' without '}'");
        assertThatThrownBy(() -> Template.parse("a\nb ${work", FILE, 1))
                .hasMessageStartingWith("nginx.conf:2: '${' without '}'");
    }
}
