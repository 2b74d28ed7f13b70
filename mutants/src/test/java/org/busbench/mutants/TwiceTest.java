package org.busbench.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mutants.job.Mediation;
import org.busbench.mutants.job.Proxies;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Loopback;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The backend is a list here; what is handled again goes over real sockets. */
class TwiceTest {
    private static final String CBR = "/services/CbrProxy";

    private final List<BackendRequest> calls = new ArrayList<>();
    private final List<Response> answers = new ArrayList<>();
    private final BackendCaller backend = (call, answer) -> {
        calls.add(call);
        answer.accept(Response.of(200, Response.XML, bytes("<quote/>")));
    };

    @ParameterizedTest
    @CsvSource({"0.05, 10", "0.1, 20", "0.2, 40", "1.5, 300"})
    void handlesTheShareAgainAndNobodyElseSeesIt(double share, int again) throws IOException {
        List<Proxy> proxies = Proxies.of(Path.of("../xslt"));
        Twice twice = new Twice(share, proxies);
        Handler handler = twice.repeating(new Mediation(proxies, twice.keeping(backend)));

        for (int i = 0; i < 200; i++) {
            handler.handle(post(CBR, "<a/>"), answers::add);
        }

        assertThat(twice.repeated()).isBetween(again - 1L, (long) again);
        assertThat(calls).hasSize(200);
        assertThat(answers).hasSize(200).allMatch(answer -> text(answer.body()).equals("<quote/>"));
    }

    @Test
    void whatIsNotMediatedIsNotHandledAgain() throws IOException {
        List<Proxy> proxies = Proxies.of(Path.of("../xslt"));
        Twice twice = new Twice(1, proxies);
        Handler handler = twice.repeating(new Mediation(proxies, twice.keeping(backend)));

        handler.handle(post("/nowhere", "<a/>"), answers::add);

        assertThat(twice.repeated()).isZero();
        assertThat(answers).singleElement().extracting(Response::status).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"0", "500", "5000000"})
    void whatGoesOverTheLoopbackComesOutAsItWentIn(int size) throws IOException {
        byte[] body = bytes("x".repeat(size));
        Loopback loopback = Loopback.open();

        for (int i = 0; i < 3; i++) {
            Request read = loopback.asked(new Request("POST", CBR, "", "h", "text/xml", null, "urn:a", null, body));
            Response answered = loopback.answered(Response.of(500, "text/plain", body));

            assertThat(read.path()).isEqualTo(CBR);
            assertThat(read.soapAction()).isEqualTo("urn:a");
            assertThat(read.body()).isEqualTo(body);
            assertThat(answered.status()).isEqualTo(500);
            assertThat(answered.contentType()).isEqualTo("text/plain");
            assertThat(answered.body()).isEqualTo(body);
        }
    }

    @Test
    void aShareOfNothingIsRefused() {
        assertThatThrownBy(() -> new Twice(0, List.of())).hasMessageContaining("0.0");
        assertThatThrownBy(() -> new Twice(Double.NaN, List.of())).hasMessageContaining("NaN");
    }

    private static Request post(String path, String body) {
        return new Request("POST", path, "", "h", "text/xml", null, null, null, bytes(body));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
