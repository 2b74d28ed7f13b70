package org.busbench.reports.export;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** Rows as CSV (RFC 4180). A figure that is not known is an empty field, never a zero. */
final class Csv {

    private final StringBuilder text = new StringBuilder();

    Csv(List<String> header) {
        row(header);
    }

    void row(List<?> values) {
        text.append(values.stream().map(Csv::field).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    String text() {
        return text.toString();
    }

    private static String field(Object value) {
        if (value instanceof Double number) {
            return new BigDecimal(number.toString()).toPlainString();
        }
        String field = value == null ? "" : value.toString();
        return field.matches("[^\",\\r\\n]*") ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
