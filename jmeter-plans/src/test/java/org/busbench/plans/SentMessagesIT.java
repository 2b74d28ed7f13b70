package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** What the plans send is the sample message of the payload, with the symbol and the nonce of the row. */
class SentMessagesIT {
    private static final int ROWS = 6;

    @TempDir
    private static Path folder;

    private static InjectorProcess injector;

    @BeforeAll
    static void startInjector() throws IOException {
        injector = InjectorProcess.shared();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "1K", "5K", "10K", "100K", "10K-attributes"})
    void bodiesAreTheSamplesWithSymbolAndNonceReplaced(String payload) throws Exception {
        for (String plan : List.of("virtualization", "cbr", "xslt")) {
            String message = plan.equals("xslt") ? "checkPrice" : "getQuote";
            String sample = Files.readString(
                    JMeterHome.PLANS.resolveSibling("xslt").resolve("messages/" + payload + "/" + message + ".xml"));

            List<Received> received = send(plan, payload);

            assertThat(received).hasSize(ROWS);
            for (int row = 0; row < ROWS; row++) {
                QuoteRows.Row fields = QuoteRows.rows().get(row);
                String expected = sample.replaceFirst(">IBM<", ">" + fields.symbol() + "<")
                        .replace("0123456789abcdef", fields.nonce());
                assertThat(received.get(row).body()).isEqualTo(expected);
                assertThat(received.get(row).head())
                        .contains("\nContent-Length: " + expected.getBytes(StandardCharsets.UTF_8).length + "\n");
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(
                                new StringReader(received.get(row).body())));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "virtualization,/services/VirtualizationProxy,urn:getQuote",
        "cbr,/services/CbrProxy,urn:getQuote",
        "xslt,/services/XsltProxy,urn:checkPrice"
    })
    void headsCarryTheProxysPathTheSoapActionAndKeepAlive(String plan, String path, String action) throws IOException {
        assertThat(send(plan, "500"))
                .allSatisfy(request -> assertThat(request.head())
                        .startsWith("POST " + path + " HTTP/1.1\n")
                        .contains("\nContent-Type: text/xml; charset=UTF-8\n")
                        .contains("\nSOAPAction: \"" + action + "\"\n")
                        .contains("\nConnection: keep-alive\n"));
    }

    private static List<Received> send(String plan, String payload) throws IOException {
        List<Received> received = Collections.synchronizedList(new ArrayList<>());
        try (StubService stub = new StubService(request -> {
            received.add(request);
            return Answers.right(request);
        })) {
            Jtl jtl = injector.run(
                    plan,
                    Files.createTempDirectory(folder, plan).resolve("samples.jtl"),
                    Map.of("port", "" + stub.port(), "loops", "" + ROWS, "users", "1", "payload", payload));
            assertThat(jtl.failures()).isEmpty();
        }
        return received;
    }
}
