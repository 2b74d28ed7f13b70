package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

/** The three jobs are done right. */
class ScenariosIT extends MediatorIT {

    @ParameterizedTest
    @CsvSource({
        "VIRTUALIZATION,500", "VIRTUALIZATION,1K", "VIRTUALIZATION,5K", "VIRTUALIZATION,10K", "VIRTUALIZATION,100K",
        "CBR,500", "CBR,1K", "CBR,5K", "CBR,10K", "CBR,100K",
        "XSLT,500", "XSLT,1K", "XSLT,5K", "XSLT,10K", "XSLT,100K"
    })
    void answersEverySampleAsItsScenarioDemands(Scenario scenario, String size) throws IOException {
        HttpMessage answer = exchange(scenario.post(scenario.request(size)));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("content-type")).startsWith("text/xml").contains("UTF-8");
        assertSameXml(answer.text(), scenario.response(size));
    }

    @ParameterizedTest
    @CsvSource({"IBM,backend-A", "MSFT,backend-B", "ORCL,backend-C", "ibm,backend-C", "IBMX,backend-C"})
    void routesBySymbolOfTheFirstRequest(String symbol, String backend) throws IOException {
        String body = Scenario.CBR.request("1K").replaceFirst(">IBM<", ">" + symbol + "<");

        HttpMessage answer = exchange(Scenario.CBR.post(body));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .contains("<servedBy>" + backend + "<")
                .contains("<symbol>" + symbol + "<")
                .contains(">" + Scenario.NONCE + "<");
    }

    @Test
    void handsTheBackendTheTransformedRequest() throws IOException {
        String nonce = "feedfeedfeedfeed";
        exchange(Scenario.XSLT.post(Scenario.XSLT.request("1K").replace(Scenario.NONCE, nonce)));

        HttpMessage received = backendA.requests().stream()
                .filter(request -> request.text().contains(">" + nonce + "<"))
                .findFirst()
                .orElseThrow();
        assertSameXml(received.text(), Scenario.VIRTUALIZATION.request("1K").replace(Scenario.NONCE, nonce));
        assertThat(received.headers()).containsEntry("soapaction", "\"urn:getQuote\"");
    }

    @Test
    void passesTheBytesOfAVirtualizedMessageOnUnchanged() throws IOException {
        String odd = Scenario.VIRTUALIZATION
                .request("500")
                .replace(Scenario.NONCE, "0ddba11000000000")
                .replace("<soapenv:Body>", "<soapenv:Body ><!-- kept -->\r\n");
        exchange(Scenario.VIRTUALIZATION.post(odd));

        assertThat(backendA.requests()).anyMatch(request -> request.text().equals(odd));
    }

    @ParameterizedTest
    @CsvSource({"VirtualizationProxy,getQuote", "XsltProxy,CheckPrice"})
    void publishesAWsdlWithTheProxysOwnAddress(String proxy, String operation) throws IOException {
        HttpMessage wsdl = get("/services/" + proxy + "?wsdl");

        assertThat(wsdl.status()).isEqualTo(200);
        assertThat(wsdl.text())
                .contains("location=\"http://127.0.0.1:" + mediator.port() + "/services/" + proxy)
                .contains(operation)
                .doesNotContain(":" + backendA.port());
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void passesTheBackendsOwnFaultOnWithItsStatus(Scenario scenario) throws IOException {
        HttpMessage answer = exchange(scenario.post(scenario.request("500"), StubBackend.FAULT));

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("<faultstring>" + StubBackend.FAULT_TEXT + "</faultstring>");
    }

    private static void assertSameXml(String actual, String expected) {
        Diff diff =
                DiffBuilder.compare(expected).withTest(actual).checkForSimilar().build();
        assertThat(diff.hasDifferences()).as(diff.toString()).isFalse();
    }

    /** The comment sends the message through a tree, where names are kept. */
    @Test
    void transformsMessagesWithNewNamesHoweverManyOthersHaveBrought() throws IOException {
        for (int round = 0; round < 2; round++) {
            for (int attack = 0; attack < 3; attack++) {
                transformed(names("attack" + round + "-" + attack + "-", 40_000));
            }
            transformed(names("new" + round + "-", 3));
        }
    }

    private void transformed(String added) throws IOException {
        String body = Scenario.XSLT.request("500").replaceFirst("(</m:CheckPriceRequest>)", added + "$1");
        assertThat(body).contains(added);

        HttpMessage answer = exchange(Scenario.XSLT.post(body));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).contains(">" + Scenario.NONCE + "<");
    }

    /** Elements of that many names, the first ones in namespaces of their own, after a comment. */
    private static String names(String prefix, int count) {
        StringBuilder all = new StringBuilder("<!-- names --><all>");
        for (int i = 0; i < count; i++) {
            all.append("<" + prefix + i + (i < 500 ? " xmlns='urn:" + prefix + i + "'/>" : "/>"));
        }
        return all.append("</all>").toString();
    }
}
