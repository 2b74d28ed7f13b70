package org.busbench.xslt.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleMessagesTest {
    static final Path MESSAGES = Path.of("messages");
    /** A folder each, with the four messages of a size. */
    static final List<String> SIZES = List.of("500", "1K", "5K", "10K", "100K", "10K-attributes", "100K-attributes");

    static String read(String size, String file) throws IOException {
        return Files.readString(MESSAGES.resolve(size).resolve(file));
    }

    @ParameterizedTest
    @CsvSource({
        "500, 500, 1",
        "1K, 1024, 2",
        "5K, 5120, 12",
        "10K, 10240, 23",
        "100K, 102400, 233",
        "10K-attributes, 10240, 23",
        "100K-attributes, 102400, 233"
    })
    void aRequestHasItsExactSizeOnOneLineAndItsNonceInTheFirstElementAndMarkedInTheLast(
            String size, int bytes, int requests) throws IOException {
        String message = read(size, "getQuote.xml");
        assertThat(Files.size(MESSAGES.resolve(size).resolve("getQuote.xml"))).isEqualTo(bytes);
        assertThat(message).doesNotContain("\n");
        assertThat(message.split("<m:symbol>", -1)).hasSize(1 + requests);
        assertThat(message.indexOf("<m:symbol>IBM</m:symbol><m:ref>0123456789abcdef</m:ref>"))
                .isEqualTo(message.indexOf("<m:symbol>"));
        String last = requests > 1 ? "-z" : "";
        assertThat(message.lastIndexOf("<m:ref>"))
                .isEqualTo(message.lastIndexOf("<m:ref>0123456789abcdef" + last + "</m:ref>"));
        int inAttributes = size.endsWith("attributes") ? 2 * requests : 0;
        assertThat(message.split("0123456789abcdef", -1)).hasSize((requests > 1 ? 3 : 2) + inAttributes);
    }
}
