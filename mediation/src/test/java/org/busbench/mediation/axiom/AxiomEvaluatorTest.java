package org.busbench.mediation.axiom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.Evaluator.Progress;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Expression.Strategy;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.Variables;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.SimpleVariableContext;
import org.jaxen.UnsupportedAxisException;
import org.jaxen.XPathFunctionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AxiomEvaluatorTest {
    private static final Map<String, String> NAMESPACES =
            Map.of("m", "http://services.samples", "s", "http://schemas.xmlsoap.org/soap/envelope/");
    private static final String HEAD = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";
    private static final String FOOT = "</s:Body></s:Envelope>";

    private final Evaluator evaluation = new Evaluator(Limits.DEFAULT, 1 << 20, new AxiomEvaluator(1 << 20));

    @Test
    void readsToTheEndOfTheBodyWhenSynapseWouldJoinFurtherMatches() throws Exception {
        byte[] two = soap("<m:a xmlns:m='http://services.samples'><m:b>IBM</m:b></m:a>"
                + "<m:a xmlns:m='http://services.samples'><m:b>MSFT</m:b></m:a>");
        assertThat(string("$body/m:a/m:b", two)).isEqualTo("IBMMSFT");
        assertThat(new Stock(two).string("$body/m:a/m:b", NAMESPACES)).isEqualTo("IBMMSFT");
        assertThat(evaluation.bytesRead()).isEqualTo(two.length - "</s:Envelope>".length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count(//m:b)                       | 3.0",
                "string-length('IBM')               | 3.0",
                "//m:b = 'MSFT'                     | true",
                "//m:empty                          | <m:empty xmlns:m=\"http://services.samples\" />",
                "//m:nested                         | <m:nested xmlns:m=\"http://services.samples\"><m:b>IBM</m:b></m:nested>",
                "//m:b                              | IBMMSFTx",
                "name(//m:b)                        | m:http://services.samples",
                "//m:none                           | ''",
            })
    void givesTheStringsThatStockGives(String xpath, String expected) throws Exception {
        byte[] message = soap("<m:r xmlns:m='http://services.samples'>t<m:nested><m:b>IBM</m:b></m:nested>"
                + "<m:b>MSFT</m:b><m:b>x</m:b><m:empty/></m:r>");
        String stock = new Stock(message).string(xpath, NAMESPACES);
        assertThat(string(xpath, message)).isEqualTo(stock);
        assertThat(stock.replace("\" />", "\"/>")).isEqualTo(expected.replace("\" />", "\"/>"));
    }

    @Test
    void takesAContextPropertyAsStockDoes() throws Exception {
        byte[] message = soap("<a>1</a>");
        Stock stock = new Stock(message);
        stock.property("P", "v");
        for (String xpath : new String[] {"$ctx:P", "$ctx:Q", "concat($ctx:P,//a)", "$ctx:Q = 'v'", "$ctx:Q != 'v'"}) {
            Expression expression = AxiomEvaluator.compile(xpath, NAMESPACES);
            Progress progress = evaluation.begin(
                    expression, ResultType.STRING, null, (prefix, name) -> name.equals("P") ? "v" : null);
            if (progress == Progress.NEED_MORE) {
                evaluation.feed(message, 0, message.length);
                evaluation.end();
            }
            assertThat(evaluation.string()).as(xpath).isEqualTo(stock.string(xpath, NAMESPACES));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//A[T='foo']//B",
                "count(//A[T='foo']//B)",
                "string(//A[T='foo']//B)",
                "not(//A[T='foo']//B)",
                "//A[T='foo']//B = 'x'",
                "//A[T='foo']/A/B",
                "//A[T='foo']//T",
                "$body//A[T='foo']/descendant::B",
                "//A[T='foo']//B/text()",
                "count(//A[T!='bar'])",
            })
    void keepsWhatAnOuterElementSelectsWhenAnInnerOneFailsTheSameTest(String xpath) throws Exception {
        for (String body : new String[] {
            "<A t='1'><T>foo</T><A><B>x</B></A></A>",
            "<A t='1'><A><B>x</B></A><T>foo</T></A>",
            "<A t='1'><T>foo</T><A><T>bar</T><B>x</B></A></A>",
            "<A><T>foo</T><B>1</B><A><T>bar</T><B>x</B><A><T>foo</T><B>2</B></A></A></A><A><B>3</B><T>foo</T></A>"
        }) {
            Stock stock = new Stock(soap(body));
            assertThat(string(xpath, soap(body))).as(body).isEqualTo(stock.string(xpath, NAMESPACES));
            assertThat(bool(xpath, soap(body))).as(body).isEqualTo(stock.bool(xpath, NAMESPACES));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
    void readsOtherEncodingsThatTheTransportOrTheDocumentNames(String name) throws Exception {
        Charset charset = Charset.forName(name);
        String text = HEAD + "<s:Body><a>\u00e9</a>" + FOOT;
        byte[] named = text.getBytes(charset);
        assertThat(string("//a", named, name)).isEqualTo("\u00e9");
        byte[] declared = ("<?xml version='1.0' encoding='" + name + "'?>" + text).getBytes(charset);
        assertThat(string("//a", declared)).isEqualTo("\u00e9");
    }

    /** What is decided on the stream needs none. */
    @Test
    void refusesToMakeATreeOfALongerMessage() throws Exception {
        byte[] message = soap("<a/>".repeat(300));
        Evaluator narrow = new Evaluator(Limits.DEFAULT, 1 << 20, new AxiomEvaluator(1000));
        narrow.begin(AxiomEvaluator.compile("//a[last()]/..", NAMESPACES), ResultType.STRING, null, Variables.NONE);
        assertThatThrownBy(() -> {
                    narrow.feed(message, 0, message.length);
                    narrow.end();
                })
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining("may have 1000: raise --limit reading");

        narrow.begin(AxiomEvaluator.compile("count(//a)", NAMESPACES), ResultType.STRING, null, Variables.NONE);
        narrow.feed(message, 0, message.length);
        narrow.end();
        assertThat(narrow.string()).isEqualTo("300.0");
    }

    @Test
    void refusesWhatIsNoSoapMessage() {
        for (String document : new String[] {
            "<a/>",
            "<Envelope/>",
            "<s:Envelope xmlns:s='urn:x'><s:Body/></s:Envelope>",
            HEAD + "<s:Body/><s:Body/></s:Envelope>"
        }) {
            assertThatThrownBy(() -> string("//m:none", document.getBytes(StandardCharsets.UTF_8)))
                    .as(document)
                    .isInstanceOf(MalformedXmlException.class);
        }
    }

    @Test
    void readsFaultsAndSoap12() throws Exception {
        byte[] fault = soap("<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>");
        assertThat(string("$body/s:Fault/faultstring", fault)).isEqualTo("no");
        byte[] soap12 = ("<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body><a>1</a></e:Body>"
                        + "</e:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(string("$body/a", soap12)).isEqualTo("1");
        assertThat(evaluation.usedTree()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"//m:a[last()]", "name(//m:a)"})
    void refusesDocumentTypesAndMalformedMessagesOnTreesToo(String xpath) throws Exception {
        byte[] typed = ("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + HEAD + "<s:Body><a>&e;</a>" + FOOT)
                .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> string(xpath, typed))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessageContaining("document types");
        assertThatThrownBy(() -> string(xpath, soap("<a></b>"))).isInstanceOf(MalformedXmlException.class);
        assertThatThrownBy(() -> string(xpath, soap("<?p?>"))).isInstanceOf(MalformedXmlException.class);
        assertThatThrownBy(() -> new Stock(soap("<?p?>")).string(xpath, NAMESPACES))
                .isInstanceOf(RuntimeException.class);
        assertThat(string(xpath, soap("<m:a xmlns:m='http://services.samples'>x</m:a>")))
                .isEqualTo(new Stock(soap("<m:a xmlns:m='http://services.samples'>x</m:a>")).string(xpath, NAMESPACES));
    }

    @Test
    void givesAVariableThatIsAbsentToTreesAsStockDoes() throws Exception {
        byte[] message = soap("<a>1</a><a>v</a>");
        Stock stock = new Stock(message);
        stock.property("P", "v");
        for (String xpath : new String[] {"//a[last()] = $ctx:P", "//a[. = $ctx:Q]", "//a[. = $ctx:P]"}) {
            Expression expression = AxiomEvaluator.compile(xpath, NAMESPACES);
            assertThat(expression.strategy(ResultType.STRING)).isEqualTo(Strategy.TREE);
            evaluation.begin(expression, ResultType.STRING, null, (prefix, name) -> name.equals("P") ? "v" : null);
            evaluation.feed(message, 0, message.length);
            evaluation.end();
            assertThat(evaluation.string()).as(xpath).isEqualTo(stock.string(xpath, NAMESPACES));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count(//@*)      | 5.0",
                "not(//@*)        | false",
                "count(//@*) > 0  | true",
                "//@*             | xA0B1",
                "name(//n/@title) | title",
            })
    void sortsAttributesWithAndWithoutNamespaceWhereStockFails(String xpath, String expected) throws Exception {
        byte[] message = soap("<n title='A' x='0' m:a='x' xmlns:m='urn:m'><n title='B'/></n><n x='1'/>");
        assertThat(catchThrowable(() -> new Stock(message).string(xpath, NAMESPACES)))
                .isInstanceOf(NullPointerException.class);
        assertThat(string(xpath, message)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//a | //b", "//b/..", "//a/following-sibling::b", "//b/preceding-sibling::a[1]", "//b/@c"})
    void sortsNodesWithoutAWalkFromSiblingToSibling(String xpath) throws Exception {
        OMDocument document = OMXMLBuilderFactory.createSOAPModelBuilder(
                        new ByteArrayInputStream(soap("<a/><b c='1'/>".repeat(100))), null)
                .getDocument();
        int[] walks = new int[1];
        Context context = new Context(new ContextSupport(
                new SimpleNamespaceContext(),
                XPathFunctionContext.getInstance(),
                new SimpleVariableContext(),
                new AxiomPaths.Message(document) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public Iterator<?> getFollowingSiblingAxisIterator(Object node) throws UnsupportedAxisException {
                        walks[0]++;
                        return super.getFollowingSiblingAxisIterator(node);
                    }
                }));
        context.setNodeSet(List.of(document));
        assertThat((List<?>) AxiomEvaluator.compile(xpath, NAMESPACES).parsed().evaluate(context))
                .hasSizeGreaterThan(0);
        assertThat(walks[0]).isEqualTo(xpath.contains("following-sibling") ? 100 : 0);
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
        evaluation.begin(AxiomEvaluator.compile(xpath, NAMESPACES), kind, charset, Variables.NONE);
        if (evaluation.feed(message, 0, message.length) == Progress.NEED_MORE) {
            evaluation.end();
        }
    }

    private static byte[] soap(String body) {
        return (HEAD + "<s:Body>" + body + FOOT).getBytes(StandardCharsets.UTF_8);
    }
}
