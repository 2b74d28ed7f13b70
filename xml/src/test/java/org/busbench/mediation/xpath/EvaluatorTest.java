package org.busbench.mediation.xpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.SymbolTable;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Evaluator.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that are decided while the message streams by. {@code AxiomEvaluatorTest} of the mediator has those that need a tree. */
class EvaluatorTest {
    private static final Map<String, String> NAMESPACES =
            Map.of("m", "http://services.samples", "s", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final String HEAD = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";
    private static final String FOOT = "</s:Body></s:Envelope>";

    private static final TreeEvaluator NO_TREE = (expression, asked, bytes, length, charset, variables) -> {
        throw new AssertionError(expression + " was to be decided without a tree");
    };

    private final Evaluator evaluation = new Evaluator(Limits.DEFAULT, 1 << 20, NO_TREE);

    @ParameterizedTest
    @ValueSource(strings = {"500", "10K", "100K"})
    void stopsReadingAtTheFirstMatchWhenThereCanBeNoOther(String size) throws Exception {
        byte[] message = sample(size);
        String only = "$body/m:getQuote[1]/m:request[1]/m:symbol[1]";
        assertThat(string(only, message)).isEqualTo("IBM");
        assertThat(evaluation.bytesRead()).isLessThan(270);
        assertThat(string("string(//m:symbol)", message)).isEqualTo("IBM");
        assertThat(evaluation.bytesRead()).isLessThan(270);
        assertThat(bool("//m:symbol = 'IBM'", message)).isTrue();
        assertThat(evaluation.bytesRead()).isLessThan(270);
    }

    @Test
    void findsWhatStandsDeepInElementsThatItPassesOverOnceTheirNamesAreKnown() throws Exception {
        byte[] message = soap("<x><y c='1'><z/></y></x>\n".repeat(3)
                + "<x><y c='2'><b>first</b><z><a><b>second</b></a></z></y></x>".repeat(2)
                + "<x><y><b>third</b></y></x>");
        for (int known = 0; known < 4; known++) {
            assertThat(string("string(//a/b)", message)).isEqualTo("second");
            assertThat(string("string(//y[2]/b)", message)).isEmpty();
            assertThat(bool("//y[@c='2']/b = 'first'", message)).isTrue();
            assertThat(bool("//y/b = 'second'", message)).isFalse();
            assertThat(bool("//y/b = 'third'", message)).isTrue();
            assertThat(bool("//c", message)).isFalse();
        }
    }

    @Test
    void passesOverElementsWithNamesThatNoPathHasForOneExpressionAndForSeveral() throws Exception {
        byte[] message = sample("10K");
        StreamPlan[] plans = {plan("$body/m:getQuote[1]/m:last[1]"), plan("$body/m:getQuote/m:request/m:price")};
        assertThat(tokens(message, plans[0])).isLessThan(20);
        assertThat(tokens(message, plans)).isLessThan(90);
    }

    @Test
    void isToldOfNoEndOfAnElementWhosePredicateOnAnAttributeFails() throws Exception {
        String known = "<a i='1'><b/></a>";
        int few = tokens(soap("<r>" + known.repeat(10) + "</r>"), plan("//a[@i='2']"));
        int many = tokens(soap("<r>" + known.repeat(110) + "</r>"), plan("//a[@i='2']"));
        assertThat(many - few).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "//a[@i='1'], 4.0",
                "//*[@i='1'], 4.0",
                "//a[@i='0']/a[@i='1'], 2.0",
                "//c/a[@i='1'], 2.0",
                "//a[@i='1']//a, 2.0"
            })
    void countsElementsByTheirAttributesInsideOfOthersThatFail(String path, String count) throws Exception {
        String other = "<a i='0'><b><c i='2'/></b>x</a><c/>";
        String within = other + "<a i='0'><c><d/></c><a i='1'/>" + other + "</a><c><a i='1'>" + other + "</a></c>";
        assertThat(string("count(" + path + ")", soap("<r>" + within + other + within + "</r>")))
                .isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '~',
            value = {
                "IBM ~ IBM ~ true",
                "IBM ~ IBMX ~ false",
                "IBMX ~ IBM ~ false",
                "&#73;BM ~ IBM ~ true",
                "I&#66;N ~ IBM ~ false",
                "\u00e9t\u00e9 ~ \u00e9t\u00e9 ~ true",
                "\u00e9 ~ \u00c3\u00a9 ~ false",
                "`a\tb` ~ `a b` ~ true",
                "`a\r\nb` ~ `a b` ~ true",
                "`` ~ x ~ false",
                "&#120; ~ `` ~ false",
                "`` ~ `` ~ true"
            })
    void comparesAnAttributeAsItIsMeantWhateverItIsWrittenLike(String written, String text, boolean equal)
            throws Exception {
        byte[] message = soap("<a i=\"" + written + "\"/>");
        assertThat(bool("//a[@i='" + text + "']", message)).isEqualTo(equal);
        assertThat(bool("//a[@i!='" + text + "']", message)).isEqualTo(!equal);
    }

    private static StreamPlan plan(String path) {
        return Expression.compile(path, NAMESPACES).plan(ResultType.STRING);
    }

    /** How many tokens of a message are looked at. */
    private static int tokens(byte[] message, StreamPlan... plans) {
        Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
        JointMatcher matcher = new JointMatcher(plans);
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        matcher.begin(tokenizer.generation(), Variables.NONE);
        int tokens = 1;
        while (matcher.next(tokenizer, message) != Token.END_DOCUMENT) {
            tokens++;
        }
        return tokens;
    }

    @ParameterizedTest
    @ValueSource(strings = {"//a", "$body/a", "//s:Body/a"})
    void findsTheChildThatAPredicateAsksForAmongOthersThatItPassesOver(String path) throws Exception {
        String known = "<a><c><d>2</d></c><e/><b>0</b><c/><f><b>1</b></f></a>";
        for (int i = 0; i < 3; i++) {
            assertThat(bool(path + "[b='1']", soap(known.repeat(3)))).isFalse();
            assertThat(bool(path + "[b='1']", soap("<a><c/><e/><b>0</b><f/><b>1</b></a>")))
                    .isTrue();
            assertThat(bool(path + "[b='1']", soap(known + "<a><c><b>1</b></c><b>0<b>1</b></b></a>")))
                    .isFalse();
            assertThat(string("count(" + path + "[b='0'])", soap(known.repeat(3) + "<a><f/></a>")))
                    .isEqualTo("3.0");
            assertThat(string("string(" + path + "[b='1']/c/d)", soap(known + "<a><b>1</b><c><d>3</d></c></a>")))
                    .isEqualTo("3");
        }
    }

    @Test
    void stopsAtTheEndOfAnElementThatCannotHoldTheOnlyMatchAnyMore() throws Exception {
        byte[] message = soap("<m:a xmlns:m='http://services.samples'><m:c/></m:a>" + "<x/>".repeat(100));
        assertThat(string("$body/m:a[1]/m:b[1]", message)).isEmpty();
        assertThat(evaluation.bytesRead()).isLessThan(message.length - 400);
    }

    @Test
    void asksVariablesWithoutReading() throws Exception {
        Variables variables = (prefix, name) -> prefix.equals("trp") && name.equals("X") ? "y" : null;
        Expression known = Expression.compile("$trp:X", NAMESPACES);
        assertThat(evaluation.begin(known, ResultType.STRING, null, variables)).isEqualTo(Progress.DECIDED);
        assertThat(evaluation.string()).isEqualTo("y");
        assertThat(evaluation.bytesRead()).isZero();
        Expression absent = Expression.compile("$trp:Z", NAMESPACES);
        evaluation.begin(absent, ResultType.STRING, null, variables);
        assertThat(evaluation.string()).isNull();
        evaluation.begin(absent, ResultType.BOOLEAN, null, variables);
        assertThat(evaluation.bool()).isFalse();
        Expression both = Expression.compile("$trp:X = 'y' or //m:a", NAMESPACES);
        assertThat(evaluation.begin(both, ResultType.BOOLEAN, null, variables)).isEqualTo(Progress.DECIDED);
        assertThat(evaluation.bool()).isTrue();
    }

    @Test
    void doesNotDecideOnAMessageThatIsMalformedBefore() {
        for (String broken : new String[] {
            "<a><b></a></b>", "<a b='1' b='2'/>", "<p:a/>", "&nope;", "]]>", "<a>\u0001</a>", "<!DOCTYPE a>", "<a"
        }) {
            assertThatThrownBy(() -> string("//last", soap(broken + "<last>x</last>")))
                    .as(broken)
                    .isInstanceOf(MalformedXmlException.class)
                    .hasMessageContaining("1,")
                    .message()
                    .doesNotContain("\n");
        }
    }

    @Test
    void looksNoFurtherThanTheDecision() throws Exception {
        assertThat(bool("//a", soap("<a/><b></c>"))).isTrue();
    }

    @Test
    void refusesAMessageThatIsLongerThanMayBeKept() throws Exception {
        Evaluator narrow = new Evaluator(Limits.DEFAULT, 1000, NO_TREE);
        narrow.begin(Expression.compile("//last", NAMESPACES), ResultType.STRING, null, Variables.NONE);
        byte[] message = soap("<a/>".repeat(300));
        narrow.feed(message, 0, 800);
        assertThatThrownBy(() -> narrow.feed(message, 800, message.length))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining("1000 bytes");
        narrow.begin(Expression.compile("//a", NAMESPACES), ResultType.BOOLEAN, null, Variables.NONE);
        assertThat(narrow.feed(message, 0, message.length)).isEqualTo(Progress.DECIDED);
    }

    @Test
    void decidesMessagesThatAreUnderWayAtTheSameTime() throws Exception {
        SymbolTable symbols = new SymbolTable();
        ConformingParser parser = new ConformingParser(Limits.DEFAULT);
        Expression expression = Expression.compile("string(//m:symbol)", NAMESPACES);
        Evaluator[] all = new Evaluator[50];
        byte[] message = sample("500");
        for (int i = 0; i < all.length; i++) {
            all[i] = new Evaluator(new Tokenizer(Limits.DEFAULT, symbols), parser, 1 << 20, NO_TREE);
        }
        for (int round = 0; round < 3; round++) {
            for (Evaluator each : all) {
                each.begin(expression, ResultType.STRING, null, Variables.NONE);
            }
            for (int at = 0; at < message.length; at += 7) {
                for (Evaluator each : all) {
                    each.feed(message, at, Math.min(message.length, at + 7));
                }
            }
            for (Evaluator each : all) {
                assertThat(each.string()).isEqualTo("IBM");
                assertThat(each.usedTree()).isFalse();
            }
        }
    }

    @Test
    void tellsThatAMessageNeedsATreeBeforeItMakesOne() throws Exception {
        List<Integer> trees = new ArrayList<>();
        Evaluator watched =
                new Evaluator(Limits.DEFAULT, 1 << 20, (expression, kind, bytes, length, charset, values) -> {
                    trees.add(length);
                    return "seen";
                });
        byte[] message = ("<?xml version='1.0' encoding='ISO-8859-1'?>" + HEAD + "<s:Body><a/>" + FOOT)
                .getBytes(StandardCharsets.ISO_8859_1);
        watched.begin(Expression.compile("//last", NAMESPACES), ResultType.STRING, null, Variables.NONE);
        assertThat(watched.feed(message, 0, message.length)).isEqualTo(Progress.NEED_MORE);
        assertThat(watched.complete()).isEqualTo(Progress.NEED_MORE);
        assertThat(watched.bytesRead()).isEqualTo(message.length);
        assertThat(trees).isEmpty();
        watched.end();
        assertThat(watched.string()).isEqualTo("seen");
        assertThat(trees).containsExactly(message.length);
    }

    /** In another encoding than the tokenizer's, so that the conforming parser reads them. */
    @Test
    void refusesNamesThatShareAHashBeforeTheirNumberCostsItsSquare() {
        StringBuilder names = new StringBuilder("<?xml version='1.0' encoding='ISO-8859-1'?>" + HEAD + "<s:Body>");
        for (int i = 0; i < 1 << 12; i++) {
            String bits = Integer.toBinaryString(1 << 12 | i).substring(1);
            names.append('<').append(bits.replace("0", "Aa").replace("1", "BB")).append("/>");
        }
        byte[] message = names.append(FOOT).toString().getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> string("//last", message))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageEndingWith("a name shares the hash of 128 others");
    }

    @Test
    void answersOnlyWhatWasAsked() {
        evaluation.begin(Expression.compile("true()", NAMESPACES), ResultType.BOOLEAN, null, Variables.NONE);
        assertThat(evaluation.bool()).isTrue();
        assertThatThrownBy(evaluation::string).isInstanceOf(IllegalStateException.class);
    }

    private String string(String xpath, byte[] message) throws MalformedXmlException {
        return string(xpath, message, null);
    }

    private String string(String xpath, byte[] message, String charset) throws MalformedXmlException {
        ask(xpath, ResultType.STRING, message, charset);
        return evaluation.string();
    }

    private boolean bool(String xpath, byte[] message) throws MalformedXmlException {
        ask(xpath, ResultType.BOOLEAN, message, null);
        return evaluation.bool();
    }

    private void ask(String xpath, ResultType kind, byte[] message, String charset) throws MalformedXmlException {
        evaluation.begin(Expression.compile(xpath, NAMESPACES), kind, charset, Variables.NONE);
        if (evaluation.feed(message, 0, message.length) == Progress.NEED_MORE) {
            evaluation.end();
        }
    }

    private static byte[] soap(String body) {
        return (HEAD + "<s:Body>" + body + FOOT).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] sample(String size) throws IOException {
        return Files.readAllBytes(Path.of("../xslt/messages", size, "getQuote.xml"));
    }
}
