package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.busbench.common.DataRows;
import org.busbench.common.ErrorClass;
import org.busbench.sampler.record.Evidence;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseCheckTest {
    private static final String RIGHT =
            "<E><ref>00000000000000a1</ref><by>backend-A</by><more/><ref>00000000000000a1-z</ref></E>\n \r\n";

    private DataRows rows;
    private Fields fields;
    private ResponseCheck check;

    @BeforeEach
    void setUp() throws Exception {
        rows = DataRows.of(
                List.of(
                        "symbol,nonce,route",
                        "IBM,00000000000000a1,backend-A",
                        "MSFT,00000000000000a2,backend-B",
                        "X,00000000000000a3,backend-C"),
                "rows");
        fields = new Fields(rows, false);
        check = new ResponseCheck(
                new Needles(expectation()), fields, Evidence.none().contents());
        fields.take(0);
    }

    private Expectation expectation() throws SettingException {
        return Expectation.of(
                rows, ">@nonce@<", List.of(">@nonce@-z<", "<more/>"), List.of("<Fault>"), ">@route@<", "</E>", 200);
    }

    @Test
    void aRightAnswerIsRightWhereverItIsSplit() {
        byte[] bytes = RIGHT.getBytes(UTF_8);
        for (int size = 1; size <= bytes.length; size++) {
            assertThat(isRight(bytes, size)).as("slices of %d", size).isTrue();
        }
    }

    @Test
    void whatIsFoundDoesNotDependOnWhereItWasFoundBefore() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            fields.take(i);
            String own = new String(fields.nonce(), UTF_8);
            String route = new String(fields.value(2), UTF_8);
            String padding = "<x>".repeat(random.nextInt(60));
            boolean wrong = random.nextInt(4) == 0;
            String answer = padding + ">" + own + "<" + padding + "<more/>" + padding + ">" + own
                    + (wrong ? "-y" : "-z") + "<" + padding + ">" + route + "<" + "</E>";
            byte[] bytes = answer.getBytes(UTF_8);
            assertThat(isRight(bytes, 1 + random.nextInt(bytes.length)))
                    .as(answer)
                    .isEqualTo(!wrong);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00000000000000a1, ffffffffffffffff, FOREIGN, ffffffffffffffff",
        "00000000000000a1</ref>, </ref>, CONTENT, 00000000000000a1",
        "-z, -y, CONTENT, -z",
        "<more/>, <less/>, CONTENT, more",
        "backend-A, backend-B, ROUTE, backend-B",
        "backend-A, elsewhere, CONTENT, backend-A",
        "<more/>, <more/><Fault>, CONTENT, <Fault> is in the answer",
        "</E>, </E, CONTENT, does not end",
        "</E>, </E>x, CONTENT, does not end"
    })
    void eachFaultHasItsClass(String right, String wrong, ErrorClass error, String said) {
        byte[] answer = RIGHT.replace(right, wrong).getBytes(UTF_8);

        assertThat(isRight(answer, 20)).isFalse();
        assertThat(check.fault(200, () -> answer).error()).isEqualTo(error);
        assertThat(check.fault(200, () -> answer).message()).contains(said);
    }

    @Test
    void foreignNoncesAndRoutesAreKnownByWhatStandsAroundThem() throws Exception {
        Expectation json =
                Expectation.of(rows, "\"ref\":\"@nonce@\"", List.of(), List.of(), "\"by\":\"@route@\"", "}", 200);
        ResponseCheck ofJson =
                new ResponseCheck(new Needles(json), fields, Evidence.none().contents());
        for (String[] wrong : new String[][] {
            {"{\"ref\":\"ffffffffffffffff\",\"by\":\"backend-A\"}", "FOREIGN"},
            {"{\"ref\":\"00000000000000a1\",\"by\":\"backend-B\"}", "ROUTE"},
            {"{\"ref\":\"00000000000000a1\",\"by\":\"nobody\"}", "CONTENT"},
            {"{\"by\":\"backend-A\"}", "CONTENT"}
        }) {
            byte[] answer = wrong[0].getBytes(UTF_8);
            fields.take(0);
            ofJson.reset();
            ofJson.slice(answer, 0, answer.length);
            assertThat(ofJson.fault(200, () -> answer).error()).as(wrong[0]).isEqualTo(ErrorClass.valueOf(wrong[1]));
        }
    }

    @Test
    void anEmptyBodyIsNotRight() {
        check.reset();
        assertThat(check.fault(200, () -> new byte[0]).error()).isEqualTo(ErrorClass.CONTENT);
    }

    @Test
    void aNonceOccursOnceInALoadAndTheFirstRoundIsTheFiles() {
        assertThat(java.util.stream.LongStream.range(0, 3_000).mapToObj(number -> {
                    fields.take(number);
                    return new String(fields.nonce(), UTF_8);
                }))
                .doesNotHaveDuplicates()
                .startsWith("00000000000000a1", "00000000000000a2", "00000000000000a3")
                .allMatch(nonce -> nonce.matches("[0-9a-f]{16}"));
    }

    @Test
    void anExpectationOfTooManyOrTooLongTextsIsRefused() {
        assertThatThrownBy(() -> Expectation.of(rows, "@nonce@".repeat(16), List.of(), List.of(), "", "", 200))
                .hasMessageContaining("longer than 255");
        assertThatThrownBy(
                        () -> Expectation.of(rows, "", java.util.Collections.nCopies(17, "x"), List.of(), "", "", 200))
                .hasMessageContaining("17 texts");
    }

    private boolean isRight(byte[] bytes, int size) {
        check.reset();
        for (int from = 0; from < bytes.length; from += size) {
            check.slice(bytes, from, Math.min(size, bytes.length - from));
        }
        return check.fault(200, () -> bytes) == null;
    }
}
