package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.common.DataRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestTemplateTest {
    @Test
    void eachRequestIsTheTextWithItsRowsValuesAndItsLength() throws Exception {
        DataRows rows = DataRows.of(List.of("symbol,note", "IBM,ä", "MSFT,b", "SUN,ö", "LONGER,c"), "rows");
        RequestTemplate.Buffers buffers = new RequestTemplate.Buffers(new RequestTemplate(
                rows, "POST /@symbol@ HTTP/1.1\r\nA: b@c.de\r\n", "<s>@symbol@</s>@note@ @nothing@"));
        Fields fields = new Fields(rows, false);

        for (int number : new int[] {0, 1, 2, 3, 0, 2, 1, 3, 7}) {
            fields.take(number);
            String symbol = List.of("IBM", "MSFT", "SUN", "LONGER").get(number % 4);
            String body = "<s>" + symbol + "</s>" + List.of("ä", "b", "ö", "c").get(number % 4) + " @nothing@";
            assertThat(text(buffers.request(fields)))
                    .isEqualTo("POST /" + symbol + " HTTP/1.1\r\nA: b@c.de\r\nContent-Length: "
                            + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
        }
    }

    @Test
    void aValueThatAllRowsHaveIsTextHoweverOftenItOccurs() throws Exception {
        DataRows rows = DataRows.of(
                List.of("symbol,block,nonce", "IBM,xyz,0123456789abcdef", "SUN,xyz,0123456789abcdee"), "rows");

        Template template = Template.of("@symbol@@block@@block@@nonce@", rows);

        assertThat(template.columns()).containsExactly(0, 2);
        Fields fields = new Fields(rows, false);
        fields.take(0);
        assertThat(new String(template.fill(fields), UTF_8)).isEqualTo("IBMxyzxyz0123456789abcdef");
        assertThat(Template.of("@nonce@", DataRows.of(List.of("nonce", "0123456789abcdef"), "one row"))
                        .columns())
                .as("the nonce of one row changes from request to request")
                .containsExactly(0);
    }

    @Test
    void rowsThatAreNoTableAreRefusedWithTheirPlace(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("rows.csv"), "a,b\n1,2\n3\n");
        assertThatThrownBy(() -> DataRows.read(file)).hasMessageContaining("rows.csv:3: 1 fields");
        assertThatThrownBy(() -> DataRows.read(folder.resolve("none.csv")))
                .hasMessageContaining("none.csv cannot be read");
        assertThatThrownBy(() -> DataRows.of(List.of("a"), "rows")).hasMessageContaining("one row at least");
    }

    private static String text(ByteBuffer request) {
        byte[] bytes = new byte[request.remaining()];
        request.get(bytes);
        return new String(bytes, UTF_8);
    }
}
