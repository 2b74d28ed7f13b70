package org.busbench.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.busbench.common.ErrorClass;
import org.busbench.record.RunProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JtlReaderTest {

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";

    @TempDir
    private Path folder;

    @Test
    void quotedFieldsMayHoldSeparatorsQuotesAndLineEnds() throws IOException {
        List<Sample> samples = read(HEADER
                + "1,5,\"a,b\",200,OK,false,\"expected to contain \"\">a<\"\",\nbut did\r\nnot\"\r\n"
                + "2,6,\"\",200,\"O\"\"K\",true,\n");

        assertThat(samples)
                .containsExactly(
                        new Sample(
                                1,
                                5,
                                0,
                                ErrorClass.CONTENT,
                                "expected to contain \">a<\",\nbut did\r\nnot",
                                "a,b",
                                "",
                                0,
                                -1,
                                -1),
                        new Sample(2, 6, 0, null, "", "", "", 0, -1, -1));
    }

    @Test
    void aQuoteWithinAFieldThatDoesNotBeginWithOneIsText() throws IOException {
        assertThat(read(HEADER + "1,5,5\" disk,200,OK,true,\n2,6,x,200,OK,true,\n"))
                .extracting(Sample::label)
                .containsExactly("5\" disk", "x");
    }

    /** JMeter rounds twice, and adds up the times of samples that ran side by side. */
    @ParameterizedTest
    @CsvSource({"7, -1, 6", "900, -350, 550"})
    void anIdleTimeBelowZeroIsTakenOffTheEnd(long elapsed, long idle, long took) throws IOException {
        assertThat(read(HEADER.replace("failureMessage", "IdleTime") + "5," + elapsed + ",x,200,OK,true," + idle
                        + "\n"))
                .extracting(Sample::endMillis, Sample::elapsedMillis)
                .containsExactly(tuple(5 + took, elapsed));
    }

    /** Of a transaction with a sample that failed before it began, which JMeter has begin in 1970. */
    @ParameterizedTest
    @CsvSource({"-1700000000000, 0, 0", "1700000000123, -1700000000000, 123"})
    void aFailedTransactionEndsWhereItBeganWhenItsTimesSayLess(long elapsed, long idle, long took) throws IOException {
        assertThat(read(HEADER.replace("failureMessage", "IdleTime") + "1700000000000," + elapsed + ",x,,,false," + idle
                        + "\n"))
                .extracting(Sample::endMillis)
                .containsExactly(1_700_000_000_000L + took);
    }

    @Test
    void spreadsheetsWriteTrueAndFalseInCapitals() throws IOException {
        assertThat(read(HEADER + "1,5,x,200,OK,TRUE,\n2,6,x,500,Oops,FALSE,\n"))
                .extracting(Sample::verified)
                .containsExactly(true, false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2",
                "2,6,x,200,OK,tr",
                "2,6,x,200,OK,true,",
                "2,6,x,200,OK,true,said",
                "2,6,x,200,OK,true,\"said",
                "2,6,x,200,OK,true,\"said\"",
                "2,6,x,200,OK,true,\"said,\n",
                "2,6,x,200,OK,true,\"said \"\"",
                "2,6,x,200,OK,true,\"",
                "oops",
            })
    void whereverTheLastRowIsCutOffItIsLeftOut(String rest) throws IOException {
        try (JtlReader reader = JtlReader.open(write(HEADER + "1,5,x,200,OK,true,\n" + rest))) {
            assertThat(reader.next()).isEqualTo(new Sample(1, 5, 0, null, "", "x", "", 0, -1, -1));
            assertThat(reader.next()).isNull();
            assertThat(reader.next()).isNull();
            assertThat(reader.truncated()).isTrue();
            assertThat(reader.line()).isEqualTo(3);
        }
    }

    /** A writer is killed at any byte. */
    @ParameterizedTest
    @CsvSource({"UTF-8, 1", "UTF-8, 2", "UTF-8, 3", "UTF-16LE, 1", "UTF-16BE, 1", "UTF-16LE, 2"})
    void aLastRowThatIsCutOffWithinACharacterIsLeftOut(String charset, int bytes) throws IOException {
        byte[] text = (HEADER + "1,5,x,200,OK,true,\n2,5,\ud83d\ude80").getBytes(Charset.forName(charset));
        for (boolean packed : List.of(false, true)) {
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            try (OutputStream out = packed ? new GZIPOutputStream(log) : log) {
                out.write(text, 0, text.length - bytes);
            }
            Path file = Files.write(folder.resolve("cut.jtl"), log.toByteArray());

            try (JtlReader reader = JtlReader.open(file)) {
                assertThat(reader.next()).isEqualTo(new Sample(1, 5, 0, null, "", "x", "", 0, -1, -1));
                assertThat(reader.next()).isNull();
                assertThat(reader.truncated()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n\r\n\n"})
    void aLogThatEndsWithALineEndIsWhole(String blank) throws IOException {
        try (JtlReader reader = JtlReader.open(write(HEADER + blank + "1,5,x,200,OK,true,\r\n" + blank))) {
            assertThat(reader.next()).isNotNull();
            assertThat(reader.next()).isNull();
            assertThat(reader.truncated()).isFalse();
        }
    }

    /** So that rows end, fields begin and quotes close on every edge of a buffer. */
    @Test
    void rowsOfAnyLengthAreReadOverTheEdgesOfBuffers() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        List<String> labels = new ArrayList<>();
        for (int length = 1; length < 300; length++) {
            labels.add("\"\n,ä".repeat(length) + length);
            text.append(length)
                    .append(",5,\"")
                    .append(labels.get(length - 1).replace("\"", "\"\""))
                    .append("\",200,OK,true,\r\n");
        }

        assertThat(read(text.toString())).extracting(Sample::label).containsExactlyElementsOf(labels);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1,5,x,200,OK,true              | has 6 fields, its header 7",
                "1,5,x,200,OK,true,,            | has 8 fields, its header 7",
                "-1,5,x,200,OK,true,            | has '-1' where milliseconds since 1970",
                "1,,x,200,OK,true,              | has nothing where milliseconds must stand",
                "1,1e3,x,200,OK,true,           | has '1e3' where milliseconds must stand",
                "1,1234567890123456,x,200,OK,true, | has '1234567890123456' where milliseconds must stand",
                "20261128200000,1,x,200,OK,true, | has '20261128200000' where milliseconds since 1970",
                "1,5,x,200,OK,,                 | has nothing where true or false must stand",
                "1,-5,x,200,OK,true,            | has '-5' where milliseconds must stand",
                "elapsed,timeStamp,x,y,z,a,b    | is a header with other columns than the first line",
                "timeStamp,elapsed,label        | is a header with other columns than the first line",
            })
    void aMalformedRowIsNamedWithItsLine(String row, String expected) throws IOException {
        Path file = write(HEADER + "1,5,\"two\nlines\",200,OK,true,\n\n" + row + "\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ":5: " + expected)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aNumberOfThreadsThatIsNoneIsRefused() throws IOException {
        Path file = write(
                "timeStamp,elapsed,responseCode,responseMessage,success,allThreads\n1,5,200,OK,true,4294967297\n");

        assertThatThrownBy(() -> read(file))
                .hasMessage(file + ":2: has '4294967297' where a number of threads must stand");
    }

    @Test
    void textBehindAClosingQuoteIsNoCsv() throws IOException {
        Path file = write(HEADER + "1,5,\"x\"y,200,OK,true,\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ": is no CSV: ")
                .hasMessageContaining("'y'")
                .hasMessageContaining("line 2");
    }

    @Test
    void aQuoteThatIsNeverClosedFillsNoMemory() throws IOException {
        Path file = write(HEADER + "1,5,\"x,200,OK,true,\n" + "2,6,x,200,OK,true,\n".repeat(100_000));

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ": is no CSV: ")
                .hasMessageContaining("line 2");
    }

    @Test
    void aRowWithoutAnEndFillsNoMemory() throws IOException {
        Path file = write(HEADER + "1,5" + ",x".repeat(1_000_000) + "\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ": is no CSV: ");
    }

    @Test
    void aQuoteThatSwallowsTheRestOfALogIsNotTakenForARowThatWasCutOff() throws IOException {
        Path file = write(HEADER + "1,5,x,200,\"OK,true,\n" + "1700000000000,6,x,200,OK,true,\n".repeat(100));

        assertThatThrownBy(() -> read(file))
                .hasMessageStartingWith(file + ":2: opens a quote that nothing closes, and all rows below are in it");
    }

    @Test
    void theEndOfATransactionWithoutItsIdleTimeIsThatOfItsLastSample() throws IOException {
        assertThat(read("""
                                timeStamp,elapsed,label,responseCode,responseMessage,threadName,success
                                100000,10,in,200,OK,users 1-1,true
                                100510,20,out,200,OK,users 1-1,true
                                100000,30,both,,"Number of samples in transaction : 2, number of failing samples : 0",users 1-1,true
                                """))
                .extracting(Sample::endMillis, Sample::elapsedMillis)
                .containsExactly(tuple(100_010L, 10L), tuple(100_530L, 20L), tuple(100_530L, 30L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Label,# Samples,Average|give the log of samples, as jmeter -l FILE writes it",
                "\0\0\0\0\0\0\0\0|begins with zeros, as a file whose data never reached the disk does",
                "\0\0\0\0\0063.13.1|is a log of Gatling, which is not read",
                "  <testResults version=\"1.2\">|is a JTL in XML, which is not read",
                "{\"metrics\": {\"iterations\": {}}}|is JSON, as k6 writes it, which is not read: give JMeter's log",
            })
    void whatIsNoLogOfSamplesSaysWhatItIs(String text, String said) throws IOException {
        Path file = write(text + "\n");

        assertThatThrownBy(() -> read(file)).isInstanceOf(RunProblem.class).hasMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "IdleTime"})
    void aLogInWhichAColumnStandsTwiceIsRefused(String twice) throws IOException {
        Path file = write(HEADER.strip() + ",IdleTime," + twice + "\n1,5,x,200,OK,true,,0,false\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RunProblem.class)
                .hasMessageStartingWith(file + ":1: has two columns '" + twice + "'");
    }

    @Test
    void aLogWithoutHeaderSaysHowToHaveOne() throws IOException {
        Path file = write("1700000000000,5,x,200,OK,true,\n");

        assertThatThrownBy(() -> read(file))
                .hasMessage(
                        file + ": has no column 'timeStamp'; its first line is 1700000000000,5,x,200,OK,true,, which is"
                                + " no header (jmeter.save.saveservice.print_field_names=true, JMeter's default, writes one)");
    }

    @Test
    void aPackedLogThatIsCutOffIsNotTakenForAShortOne() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write((HEADER + "1,5,x,200,OK,true,\n".repeat(1000)).getBytes(StandardCharsets.UTF_8));
        }
        Path file = folder.resolve("x.jtl.gz");
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() - 12));

        assertThatThrownBy(() -> read(file)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.11:1099-users 1-1,            10.0.0.11:1099",
        "10.0.0.11-users 1-1,                 10.0.0.11",
        "load-1.example.org:1099-my-group 1-1, load-1.example.org:1099",
        "[fd00::1]:1099-users 1-1,            [fd00::1]:1099",
        "users 1-1,                           ''",
        "bzm - Concurrency 1-ThreadStarter 1-1, ''",
        "2 users-fast 1-1,                    ''",
        "step 1: log in 1-1,                  ''",
    })
    void aHostOfADistributedTestIsKnownByTheNamesOfItsThreads(String thread, String host) throws IOException {
        assertThat(read("timeStamp,elapsed,responseCode,responseMessage,threadName,success\n1,5,200,OK," + thread
                        + ",true\n"))
                .extracting(Sample::host)
                .containsExactly(host);
    }

    @Test
    void aHostThatTheNameOfAThreadDoesNotSayIsThatOfTheColumnHostname() throws IOException {
        assertThat(read("""
                                timeStamp,elapsed,responseCode,threadName,success,Hostname
                                1,5,200,users 1-1,true,pod-1
                                1,5,200,10.0.0.11:1099-users 1-1,true,pod-1
                                """)).extracting(Sample::host).containsExactly("pod-1", "10.0.0.11:1099");
    }

    private List<Sample> read(String text) throws IOException {
        return read(write(text));
    }

    private static List<Sample> read(Path file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        try (JtlReader reader = JtlReader.open(file)) {
            for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
                samples.add(sample);
            }
        }
        return samples;
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("x.jtl"), text);
    }
}
