package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataRowsTest {

    @TempDir
    private Path folder;

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstColumnsName() throws IOException {
        Path file = Files.writeString(folder.resolve("data.csv"), "\ufeffnonce,region\r\nf2a74de452e6b438,EU\r\n");

        DataRows rows = DataRows.read(file);

        assertThat(rows.columns()).containsExactly("nonce", "region");
        assertThat(rows.nonceColumn()).isZero();
        assertThat(rows.values(1)).containsExactly("EU");
    }

    @Test
    void rowsInAnotherEncodingAreRefusedWithTheirLine() throws IOException {
        Path file = Files.write(
                folder.resolve("data.csv"), "city\nBonn\nK\u00f6ln\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> DataRows.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "the rows " + file + " cannot be read: line 3: byte 0xf6 is not UTF-8: save the file as UTF-8");
    }

    @Test
    void aQuotedFieldAndANonceOfTwoRowsAreRefused() {
        assertThatThrownBy(() -> DataRows.of(List.of("id,region", "7,EU", "8,\"US\""), "data.csv"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("data.csv:3: the field \"US\" is quoted");
        String nonce = "f2a74de452e6b438";
        assertThatThrownBy(() -> DataRows.of(List.of("nonce,id", nonce + ",7", nonce + ",8"), "data.csv"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("data.csv: two rows have the same nonce");
    }
}
