package org.busbench.mediation.axiom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.Evaluator.Progress;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Expression.Strategy;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.Variables;

/** Expressions on one message. Ours give what stock's classes give, or fail where they fail, however the bytes arrive. */
public final class XPathFuzz {
    private static final int LONGEST = 200;
    private static final Evaluator EVALUATOR = new Evaluator(Limits.DEFAULT, 1 << 20, new AxiomEvaluator(1 << 20));
    private static final byte[] MESSAGE =
            ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:m='http://services.samples'>"
                            + "<s:Header><m:h k='1'>x</m:h></s:Header><s:Body><m:a n='2' m:n='3'>one<m:b>two</m:b>three<c/></m:a>"
                            + "<m:a n='4'><b>5</b> <b>6</b></m:a><m:d><b>7</b><m:d><c>x</c><m:d><b>7</b></m:d></m:d></m:d>"
                            + "</s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
    private static final Map<String, String> NAMESPACES =
            Map.of("m", "http://services.samples", "s", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final Stock STOCK = stock();

    private XPathFuzz() {}

    private static Stock stock() {
        try {
            Stock stock = new Stock(MESSAGE);
            LogManager.getRootLogger().setLevel(Level.OFF);
            return stock;
        } catch (Exception e) {
            throw new IllegalStateException("stock does not read the message", e);
        }
    }

    /** Called by the fuzzer, on one thread. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        String text = new String(Arrays.copyOf(input, Math.min(input.length, LONGEST)), StandardCharsets.UTF_8);
        Expression expression;
        try {
            expression = AxiomEvaluator.compile(text, NAMESPACES);
        } catch (IllegalArgumentException e) {
            return;
        }
        if (!expression.variables().isEmpty() || text.contains("$")) {
            return;
        }
        for (ResultType kind : List.of(ResultType.STRING, ResultType.BOOLEAN)) {
            if (expression.strategy(kind) != Strategy.ENGINE) {
                compare(expression, kind, text);
            }
        }
    }

    private static void compare(Expression expression, ResultType kind, String text) throws Exception {
        Object expected;
        try {
            expected =
                    kind == ResultType.STRING ? STOCK.string(text, NAMESPACES) : (Object) STOCK.bool(text, NAMESPACES);
        } catch (NullPointerException e) {
            // Axiom fails to sort several attributes of one element when one has no namespace. We answer.
            return;
        } catch (RuntimeException | org.jaxen.JaxenException e) {
            assertThat(catchThrowable(() -> decided(expression, kind, MESSAGE.length)))
                    .as("%s %s, where stock says %s", kind, text, e)
                    .isInstanceOf(MalformedXmlException.class);
            return;
        }
        assertThat(decided(expression, kind, MESSAGE.length))
                .as("%s %s", kind, text)
                .isEqualTo(expected);
        assertThat(decided(expression, kind, 7))
                .as("%s %s, in pieces", kind, text)
                .isEqualTo(expected);
    }

    private static Object decided(Expression expression, ResultType kind, int piece) throws MalformedXmlException {
        Progress progress = EVALUATOR.begin(expression, kind, null, Variables.NONE);
        for (int at = 0; at < MESSAGE.length && progress == Progress.NEED_MORE; at += piece) {
            progress = EVALUATOR.feed(MESSAGE, at, Math.min(MESSAGE.length, at + piece));
        }
        if (progress == Progress.NEED_MORE) {
            EVALUATOR.end();
        }
        return kind == ResultType.STRING ? EVALUATOR.string() : (Object) EVALUATOR.bool();
    }
}
