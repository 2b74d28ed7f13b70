package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.record.Objections;
import org.busbench.record.RunProblem;
import org.busbench.reports.Export.Format;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and the exports of hostile exchanges say the same, and what the record says. */
class IntegrityReportTest {
    @TempDir
    private Path run;

    private String page;

    @BeforeEach
    void draw() throws IOException {
        HostileRun.write(run);
        page = Files.readString(Report.integrity(run));
    }

    @Test
    void thePageSaysWhoIsWrongAndCountsEveryCellWithTheWorstClassFirst() {
        assertThat(page)
                .contains("<h1>Of 2, only firm has no wrong case</h1>")
                .contains("data-adapter=\"loose\" data-class=\"integrity\" data-right=\"0\" data-tolerable=\"0\""
                        + " data-wrong=\"1\" data-not-applicable=\"0\"")
                .contains("data-adapter=\"loose\" data-class=\"xml\" data-right=\"0\" data-tolerable=\"0\""
                        + " data-wrong=\"0\" data-not-applicable=\"1\"")
                .contains("not on this machine: no program &#39;absent&#39;");
        assertThat(page.indexOf("data-class=\"integrity\"")).isLessThan(page.indexOf("data-class=\"http-request\""));
        assertThat(page).doesNotContain("<img src=x");
    }

    @Test
    void aRedCellLeadsToItsFolderAndAnObjectionStandsBesideItsVerdict() {
        String fault = page.substring(page.indexOf("id=\"wrong-loose-hop-named\""));

        assertThat(page).contains("<a href=\"#wrong-loose-hop-named\">✗</a>");
        assertThat(fault.substring(0, fault.indexOf("</article>")))
                .contains(
                        HostileRun.OBJECTION,
                        "href=\"integrity/loose/hop-named/replay.py\"",
                        "href=\"integrity/loose/hop-named/\"");
        assertThat(page.substring(page.indexOf("id=\"objection-loose-cbr-dtd\"")))
                .contains("We read XML by 2027.");
    }

    @Test
    void theExportsHoldTheSameInTheSchemaThatIsPublished() throws IOException {
        Path out = run.resolve("out");
        Export.integrity(run, EnumSet.of(Format.JSON, Format.CSV), out);
        String text = Files.readString(out.resolve("integrity-results.json"));
        JsonNode results = JsonMapper.builder().build().readTree(text);

        assertThat(problemsBySchema(text)).isEmpty();
        for (JsonNode adapter : results.get("adapters")) {
            for (JsonNode counts : adapter.get("counts")) {
                assertThat(page)
                        .contains("data-adapter=\"" + adapter.get("name").asText() + "\" data-class=\""
                                + counts.get("class").asText() + "\" data-right=\"" + counts.get("right")
                                + "\" data-tolerable=\"" + counts.get("tolerable") + "\" data-wrong=\""
                                + counts.get("wrong") + "\" data-not-applicable=\"" + counts.get("notApplicable"));
            }
        }
        assertThat(results.findValuesAsText("objection")).contains(HostileRun.OBJECTION, "We read XML by 2027.");
        assertThat(Files.readAllLines(out.resolve("integrity-counts.csv")))
                .contains("loose,http-request,0,0,1,0", "absent,xml,0,0,0,0")
                .hasSize(1 + 3 * 3);
        assertThat(Files.readString(out.resolve("integrity.csv"))).contains(HostileRun.REASON, "0.3");
    }

    @Test
    void whatBecameOfGoodTrafficStandsWithItsCaseAndThatOfMixedAttacksBeforeAllCases() throws IOException {
        HostileRun.writeUnderLoad(run);
        page = Files.readString(Report.integrity(run));
        String mixed = section("mixed");
        String overload = section("overload");

        assertThat(page.indexOf("<section id=\"mixed\">")).isLessThan(page.indexOf("<section id=\"integrity\">"));
        assertThat(mixed)
                .contains("<h2>All attacks in random order</h2>", "only this good traffic is judged.")
                .contains("949 cases in random order for 50 s, seed 7<", "949 cases in random order for 50 s, seed 8<")
                .contains("<td>4,483</td>", "href=\"#wrong-loose-mixed\"");
        assertThat(overload).contains("<h2>Overload</h2>", "only this good traffic is judged. 1 case.");
        for (String table : List.of(mixed, overload)) {
            assertThat(cells(table, "firm"))
                    .endsWith(
                            "13,886",
                            "13,880",
                            "6",
                            "0",
                            "0",
                            "0",
                            "27.6",
                            "4,683",
                            "4,100",
                            "99.97 %",
                            "100",
                            "190 → 340",
                            "11 → 15",
                            "21 → 26",
                            "98 → 67");
            assertThat(cells(table, "loose"))
                    .endsWith(
                            "400",
                            "394",
                            "0",
                            "3",
                            "2",
                            "1",
                            "–",
                            "1,200",
                            "–",
                            "40 %",
                            "not in time",
                            "–",
                            "–",
                            "–",
                            "–");
            assertThat(table).contains("<td class=\"bad\">3</td>", "<td class=\"bad\">not in time</td>");
        }
        assertThat(page.split("id=\"wrong-loose-mixed\"", -1)).hasSize(2);
        assertThat(Check.of(run).problems()).isEmpty();
    }

    private String section(String id) {
        String rest = page.substring(page.indexOf("<section id=\"" + id + "\">"));
        return rest.substring(0, rest.indexOf("</section>"));
    }

    private static List<String> cells(String section, String adapter) {
        String table = section.substring(section.indexOf("class=\"good-traffic\""));
        String row = table.substring(table.indexOf("<th scope=\"row\">" + adapter));
        return Pattern.compile("<td[^>]*>([^<]*)</td>")
                .matcher(row.substring(0, row.indexOf("</tr>")))
                .results()
                .map(cell -> cell.group(1))
                .toList();
    }

    @Test
    void theExportsHoldEveryFigureAndTheTitleThatEachAdapterGot() throws IOException {
        HostileRun.writeUnderLoad(run);
        Path out = run.resolve("out");
        Export.integrity(run, EnumSet.of(Format.JSON, Format.CSV), out);
        String text = Files.readString(out.resolve("integrity-results.json"));
        JsonNode cases = JsonMapper.builder().build().readTree(text).get("cases");
        JsonNode mixed = cases.get(cases.size() - 1);

        assertThat(problemsBySchema(text)).isEmpty();
        assertThat(problemsBySchema(text.replace("4682.98", "\"slow\""))).isNotEmpty();
        assertThat(mixed.at("/verdicts/0/figures/goodP99Millis").asDouble()).isEqualTo(4682.98);
        assertThat(mixed.at("/verdicts/1/title").asText()).endsWith("seed 8");
        assertThat(mixed.at("/verdicts/1/figures").has("normalAfterMillis")).isFalse();
        assertThat(cases.at("/0/verdicts/0").has("figures")).isFalse();
        assertThat(Files.readAllLines(out.resolve("integrity-figures.csv")))
                .contains(
                        "adapter,class,case,figure,value",
                        "firm,overload,working-2000,attackersAnswered503,12.0",
                        "loose,mixed,mixed,goodLost,3.0")
                .hasSize(1 + 2 * (20 + 8));
        assertThat(Files.readString(out.resolve("integrity.csv"))).contains("seed 7", "seed 8");
    }

    private static List<?> problemsBySchema(String results) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(
                        Files.readString(Path.of("../docs/schema/integrity-results-1.schema.json")), InputFormat.JSON)
                .validate(results, InputFormat.JSON);
    }

    @Test
    void theRecordIsValidByItsSchema() throws IOException {
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(
                                Files.readString(Path.of("../docs/schema/integrity-run-1.schema.json")),
                                InputFormat.JSON)
                        .validate(Files.readString(run.resolve("integrity.json")), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void aFormatOfOtherRunsIsRefused() {
        assertThatThrownBy(() -> Export.integrity(run, EnumSet.of(Format.JUNIT), run.resolve("out")))
                .isInstanceOf(RunProblem.class)
                .hasMessageEndingWith(
                        "is a run of 'busbench torture', which goes into the formats json and csv, not junit");
    }

    @Test
    void aSectionWithoutTextAndASecondOneForACaseAreRefusedByTheirLine() throws IOException {
        Path objections = run.resolve("integrity/loose/objections.md");
        for (String text :
                List.of("# a\n\n## hop-named\n## b\nwhy\n", "## hop-named\nwhy\n### Details\nx\n## hop-named\ny\n")) {
            Files.writeString(objections, text);
            assertThatThrownBy(() -> Report.integrity(run))
                    .isInstanceOf(RunProblem.class)
                    .hasMessageMatching(".*objections\\.md:[35]: .*hop-named.*");
        }
    }

    @Test
    void objectionsAreReadInUtf8WithOrWithoutAMarkAndInNoOtherEncoding() throws IOException {
        Path objections = run.resolve("integrity/loose/objections.md");
        Files.writeString(objections, "\ufeff## hop-named\nwhy\n");
        assertThat(Objections.read(objections).of("hop-named")).isEqualTo("why");

        Files.write(objections, "## hop-named\nT\u00fcr\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Report.integrity(run))
                .hasMessageEndingWith(
                        "objections.md: cannot be read: line 2: byte 0xfc is not UTF-8: save the file as UTF-8");
    }
}
