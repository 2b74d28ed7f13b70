package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.common.Sha256;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.IntegrityRun;
import org.busbench.record.Ramp;
import org.busbench.record.Ramp.Outcome;
import org.busbench.record.RampRun;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite;
import org.busbench.record.RampSuite.Claim;
import org.busbench.record.RampSuite.Condition;
import org.busbench.record.RampSuite.Injector;
import org.busbench.record.RampSuite.Planned;
import org.busbench.record.RampSuite.Program;
import org.busbench.record.RampSuite.Relation;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.check.Check;
import org.busbench.reports.results.RampResults;
import org.busbench.reports.results.RampResults.Answered;
import org.busbench.reports.results.RampResults.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RampReportTest {
    private static final long EPOCH = 1_700_000_000_000L;
    private static final int TO = 2_000;
    private static final double SECONDS = 10;
    private static final int CPUS = 2;

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path folder;

    @Test
    void claimsAreAnsweredFromAllRepeats() throws IOException {
        run(3);
        RampResults results = RampResults.read(folder);
        assertThat(answers(results))
                .containsEntry("swift-holds", Answer.CONFIRMED)
                .containsEntry("one-holds", Answer.REFUTED)
                .containsEntry("swifter", Answer.CONFIRMED)
                .containsEntry("full-holds", Answer.CANNOT_BE_TOLD)
                .containsEntry("easy", Answer.CANNOT_BE_TOLD);
    }

    @Test
    void fewRepeatsDecideNothing() throws IOException {
        run(1);
        assertThat(answers(RampResults.read(folder)))
                .containsEntry("swift-holds", Answer.OPEN)
                .containsEntry("one-holds", Answer.OPEN);
    }

    @Test
    void whatLimitedAnInjectorIsNamed() throws IOException {
        run(3);
        RampResults results = RampResults.read(folder);
        assertThat(results.cell("swift", TO).orElseThrow().limit()).isEqualTo(Limit.NONE);
        assertThat(results.cell("one", TO).orElseThrow().limit()).isEqualTo(Limit.WAITING);
        assertThat(results.cell("one", TO).orElseThrow().why())
                .contains("one caller waits for each answer; a call takes 1000 µs, so it makes at most 1000 a second");
        assertThat(results.cell("full", TO).orElseThrow().limit()).isEqualTo(Limit.PROCESSORS);
    }

    @Test
    void aRecordAsItWasWrittenHoldsWithItsPage() throws IOException {
        run(3);
        Report.ramps(folder);
        Check check = Check.of(folder);
        assertThat(check.problems()).isEmpty();
        assertThat(check.trials()).isEqualTo(9);
        assertThat(check.figures()).isGreaterThan(9 * 20);
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("2 confirmed, 1 refuted, 0 open, 2 not to be told here")
                .contains("data-claim=\"one-holds\" data-answer=\"refuted\"");
    }

    @Test
    void aFigureALogOrAPageThatWasEditedIsNoticed() throws IOException {
        run(3);
        Report.ramps(folder);
        Path lines = folder.resolve(Ramp.FILE);
        String written = Files.readString(lines);
        Files.writeString(lines, written.replaceFirst("\"peak\":[0-9.]+", "\"peak\":99999.0"));
        assertThat(Check.of(folder).problems())
                .anyMatch(problem -> problem.contains("'peak' is 99999.0"))
                .anyMatch(problem -> problem.contains("was edited"));
        Files.writeString(lines, written);

        Path page = folder.resolve("index.html");
        Files.writeString(page, Files.readString(page).replace("data-answer=\"refuted\"", "data-answer=\"confirmed\""));
        assertThat(Check.of(folder).problems())
                .anyMatch(problem -> problem.contains("does not answer claim 'one-holds'"));
        Report.ramps(folder);

        Path log = folder.resolve("trials/0001").resolve(Ramp.INJECTOR_LOG);
        Files.writeString(log, Files.readString(log).replaceFirst("\n[0-9]+,0,", "\n1700000000000,9,"));
        assertThat(Check.of(folder).problems()).anyMatch(problem -> problem.contains("injector.csv: was edited"));
    }

    @Test
    void aRunGoesIntoJson() throws IOException {
        run(3);
        List<Path> files = Export.ramps(folder, Set.of(Export.Format.JSON), folder.resolve("out"));
        assertThat(json.readTree(files.get(0).toFile()).at("/claims/1/answer").asText())
                .isEqualTo("refuted");
    }

    private static Map<String, Answer> answers(RampResults results) {
        return results.claims().stream()
                .collect(Collectors.toMap(answered -> answered.claim().id(), Answered::answer));
    }

    /** A run of three injectors: one keeps up, one waits for each answer, one has no processor left. */
    private void run(int repeats) throws IOException {
        RampSuite suite = new RampSuite(
                "test",
                "A test.",
                new RampSuite.Document("a document", "somewhere", "2018"),
                SECONDS,
                1,
                List.of(TO),
                repeats,
                64,
                64,
                List.of(
                        new Injector("swift", "keeps up", Program.JMETER_NIO, 0, 0, 0, 0, List.of()),
                        new Injector("one", "one agent", Program.GATLING, 1, 0, 20, 0, List.of()),
                        new Injector("full", "no processor", Program.JMETER_JAVA, 0, 0, 0, 0, List.of())),
                List.of(
                        claim("swift-holds", "swift", null, TO),
                        claim("one-holds", "one", null, TO),
                        claim("swifter", "swift", "one", 1.5),
                        claim("full-holds", "full", null, TO),
                        new Claim("easy", "It is easy.", List.of(), "no figure tells", null)));
        RampRun run = new RampRun(
                RampRun.SCHEMA,
                "test-run",
                "2026-11-25T00:00:00Z",
                new RunInfo.Busbench("0.1.0", null),
                new IntegrityRun.Host("os", "kernel", "cpu", CPUS, 1, "17"),
                suite,
                "0",
                List.of(),
                Map.of());
        json.writeValue(folder.resolve(RampRun.FILE).toFile(), run);
        StringBuilder lines = new StringBuilder();
        int number = 0;
        for (Planned planned : suite.plan()) {
            number++;
            lines.append(json.writeValueAsString(line(planned, number))).append('\n');
        }
        Files.writeString(folder.resolve(Ramp.FILE), lines.toString());
        json.writeValue(
                folder.resolve(RampRun.End.FILE).toFile(),
                new RampRun.End(
                        RampRun.End.SCHEMA,
                        "2026-11-25T00:10:00Z",
                        "complete",
                        number,
                        Sha256.of(folder.resolve(Ramp.FILE)),
                        Sha256.of(folder.resolve(RampRun.FILE))));
    }

    private static Claim claim(String id, String of, String against, double value) {
        return new Claim(id, id, List.of(new Condition("held", of, TO, against, Relation.AT_LEAST, value)), null, null);
    }

    private Ramp line(Planned planned, int number) throws IOException {
        String path = String.format(java.util.Locale.ROOT, "trials/%04d", number);
        Path evidence = Files.createDirectories(folder.resolve(path));
        boolean swift = planned.injector().name().equals("swift");
        boolean full = planned.injector().name().equals("full");
        String head =
                "millis,started,verified,wrong,failed,callMicros,threads,gcCount,gcMillis,cpuMicros,heapBytes,machineMicros\n";
        StringBuilder injector = new StringBuilder(head);
        StringBuilder server = new StringBuilder(head);
        for (long millis = 0; millis <= 11_000; millis += 200) {
            double second = Math.min(SECONDS, millis / 1000.0);
            long due = (long) (second + (TO - 1) / (2 * SECONDS) * second * second);
            double at = 999 * SECONDS / (TO - 1);
            long answered = swift || second <= at
                    ? due
                    : (long) (at + (TO - 1) / (2 * SECONDS) * at * at + (millis / 1000.0 - at) * 1_000);
            long cpu = full ? millis * 1_000 : answered * 20;
            injector.append(row(millis, due, answered, answered * 1_000, cpu));
            server.append(row(millis + 1, answered, answered, answered, cpu));
        }
        Files.writeString(evidence.resolve(Ramp.INJECTOR_LOG), injector);
        Files.writeString(evidence.resolve(Ramp.SERVER_LOG), server);
        String sums = Sha256.of(evidence.resolve(Ramp.INJECTOR_LOG)) + "  " + Ramp.INJECTOR_LOG + "\n"
                + Sha256.of(evidence.resolve(Ramp.SERVER_LOG)) + "  " + Ramp.SERVER_LOG + "\n";
        Files.write(evidence.resolve("SHA256SUMS"), sums.getBytes(StandardCharsets.UTF_8));
        return new Ramp(
                Ramp.SCHEMA,
                planned.injector().name(),
                TO,
                planned.repeat(),
                swift ? Outcome.DRAINED : Outcome.CUT_OFF,
                null,
                "2026-11-25T00:00:00Z",
                "2026-11-25T00:00:20Z",
                RampSeries.read(evidence, TO, SECONDS).figures(),
                new EvidenceFolder(path, Sha256.of(evidence.resolve("SHA256SUMS"))));
    }

    private static String row(long millis, long started, long verified, long callMicros, long cpuMicros) {
        return (EPOCH + millis) + "," + started + "," + verified + ",0,0," + callMicros + ",10,0,0," + cpuMicros
                + ",1000,0\n";
    }
}
