package org.busbench.mediation.xpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.Expression.Strategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    private static final Map<String, String> NAMESPACES = Map.of("m", "http://services.samples");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$body/m:getQuote/m:request[1]/m:symbol",
                "//m:symbol",
                "//*[local-name()='symbol'][1]",
                "$body//*[local-name(.)='a' and namespace-uri()='urn:a'][@id]/m:*[local-name()='b']",
                "//m:request[m:symbol='IBM']/m:ref/text()",
                "$body/*[1]/@id",
                "//@id",
                "string(//m:symbol)='IBM'",
                "(//m:symbol)[1]",
                "contains(normalize-space(//m:note),'seven') or $trp:Host='a'",
                "local-name($body/*[1])='getQuote'",
                "count(//m:request) > 2",
                "$ctx:ROUTE",
                "concat('a',$trp:X)",
                "$body",
                "not($header)"
            })
    void streamsWhatCanBeFollowedForwards(String xpath) {
        Expression expression = Expression.compile(xpath, NAMESPACES);
        for (ResultType kind : List.of(ResultType.STRING, ResultType.BOOLEAN)) {
            assertThat(expression.reason(kind)).isEmpty();
            assertThat(expression.strategy(kind)).isEqualTo(Strategy.STREAM);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "//m:symbol/..                 ~ the step parent::node()",
                "//m:symbol[last()]            ~ the predicate [last()]",
                "//m:a | //m:b                 ~ the expression",
                "//m:a/following-sibling::m:b  ~ the step following-sibling::m:b",
                "//m:a[m:b='1'][m:c='2']       ~ two predicates on the content",
                "//m:a[m:b='1']/m:c[m:d='2']   ~ more than one predicate on the content",
                "//m:a[@id][1]                 ~ a position that is not the first predicate",
                "//m:a = //m:b                 ~ a comparison of nodes with something other than a constant",
                "name(//m:a)                   ~ the function call name(",
                "count(//m:a) + 1              ~ the expression",
                "/                             ~ selects more than elements",
                "//n:a                         ~ the prefix n is not declared",
                "//m:'a                        ~ a step without a name",
                "sum(//m:a)                    ~ the function call sum(",
                "//m:a[m:b = get-property('c')] ~ get-property(",
            })
    void saysWhyAnExpressionNeedsATree(String xpath, String reason) {
        Expression expression = Expression.compile(xpath, NAMESPACES);
        assertThat(expression.strategy(ResultType.STRING)).isEqualTo(Strategy.TREE);
        assertThat(expression.reason(ResultType.STRING)).contains(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "get-property('registry', 'To')         | get-property() is the engine's",
                "//m:a[m:b = get-property(m:c)]         | get-property() is the engine's",
                "base64Encode(//m:a)                    | base64Encode() is the engine's",
                "document('file:///etc/passwd')//user   | is the engine's",
                "$func:p                                | the variable $func:p is the engine's",
                "$ctx:body                              | the variable $ctx:body is the engine's",
                "$x                                     | the variable $x is the engine's",
            })
    void leavesToTheEngineWhatOnlyTheEngineHas(String xpath, String reason) {
        Expression expression = Expression.compile(xpath, NAMESPACES);
        assertThat(expression.strategy(ResultType.BOOLEAN)).isEqualTo(Strategy.ENGINE);
        assertThat(expression.reason(ResultType.BOOLEAN)).contains(reason);
        Evaluator evaluation = new Evaluator(org.busbench.mediation.xml.Limits.DEFAULT, 1024, TreeEvaluator.NONE);
        assertThatThrownBy(() -> evaluation.begin(expression, ResultType.BOOLEAN, null, Variables.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void refusesWhatIsNoXPathInOneLine() {
        assertThatThrownBy(() -> Expression.compile("//m:a[", NAMESPACES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"//m:a[\"")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void knowsWhatNeedsNoContent() {
        assertThat(Expression.compile("$trp:Host = 'a'", Map.of()).needsNoContent(ResultType.BOOLEAN))
                .isTrue();
        assertThat(Expression.compile("$trp:Host = 'a' and //b", Map.of()).needsNoContent(ResultType.BOOLEAN))
                .isFalse();
    }
}
