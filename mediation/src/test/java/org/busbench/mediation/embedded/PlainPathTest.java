package org.busbench.mediation.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain paths find the same elements as Jaxen does, in the same order. */
class PlainPathTest {

    private static final List<String> BODIES = List.of(
            "",
            "text",
            "<m:a xmlns:m='urn:m'><m:b>1</m:b><!-- c --><b>2</b><m:b><m:c/></m:b><o:b xmlns:o='urn:o'/></m:a><m:a xmlns:m='urn:m'><m:b/></m:a>",
            "<a><b><a><b>1</b><c/></a></b><b><c/><c>2</c></b></a>",
            "<m:a xmlns:m='urn:m'><m:a><m:b/><m:a><m:b/></m:a></m:a><m:b/></m:a>");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//m:b",
                "//*[local-name()='b']",
                "//b",
                "//m:a/m:b",
                "//m:a//m:b",
                "//*",
                "//m:*",
                "//m:b[1]",
                "//m:b[2]",
                "//*[local-name()='b'][2]",
                "//e:Body/*[1]",
                "/e:Envelope/e:Body/m:a",
                "/*",
                "e:Body/child::*[fn:position()=1] | f:Body/child::*[fn:position()=1]",
                "e:Body/* | e:Body/*",
                "$body/*",
                "$body/*[1]/m:b",
                "$body//m:b",
                "//nowhere",
            })
    void findsWhatJaxenFinds(String path) throws Exception {
        SynapseXPath jaxen = expression(path);
        SynapseXPath plain = PlainPath.of(jaxen);

        assertThat(plain).isInstanceOf(PlainPath.class);
        for (String body : BODIES) {
            SOAPEnvelope envelope = envelope(body);
            List<?> found = plain.selectNodes(envelope);
            List<?> expected = jaxen.selectNodes(envelope);
            assertThat(found).as(body).hasSameSizeAs(expected);
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i)).as(body).isSameAs(expected.get(i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//m:a/@b",
                "//m:a/text()",
                "//m:b/..",
                "//m:a[m:b]",
                "//m:a[last()]",
                "//m:a[1.5]",
                "count(//m:a)",
                "$ctx:x/*",
                "//x:a",
                "descendant::m:a",
                "//m:a[1][2]",
                "string(//m:a)",
            })
    void leavesTheRestToJaxen(String path) throws Exception {
        assertThat(PlainPath.of(expression(path))).isNotInstanceOf(PlainPath.class);
    }

    private static SynapseXPath expression(String path) throws Exception {
        SynapseXPath expression = new SynapseXPath(path);
        expression.addNamespace("m", "urn:m");
        expression.addNamespace("e", "http://schemas.xmlsoap.org/soap/envelope/");
        expression.addNamespace("f", "http://www.w3.org/2003/05/soap-envelope");
        return expression;
    }

    private static SOAPEnvelope envelope(String body) {
        String text =
                "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header><h xmlns='urn:h'/></e:Header><e:Body>"
                        + body + "</e:Body></e:Envelope>";
        return OMXMLBuilderFactory.createSOAPModelBuilder(new StringReader(text))
                .getSOAPEnvelope();
    }
}
