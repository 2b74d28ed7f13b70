package org.busbench.xslt.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.StockQuoteService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleMessagesTest {
    static final Path MESSAGES = Path.of("messages");

    @ParameterizedTest
    @EnumSource(SampleSize.class)
    void theCommittedSamplesAreThoseThatTheGeneratorMakes(SampleSize size) throws IOException {
        Path folder = MESSAGES.resolve(size.folder());
        Map<String, String> files = SampleMessages.files(size);
        try (Stream<Path> committed = Files.list(folder)) {
            assertThat(committed.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(files.keySet());
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            assertThat(folder.resolve(file.getKey())).hasContent(file.getValue());
            assertThat(Files.readAllBytes(folder.resolve(file.getKey())))
                    .isEqualTo(file.getValue().getBytes(UTF_8));
        }
    }

    @Test
    void theProgramWritesTheSameFiles(@TempDir Path target) throws IOException {
        SampleMessages.main(new String[] {target.toString()});
        for (SampleSize size : SampleSize.values()) {
            for (String file : SampleMessages.files(size).keySet()) {
                Path path = Path.of(size.folder(), file);
                assertThat(target.resolve(path)).hasSameBinaryContentAs(MESSAGES.resolve(path));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SampleSize.class)
    void requestsHaveTheirExactSizeOnOneLine(SampleSize size) throws IOException {
        Path file = MESSAGES.resolve(size.folder()).resolve("getQuote.xml");
        assertThat(Files.size(file)).isEqualTo(size.bytes());
        assertThat(Files.readString(file)).doesNotContain("\n");
    }

    @ParameterizedTest
    @EnumSource(SampleSize.class)
    void theNonceIsInTheFirstRequestAndMarkedInTheLast(SampleSize size) {
        String message = SampleSet.of(size).getQuote();
        assertThat(message.indexOf("<m:symbol>IBM</m:symbol><m:ref>0123456789abcdef</m:ref>"))
                .isEqualTo(message.indexOf("<m:symbol>"));
        assertThat(message.contains(">0123456789abcdef-z<")).isEqualTo(size.requests() > 1);
        assertThat(message.lastIndexOf("<m:ref>"))
                .isEqualTo(message.lastIndexOf(
                        "<m:ref>0123456789abcdef" + (size.requests() > 1 ? "-z" : "") + "</m:ref>"));
        assertThat(message.split("0123456789abcdef", -1))
                .hasSize((size.requests() > 1 ? 3 : 2) + (size.hasAttributes() ? 2 * size.requests() : 0));
    }

    @ParameterizedTest
    @EnumSource(SampleSize.class)
    void theBackendAnswersWithTheSampleResponse(SampleSize size) {
        byte[] request = SampleSet.of(size).getQuote().getBytes(UTF_8);
        Reply reply = new Reply();
        new StockQuoteService("backend-A").newResponder().answer(request, 0, request.length, "UTF-8", reply);
        assertThat(new String(reply.toBytes(), UTF_8))
                .isEqualTo(SampleSet.of(size).getQuoteResponse());
    }
}
