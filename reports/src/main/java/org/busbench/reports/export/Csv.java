package org.busbench.reports.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;

/** Rows as CSV (RFC 4180). A figure that is not known is an empty field, never a zero. */
final class Csv {

    private final StringWriter text = new StringWriter();
    private final CsvWriter rows = CsvWriter.builder().bufferSize(0).build(text);

    Csv(List<String> header) {
        row(header);
    }

    void row(List<?> values) {
        rows.writeRecord(values.stream().map(Csv::field).toList());
    }

    String text() {
        return text.toString();
    }

    private static String field(Object value) {
        if (value instanceof Double number) {
            return new BigDecimal(number.toString()).toPlainString();
        }
        return value == null ? "" : value.toString();
    }
}
