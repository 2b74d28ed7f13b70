package org.busbench.reports.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.record.RunProblem;
import org.busbench.reports.Report;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {

    @TempDir
    private Path temporary;

    private RecordedFolder run;

    @BeforeEach
    void record() throws IOException {
        run = new RecordedFolder(temporary.resolve("run"), "nio");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "jmeter-http"})
    void aRunThatIsWhatItSaysHolds(String injector) throws IOException {
        Check check = Check.of(new RecordedFolder(temporary.resolve(injector), injector).directory());

        assertThat(check.problems()).isEmpty();
        assertThat(check.trials()).isEqualTo(4);
        assertThat(check.figures()).isGreaterThan(4 * 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.json", "integrity.json", "ramp.json"})
    void aPublishedRunWhoseRawDataArePackedSaysHowToUnpackThem(String record) throws IOException {
        Path published = Files.createDirectory(temporary.resolve("published"));
        Files.createFile(published.resolve(record));
        Path packed = Files.createFile(published.resolve("evidence.tar.xz"));

        assertThatThrownBy(() -> Check.of(published))
                .isInstanceOf(RunProblem.class)
                .hasMessageEndingWith(": unpack them first, with tar -C " + published + " -xJf " + packed);
    }

    @Test
    void aPublishedRunWhoseRawDataAreUnpackedBesideTheirArchiveHolds() throws IOException {
        Files.createFile(run.directory().resolve("evidence.tar.xz"));

        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    @Test
    void aRunThatWasKilledHoldsAsFarAsItCame() throws IOException {
        Files.delete(run.directory().resolve("finished.json"));
        Files.delete(run.directory().resolve("SHA256SUMS"));
        Files.writeString(
                run.directory().resolve("trials.jsonl"),
                Files.readString(run.directory().resolve("trials.jsonl")) + "{\"schema\":\"busb");

        Check check = Check.of(run.directory());

        assertThat(check.problems()).isEmpty();
        assertThat(check.remarks()).singleElement().asString().contains("trials.jsonl:5: the last line is cut off");
    }

    @Test
    void aFigureThatWasEditedBreaksTheChain() throws IOException {
        run.editLine(2, "\"threads\":1", "\"threads\":2");

        assertRefused("trials.jsonl:3: does not follow line 2: its 'previous' is ");
    }

    @Test
    void aFigureOfTheLastLineThatWasEditedIsNotTheOneTheRunEndedWith() throws IOException {
        run.editLine(4, "\"threads\":1", "\"threads\":2");

        assertRefused("finished.json: the run ended with another last line than trials.jsonl has");
    }

    @Test
    void aNameThatStandsTwiceIsRefusedThoughTheValuesAreAlike() throws IOException {
        run.editLine(4, "\"threads\":1", "\"threads\":1,\"threads\":1");

        assertRefused("trials.jsonl:4: Duplicate field 'threads'");
    }

    @Test
    void anEditedRunJsonBreaksTheChainAtItsFirstLine() throws IOException {
        Path file = run.directory().resolve("run.json");
        Files.writeString(file, Files.readString(file).replace("\"logicalCpus\": 2", "\"logicalCpus\": 8"));

        assertRefused("trials.jsonl:1: does not follow run.json");
    }

    @Test
    void anInventedFigureDoesNotFollowFromTheRawDataThoughTheChainIsMended() throws IOException {
        run.forge(2, line -> line.put("verified", line.get("verified").asLong() + 1000));

        assertRefused("trials.jsonl:2: 'verified' is ", ", but trials/0002/latency.hlog says ");
    }

    @Test
    void aPrettierLatencyDoesNotFollowFromTheHistogram() throws IOException {
        run.forge(3, line -> {
            ObjectNode latency = (ObjectNode) line.get("latencyMicros");
            latency.put("p99", latency.get("p99").asDouble() * 0.99);
        });

        assertRefused("trials.jsonl:3: 'latencyMicros.p99' is ", ", but trials/0003/latency.hlog says ");
    }

    @Test
    void errorsThatWereSweptAwayAreStillInTheRawData() throws IOException {
        run.forge(1, line -> ((ObjectNode) line.get("errors")).put("reset", 0));

        assertRefused("trials.jsonl:1: 'errors.reset' is 0, but trials/0001/latency.hlog says 1");
    }

    @Test
    void instructionsMustFollowFromTheLogOfTheirOwnStretch() throws IOException {
        run.forge(1, line -> {
            ObjectNode counted = ((ObjectNode) line.at("/processes/mediator")).putObject("instructions");
            counted.put("perMessage", 5.0).put("user", 100).put("kernel", 200).put("verified", 7777);
            long begun = line.at("/window/endMillis").asLong() - 1;
            counted.putObject("window").put("startMillis", begun).put("endMillis", begun + 1000);
        });

        assertRefused("trials.jsonl:1: 'processes.mediator.instructions.verified' is 7777, but ");
        assertRefused("trials.jsonl:1: 'processes.mediator.instructions.perMessage' is 5.0, but ");
        assertRefused("trials.jsonl:1: 'processes.mediator.instructions' was counted within 'window'");
    }

    /** A forger changes a figure, what follows from it, every link and seal, and draws the page anew; the readings stay. */
    @ParameterizedTest
    @CsvSource({
        "processes.mediator.userMicros, 15000",
        "processes.mediator.systemMicros, 9000",
        "processes.mediator.rssBytes, 2",
        "processes.mediator.threads, 2",
        "processes.mediator.instructions.user, 800000",
        "processes.mediator.instructions.kernel, 200000",
        "processes.mediator.events.voluntarySwitches, 9",
        "processes.mediator.events.involuntarySwitches, 1",
        "processes.mediator.events.minorFaults, 2",
        "processes.mediator.events.readWriteCalls, 6",
        "processes.mediator.gc.collections, 1",
        "processes.mediator.gc.pauseMillis, 1.5",
        "processes.mediator.gc.cpuMicros, 3",
        "processes.mediator.gc.liveBytes, 700",
        "processes.mediator.samples[1].rssBytes, 6",
        "processes.mediator.samples[1].threads, 7",
        "processes.mediator.samples[1].descriptors, 8",
        "processes.mediator.samples[1].connections, 9",
        "processes.mediator.samples[1].cpuMicros, 6000",
        "machine.busyShare, 0.71",
        "machine.stealShare, 0.04",
        "machine.idleShare, 0.2",
        "machine.userShare, 0.4",
        "machine.foreignShares[0], 0.0",
        "machine.waitedSeconds[0], 0.1",
        "limited.letThrough, 84",
        "limited.least, 50",
        "limited.most, 200",
        "totals.sent, 9000",
        "totals.unfinished, 1",
        "reconciliation.backendReceived, 1400",
        "reconciliation.backendRefused, 1",
        "reconciliation.backendAnswered.A, 1200",
        "reconciliation.probeSent, 3",
        "reconciliation.held.verified, 400",
        "reconciliation.held.given, 600"
    })
    void aFigureThatIsChangedInRecordAndPageAlikeMustFollowFromTheReadings(String figure, double forged)
            throws IOException {
        run.forge(2, line -> {
            put(line, "/" + figure.replaceAll("[.\\[]", "/").replace("]", ""), forged);
            ObjectNode mediator = (ObjectNode) line.at("/processes/mediator");
            double sum = mediator.get("userMicros").asDouble()
                    + mediator.get("systemMicros").asDouble();
            mediator.put("cpuMicrosPerMessage", sum / line.get("verified").asDouble());
            ObjectNode counted = (ObjectNode) mediator.get("instructions");
            double all = counted.get("user").asDouble() + counted.get("kernel").asDouble();
            counted.put("perMessage", all / counted.get("verified").asDouble());
        });
        Report.write(run.directory());

        assertRefused("trials.jsonl:2: '" + figure + "' is ", "trials/0002/readings.csv.gz says ");
    }

    private static void put(ObjectNode line, String path, double value) {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        JsonNode parent = line.at(path.substring(0, slash));
        JsonNode forged = line.at(path).isIntegralNumber() ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
        if (parent instanceof ArrayNode list) {
            list.set(Integer.parseInt(name), forged);
        } else {
            ((ObjectNode) parent).set(name, forged);
        }
    }

    @Test
    void anEditOfAnyByteOfAnyFileIsFound() throws IOException {
        Report.write(run.directory());
        assertThat(Check.of(run.directory()).problems()).isEmpty();
        List<Path> files;
        try (Stream<Path> all = Files.walk(run.directory())) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*/trials/000[134]/.*"))
                    .toList();
        }

        assertThat(files).hasSizeGreaterThan(10);
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            for (int place : new int[] {0, bytes.length / 3, bytes.length / 2, bytes.length - 1}) {
                byte[] edited = bytes.clone();
                edited[place] ^= 1;
                Files.write(file, edited);
                assertThat(isFound()).as("byte %d of %s", place, file).isTrue();
            }
            Files.write(file, bytes);
        }
        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    /** A file that is no JSON any more is found before it is checked. */
    private boolean isFound() {
        return !said().isEmpty();
    }

    private List<String> said() {
        try {
            return Check.of(run.directory()).problems();
        } catch (RunProblem found) {
            return List.of(found.getMessage());
        }
    }

    @Test
    void aTrialWithoutReadingsIsTakenOnTrustAndSaidToBeSo() throws IOException {
        Files.delete(run.raw(3, "readings.csv.gz"));
        run.reseal(3);

        Check check = Check.of(run.directory());

        assertThat(check.problems()).isEmpty();
        assertThat(check.remarks())
                .containsExactly(
                        "CPU time, instructions, memory, threads and the backend's counts are taken on trust where"
                                + " no readings.csv.gz is kept: in 1 of 4 trials");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "start,1,1,mediator,7,cpuNanos,x,test | line 2 is no reading: start,1,1,mediator,7,cpuNanos,x,test",
                "start,1,1,mediator,7,cpuNanos,1 | line 2 is no reading: start,1,1,mediator,7,cpuNanos,1",
                "start,1,1,m,7,n,12345678901234567890,t | line 2 is no reading: start,1,1,m,7,n,12345678901234567890,t",
                "start,1,1,m,7,n,1,t;start,1,1,m,7,n,1,t | line 3 is no reading: start,1,1,m,7,n,1,t"
            })
    void aReadingThatIsNoneIsNamed(String lines, String problem) throws IOException {
        RecordedFolder.pack(
                run.raw(1, "readings.csv.gz"),
                "moment,monotonicNanos,wallMillis,role,process,name,value,source\n" + lines.replace(';', '\n'));
        run.reseal(1);

        assertRefused("trials.jsonl:1: does not follow from trials/0001/readings.csv.gz: " + problem);
    }

    @Test
    void readingsOfAnotherStretchThanTheWindowAreRefused() throws IOException {
        run.forge(2, line -> {
            ObjectNode window = (ObjectNode) line.get("window");
            window.put("endMillis", window.get("endMillis").asLong() + 5000);
        });

        assertRefused("trials.jsonl:2: has a 'window' of 7.4 s, but trials/0002/readings.csv.gz of 2.4 s");
    }

    @Test
    void aRunWithoutItsManifestSaysThatItsOtherFilesAreNotHeldTogether() throws IOException {
        Files.delete(run.directory().resolve("SHA256SUMS"));

        assertThat(Check.of(run.directory()).remarks())
                .containsExactly("no SHA256SUMS holds the files beside the trials' folders together");
    }

    @Test
    void workFoldersAndKeysMayBeLeftOutAndNotEdited() throws IOException {
        Path key = run.directory().resolve("tls/certificate.pem.key");
        Files.writeString(key, "another key\n");
        assertRefused("tls/certificate.pem.key: was edited: its SHA-256 is not the one in SHA256SUMS");
        Files.delete(key);
        Files.delete(run.directory().resolve("work/a/esb.conf"));

        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    @Test
    void aLogMayBeLeftOutAndNeitherEditedNorAdded() throws IOException {
        Path log = run.directory().resolve("logs/backend.log");
        Files.move(log, log.resolveSibling("other.log"));
        assertRefused("logs/other.log: was added: SHA256SUMS does not name it");
        Files.delete(log.resolveSibling("other.log"));

        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    @Test
    void figuresMustFollowFromEachOther() throws IOException {
        run.forge(1, line -> line.put("goodputPerSecond", 99999.0));
        assertRefused("trials.jsonl:1: 'goodputPerSecond' is 99999.0, but 'verified' / 'measuredSeconds' says ");
        run.forge(2, line -> ((ObjectNode) line.at("/processes/mediator")).put("cpuMicrosPerMessage", 1.0));
        assertRefused("trials.jsonl:2: 'processes.mediator.cpuMicrosPerMessage' is 1.0, but ");
        run.forge(3, line -> ((ObjectNode) line.get("reconciliation")).put("backendReceived", 9999));
        assertRefused(
                "trials.jsonl:3: 'reconciliation.verdict' is exact, but the backend received 9999 messages where ");
        run.forge(3, line -> ((ObjectNode) line.get("reconciliation")).put("backendReceived", 5));
        assertRefused(
                "trials.jsonl:3: 'reconciliation.verdict' is exact, but ",
                " answers were right and the backend gave 5");
        run.forge(4, line -> ((ObjectNode) line.get("series").get(1)).put("verified", 5));
        assertRefused("trials.jsonl:4: 'series[1].verified' is 5, but ");
        run.forge(
                4,
                line -> ((ObjectNode) line.get("series").get(2))
                        .put("p50Micros", 1.0)
                        .put("p99Micros", 2.0));
        assertRefused("trials.jsonl:4: 'series[2].p50Micros' is 1.0, but ");
        assertRefused("trials.jsonl:4: 'series[2].p99Micros' is 2.0, but ");
    }

    @Test
    void tooManyErrorsAreNotMeasured() throws IOException {
        run.forge(1, line -> ((ObjectNode) line.get("errors")).put("reset", 500));

        assertRefused("trials.jsonl:1: is called measured with 500 errors among ");
    }

    @Test
    void aTrialThatIsThereTwiceIsRefused() throws IOException {
        run.editLines(lines -> lines.add(2, lines.get(1)));

        assertRefused("trials.jsonl:3: trial 2 is there twice, first at ");
        assertRefused("trials.jsonl:3: does not follow line 2");
    }

    @Test
    void aTrialThatIsThereTwiceUnderTwoNumbersSharesItsRawData() throws IOException {
        run.forge(4, line -> line.put("evidence", "trials/0002"));

        assertRefused("trials.jsonl:4: names the same raw data as line 2: trials/0002");
        assertRefused("trials.jsonl:4: names trials/0002 as its raw data, which must be in trials/0004");
    }

    @Test
    void aLineThatWasRemovedIsMissed() throws IOException {
        run.editLines(lines -> lines.remove(1));

        assertRefused("trials.jsonl:2: does not follow line 1");
        assertRefused("trials.jsonl:2: holds trial 3 where trial 2 must stand");
        assertRefused("finished.json: the run ended with 4 trials, but trials.jsonl has 3 lines");
    }

    @Test
    void linesThatWereCutOffAtTheEndAreMissed() throws IOException {
        run.editLines(lines -> lines.remove(3));

        assertRefused("finished.json: the run ended with 4 trials, but trials.jsonl has 3 lines");
    }

    @Test
    void aLineOfAnotherRunIsRefused() throws IOException {
        run.forge(3, line -> line.put("run", "another"));

        assertRefused("trials.jsonl:3: the trial belongs to run 'another', not to 'made-for-a-test'");
    }

    @Test
    void aTrialOfTheOtherInjectorIsRefused() throws IOException {
        run.forge(3, line -> line.put("injector", "jmeter-http"));

        assertRefused("trials.jsonl:3: was loaded by jmeter-http, the suite by nio");
    }

    @Test
    void anotherSchemaIsRefused() throws IOException {
        run.forge(3, line -> line.put("schema", "busbench/trial/2"));

        assertRefused("trials.jsonl:3: schema 'busbench/trial/2' is unknown");
    }

    @Test
    void anotherSuiteAfterAResumptionIsRefused() throws IOException {
        Files.writeString(
                run.directory().resolve("resumes.jsonl"),
                "{\"resumedAt\":\"2026-11-21T08:30:00Z\",\"suiteSha256\":\"" + "1".repeat(64)
                        + "\",\"afterTrial\":2}\n");

        assertRefused("resumes.jsonl:1: went on with another suite file than run.json names");
    }

    @Test
    void aSecondAttemptNeedsAResumptionAndAFolderOfItsOwn() throws IOException {
        run.forge(3, line -> line.put("attempt", 2));

        assertRefused("trials.jsonl:3: is attempt 2 of its trial, but the run was resumed only 0 times");
        assertRefused("trials.jsonl:3: names trials/0003 as its raw data, which must be in trials/0003-2");
    }

    @Test
    void aProcessThatLivesOnIntoTheNextForkIsRefused() throws IOException {
        run.forkedByBlock();
        assertThat(Check.of(run.directory()).problems()).isEmpty();

        run.forge(4, line -> line.put("fork", 1));

        assertRefused("trials.jsonl:4: met process 1 of ");
        assertRefused("which block 1 met too: between them it had to be started anew");
    }

    @Test
    void processesThatDoNotComeOneAfterAnotherAreRefused() throws IOException {
        run.forkedByBlock();
        run.forge(1, line -> line.put("fork", 7));

        assertRefused("after process 7: processes come one after another");
    }

    @Test
    void aTrialThatDoesNotSayWhichProcessItMetIsRefused() throws IOException {
        run.forkedByBlock();
        run.forge(1, line -> line.remove("fork"));

        assertRefused("trials.jsonl:1: does not say which process of ");
    }

    @Test
    void aTrialThatStartedBeforeTheOneAboveItIsRefused() throws IOException {
        run.forge(4, line -> line.put("startedAt", "2026-11-21T08:00:30Z"));

        assertRefused("trials.jsonl:4: started at 2026-11-21T08:00:30Z, before what stands above it");
    }

    @Test
    void editedRawDataAreNotThoseOfTheManifest() throws IOException {
        Files.copy(run.raw(1, "latency.hlog"), run.raw(2, "latency.hlog"), StandardCopyOption.REPLACE_EXISTING);

        assertRefused("trials/0002/latency.hlog: was edited: its SHA-256 is not the one in SHA256SUMS");
    }

    @Test
    void anEditedManifestIsNotTheOneOfTheLine() throws IOException {
        Path manifest = run.raw(2, "SHA256SUMS");
        Files.writeString(manifest, Files.readString(manifest).replaceAll("(?m)^.", "0"));

        assertRefused("trials/0002/SHA256SUMS: was edited: its SHA-256 is not the one in line 2 of trials.jsonl");
    }

    @Test
    void rawDataOfAnotherTrialDoNotGiveTheFiguresThoughEverySealIsMended() throws IOException {
        Files.copy(run.raw(1, "latency.hlog"), run.raw(2, "latency.hlog"), StandardCopyOption.REPLACE_EXISTING);
        run.reseal(2);

        assertRefused("trials.jsonl:2: 'verified' is ", ", but trials/0002/latency.hlog says 0");
    }

    @Test
    void rawDataThatAreMissingOrWereAddedAreNamed() throws IOException {
        Files.delete(run.raw(1, "errors.csv"));
        Files.writeString(run.raw(2, "more.txt"), "more");
        Files.delete(run.raw(3, "SHA256SUMS"));

        assertRefused("trials/0001/errors.csv: is missing, but SHA256SUMS names it");
        assertRefused("trials/0002/more.txt: was added: SHA256SUMS does not name it");
        assertRefused("trials/0003/SHA256SUMS: is missing, but line 3 of trials.jsonl names the folder");
    }

    @Test
    void aRecordWithoutItsLinksIsRefused() throws IOException {
        run.forge(2, line -> line.remove("evidenceSha256"));
        assertRefused("trials.jsonl:2: has no 'evidenceSha256'");
        run.editLines(
                lines -> lines.replaceAll(line -> line.replaceAll("\"previous\":\"[0-9a-f]+\"", "\"previous\":null")));
        assertRefused("trials.jsonl:1: has no 'previous': nothing shows that it follows run.json");
    }

    @Test
    void figuresWithoutRawDataAreRefused() throws IOException {
        run.forge(2, line -> line.putNull("window"));
        assertRefused("trials.jsonl:2: has figures, but no window to compute them from");
        run.forge(3, line -> line.putNull("histogram"));
        assertRefused("trials/0003/samples.jtl.gz: is missing, so line 3 of trials.jsonl does not follow from it");
    }

    @Test
    void brokenRawDataAreNamed() throws IOException {
        Files.writeString(run.raw(2, "latency.hlog"), "#[StartTime: 1]\nTag=verified,0,1,2,xxxx\n");
        run.reseal(2);

        assertRefused("trials/0002/latency.hlog: cannot be read: ");
    }

    @Test
    void aBrokenSampleLogIsNamedWithItsLine() throws IOException {
        run = new RecordedFolder(temporary.resolve("http"), "jmeter-http");
        Files.writeString(
                run.raw(2, "samples.jtl.gz"),
                "timeStamp,elapsed,responseCode,responseMessage,success\n1,x,200,OK,true\n");
        run.reseal(2);

        assertRefused("trials/0002/samples.jtl.gz: cannot be read: ");
        assertRefused("samples.jtl.gz:2: has 'x' where milliseconds must stand, so line 2 of trials.jsonl");
    }

    @Test
    void editedVerificationsAreRefused() throws IOException {
        Path file = run.directory().resolve("verifications.jsonl");
        Files.writeString(file, Files.readString(file).replace("\"500\"", "\"500\" "));

        assertRefused("verifications.jsonl: was edited");
    }

    @Test
    void samplesOfJmeterAreCountedAgain() throws IOException {
        RecordedFolder http = new RecordedFolder(temporary.resolve("http"), "jmeter-http");
        http.forge(1, line -> ((ObjectNode) line.get("latencyMicros")).put("mean", 1.0));
        http.forge(2, line -> ((ObjectNode) line.get("totals")).put("verified", 1));
        run = http;

        assertRefused("trials.jsonl:1: 'latencyMicros.mean' is 1.0, but trials/0001/samples.jtl.gz says ");
        assertRefused("trials.jsonl:2: 'totals.verified' is 1, but trials/0002/samples.jtl.gz says ");
    }

    @Test
    void whatFollowsTheBlocksHoldsToo() throws IOException {
        Check blocks = Check.of(run.directory());
        run = RecordedFolder.atRates(temporary.resolve("rates"));

        Check check = Check.of(run.directory());

        assertThat(check.problems()).isEmpty();
        assertThat(check.figures()).isGreaterThan(blocks.figures() * 2);
    }

    @Test
    void aFixedRateMustFollowFromTheBlocksAndBeTheSameForAll() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        run.forge(6, line -> ((ObjectNode) line.get("load")).put("ratePerSecond", 100.0));
        assertRefused("trials.jsonl:6: 'load.ratePerSecond' is 100.0, but the blocks say ");
        run.forge(5, line -> ((ObjectNode) line.get("load")).put("ratePerSecond", 100.0));
        assertRefused("trials.jsonl:5: 'load.ratePerSecond' is 100.0, but the blocks say ");
    }

    @Test
    void aPrettierCpuTimeAtAFixedRateIsFound() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        run.forge(5, line -> ((ObjectNode) line.at("/processes/mediator")).put("cpuMicrosPerMessage", 1.0));

        assertRefused("trials.jsonl:5: 'processes.mediator.cpuMicrosPerMessage' is 1.0, but ");
        assertRefused("the CPU time of a at a fixed rate (cbr, 500) is 1.0 in the report, but the trials say ");
    }

    @Test
    void aRateThatWasNotHeldCannotBeMadeTheFrontier() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        run.forge(8, line -> line.put("goodputPerSecond", 800.0));

        assertRefused("trials.jsonl:8: 'goodputPerSecond' is 800.0, but 'verified' / 'measuredSeconds' says ");
        assertRefused("the highest rate of a (cbr, 500, p99 within 20.0 ms) is 800.0 in the report, but the trials say"
                + " 400.0");
    }

    @Test
    void aTrialOfABlockBehindASearchIsRefused() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        run.forge(8, line -> {
            line.putNull("purpose");
            line.putObject("load").put("model", "closed");
        });

        assertRefused("trials.jsonl:8: stands behind trials that followed from it");
        assertRefused("trials.jsonl:8: has 3 requests that were never sent, though its clients wait");
    }

    @Test
    void aSearchThatTheSuiteDidNotAskForIsRefused() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        Path file = run.directory().resolve("run.json");
        Files.writeString(file, Files.readString(file).replace(", \"frontierMillis\": [5.0, 20.0]", ""));

        assertRefused("trials.jsonl:7: unplanned rate 400.0");
    }

    @Test
    void totalsThatDoNotAddUpAreRefused() throws IOException {
        run.forge(1, line -> ((ObjectNode) line.get("totals")).put("unfinished", 7));

        assertRefused(
                "trials.jsonl:1: 'totals.sent' is ",
                ", but the sum of 'verified', 'refused', 'errors' and 'unfinished'");
    }

    @Test
    void anEditedCalibrationIsRefusedThoughItsSealIsMended() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        run.forgeCalibration("\"verified\":600", "\"verified\":900");
        assertRefused("calibration.jsonl:1: 'verified' is 900, but calibration/nio/latency.hlog says 600");
        assertRefused(
                "calibration.jsonl:1: 'goodputPerSecond' is 200.0, but 'verified' / 'measuredSeconds' says 300.0");
        run.forgeCalibration("\"errors\":0", "\"errors\":50");
        assertRefused("calibration.jsonl:1: 'errors' is 50, but calibration/nio/latency.hlog says 0");
        Files.writeString(run.directory().resolve("calibration/nio/latency.hlog"), "nothing");
        assertRefused("calibration/nio/latency.hlog: was edited: its SHA-256 is not the one in SHA256SUMS");
    }

    @Test
    void aCalibrationThatWasEditedOrRemovedIsNotTheOneTheRunEndedWith() throws IOException {
        run = RecordedFolder.atRates(temporary.resolve("rates"));
        Path file = run.directory().resolve("calibration.jsonl");
        Files.writeString(
                file, Files.readString(file).replace("\"cpuMicrosPerRequest\":4.0", "\"cpuMicrosPerRequest\":2.0"));
        assertRefused("calibration.jsonl: was edited: its SHA-256 is not the one in finished.json");
        Files.delete(file);
        assertRefused("calibration.jsonl: was edited: its SHA-256 is not the one in finished.json");
    }

    @Test
    void whatIsNoRunIsNotChecked() {
        assertThatThrownBy(() -> Check.of(temporary.resolve("nowhere")))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("is no directory");
        assertThatThrownBy(() -> Check.of(temporary))
                .isInstanceOf(RunProblem.class)
                .hasMessageContaining("run.json: is missing");
    }

    private void assertRefused(String... parts) {
        Check check = Check.of(run.directory());
        assertThat(check.refused()).isTrue();
        assertThat(check.problems())
                .allSatisfy(line ->
                        assertThat(line).startsWith(run.directory().toString()).doesNotContain("\n"))
                .anySatisfy(line -> assertThat(line).contains(parts));
    }
}
