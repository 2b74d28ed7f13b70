package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.rig.Scenario;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A proxy that parses refuses documents with a type declaration, and never follows where they point. */
class HostileXmlIT extends MediatorIT {

    private static final String SECRET = "c0ffeec0ffeec0ff";

    @ParameterizedTest
    @EnumSource(
            value = Scenario.class,
            names = {"CBR", "XSLT"})
    void readsNoFileForAMessage(Scenario scenario, @TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), SECRET);

        refused(scenario, "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>", "&e;");
        refused(scenario, "<!DOCTYPE x SYSTEM \"" + secret.toUri() + "\">", "0");
    }

    @ParameterizedTest
    @EnumSource(
            value = Scenario.class,
            names = {"CBR", "XSLT"})
    void connectsToNoServerForAMessage(Scenario scenario) throws IOException {
        String url = "http://127.0.0.1:" + backendC.port() + "/evil";

        refused(scenario, "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + url + "\">]>", "&e;");
        refused(scenario, "<!DOCTYPE x SYSTEM \"" + url + "\">", "0");
        refused(scenario, "<!DOCTYPE x [<!ENTITY % p SYSTEM \"" + url + "\"> %p;]>", "0");

        assertThat(backendC.connections()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Scenario.class,
            names = {"CBR", "XSLT"})
    void expandsNoBillionLaughs(Scenario scenario) throws IOException {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE x [<!ENTITY l0 \"lol\">");
        for (int i = 1; i < 10; i++) {
            laughs.append("<!ENTITY l" + i + " \"" + ("&l" + (i - 1) + ";").repeat(10) + "\">");
        }

        refused(scenario, laughs + "]>", "&l9;");
    }

    @ParameterizedTest
    @EnumSource(
            value = Scenario.class,
            names = {"CBR", "XSLT"})
    void refusesElementsThatStandInsideOneAnotherWithoutEnd(Scenario scenario) throws IOException {
        refusedInBody(scenario, "<a>".repeat(100_000) + "</a>".repeat(100_000));
    }

    final void refusedInBody(Scenario scenario, String hostile) throws IOException {
        String body = scenario.request("500").replaceFirst("(<[a-z]+:Body>)", "$1" + hostile);
        assertThat(body).contains(hostile);

        refused(scenario.post(body));
    }

    private void refused(Scenario scenario, String doctype, String note) throws IOException {
        String body = scenario.request("500")
                .replace("?>", "?>" + doctype)
                .replace(">" + Scenario.NONCE + "<", ">" + note + "<");
        assertThat(body).contains(doctype).contains(">" + note + "<");

        refused(scenario.post(body));
    }

    private void refused(byte[] request) throws IOException {
        HttpMessage answer = exchange(request);

        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains("Fault>").doesNotContain(SECRET).doesNotContain("lollol");
        assertThat(backendA.requests()).noneMatch(HttpMessage::whole);
    }
}
