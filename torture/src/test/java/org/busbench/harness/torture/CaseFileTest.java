package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CaseFileTest {
    private static final Path CASES = ProjectFiles.ROOT.resolve("configs/torture");
    private static final String HEAD = """
            schema: busbench/torture/1
            class: xml
            about: Nothing.
            judgements:
              pass: {about: It passes., right: ["good / one"]}
            cases:
            """;

    @TempDir
    private Path folder;

    private List<Case> read(String cases) throws IOException {
        Files.writeString(folder.resolve("some.yaml"), HEAD + cases);
        return CaseFile.readAll(folder);
    }

    @Test
    void theFilesOfTheCheckoutKeepToTheSchema() throws IOException {
        JsonSchema schema = new JsonSchema("torture-1.schema.json");
        try (var files = Files.list(CASES)) {
            for (Path file : files.toList()) {
                assertThat(schema.complaints(Files.readString(file)))
                        .as("%s", file)
                        .isEmpty();
            }
        }
    }

    @Test
    void theCheckoutHasCasesOfHttpInBothDirections() {
        assertThat(CaseFile.readAll(CASES))
                .hasSizeGreaterThan(300)
                .extracting(Case::kind)
                .contains("http-request", "http-response");
    }

    @Test
    void aFamilyBecomesACaseForEachOfItsMembers() throws IOException {
        List<Case> cases = read("""
              - id: a
                title: Something
                source: RFC 9112
                judge: pass
                with: {more: "X: ${it}\\r\\n"}
                each: [{id: b, title: first, it: "1"}, {id: c, it: "2"}]
              - {id: d, title: Byte, source: RFC 9112, judge: pass, with: {more: "X${byte}: a\\r\\n"}, each-byte: ["\\x01)"]}
            """);

        assertThat(cases).extracting(Case::id).containsExactly("a-b", "a-c", "d-01", "d-29");
        assertThat(cases).extracting(Case::title).contains("Something: first", "Byte 0x29 ())");
        assertThat(cases.get(1).exchange().with()).containsEntry("it", "2");
    }

    static List<Arguments> slips() {
        return List.of(
                arguments("judge: pas", "7: judgement 'pas' is not known, did you mean 'pass'?"),
                arguments("judge: pass, wiht: {}", "7: unknown key 'wiht', did you mean 'with'?"),
                arguments("judge: pass, client: ['${reqest}']", "7: ${reqest} of case 'a' stands for nothing"),
                arguments("judge: pass, client: ['${gzip:bdy}']", "7: ${bdy} of case 'a' stands for nothing"),
                arguments("judge: pass, client: ['${zip:body}']", "7: ${zip:} of case 'a' stands for nothing"),
                arguments("judge: pass, client: [{do: jump}]", "7: unknown action 'jump'"),
                arguments("judge: pass, client: [\"\\u20ac\"]", "7: a character above U+00FF"),
                arguments("judge: pass, each: [{id: b, it: '1'}]", "7: 'it' is used nowhere"));
    }

    @ParameterizedTest
    @MethodSource("slips")
    void aSlipIsNamedWithFileAndLine(String wrong, String message) {
        assertThatThrownBy(() -> read("  - {id: a, title: b, source: c, " + wrong + "}\n"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("some.yaml:" + message);
    }

    @Test
    void aValueMayBeCompressedAndMeasuredAndNamesMayCollide() throws Exception {
        Case one = read("  - {id: a, title: b, source: c, judge: pass, client: [{send: '${some}', times: 3}],"
                        + " with: {some: '${length:packed} ${hex:twenty} ${names:2:<@/>}', packed: '${gzip:twenty}',"
                        + " twenty: '${fill:20:a}'}}\n")
                .get(0);
        Target target = new Target(
                "a",
                true,
                "virtualization",
                ProjectFiles.SCENARIOS.find("virtualization"),
                URI.create("http://a/b"),
                null);

        String text = new String(new CaseMessages(target, one.exchange().with(), 1).client("${some}"), ISO_8859_1);

        assertThat(text).matches("2[0-9] 14 <AaAa/><BBAa/><AaBB/><BBBB/>");
        assertThat(List.of("AaAa".hashCode(), "BBAa".hashCode(), "AaBB".hashCode()))
                .containsOnly("BBBB".hashCode());
        assertThat(one.exchange().client().get(0).number()).isEqualTo(3);
        assertThat(one.difference()).endsWith("*3");
    }

    @Test
    void anIdStandsForOneCaseAlone() {
        assertThatThrownBy(() -> read("""
              - {id: a, title: b, source: c, judge: pass}
              - {id: a, title: d, source: e, judge: pass}
            """)).hasMessageContaining("some.yaml:8: the id 'a' is there twice");
    }

    @Test
    void anOutcomeThatIsNoneIsRefused() throws IOException {
        Files.writeString(folder.resolve("some.yaml"), HEAD.replace("good / one", "good / won"));

        assertThatThrownBy(() -> CaseFile.readAll(folder))
                .hasMessageContaining("some.yaml:5: 'good / won' is no outcome");
    }
}
