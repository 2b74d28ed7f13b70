package org.busbench.reports.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.busbench.reports.run.Window;

/** Reads JMeter's compressed sample log. A last row that is cut off, as a killed injector leaves it, is left out. */
final class SampleLogs {

    static final String NAME = "samples.jtl.gz";

    private static final double MICROS_PER_MILLI = 1000;

    private SampleLogs() {}

    static RawFigures trial(Path folder, Window window) throws IOException {
        RawFigures figures = new RawFigures(NAME, MICROS_PER_MILLI, window);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve(NAME))), StandardCharsets.UTF_8))) {
            List<String> header = row(in);
            int start = column(header, "timeStamp");
            int elapsed = column(header, "elapsed");
            int code = column(header, "responseCode");
            int message = column(header, "responseMessage");
            int success = column(header, "success");
            for (List<String> row = row(in); !row.isEmpty(); row = row(in)) {
                if (row.size() < header.size()) {
                    continue;
                }
                long latency = number(row.get(elapsed));
                long end = number(row.get(start)) + latency;
                if (row.get(success).equals("true")) {
                    figures.verified((double) end, latency);
                } else {
                    figures.error((double) end, kind(row.get(code), row.get(message)), 1);
                }
            }
        }
        return figures;
    }

    private static int column(List<String> header, String name) throws IOException {
        int column = header.indexOf(name);
        if (column < 0) {
            throw new IOException("it has no column '" + name + "'");
        }
        return column;
    }

    private static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException("it has '" + text + "' where milliseconds must stand", e);
        }
    }

    /** The class of a failed sample, by JMeter's own words; see {@code docs/result-schema.md}. */
    private static String kind(String code, String message) {
        if (code.matches("[0-9]{3}")) {
            return code.startsWith("2") ? "content" : "status";
        }
        return switch (code.substring(code.lastIndexOf('.') + 1)) {
            case "ConnectException",
                    "HttpHostConnectException",
                    "ConnectTimeoutException",
                    "ConnectionPoolTimeoutException",
                    "NoRouteToHostException",
                    "UnknownHostException",
                    "PortUnreachableException",
                    "BindException" -> "connect";
            case "SocketTimeoutException" ->
                message.toLowerCase(Locale.ROOT).contains("connect timed out") ? "connect" : "timeout";
            case "ProtocolException",
                    "ClientProtocolException",
                    "MalformedChunkCodingException",
                    "UnsupportedHttpVersionException" -> "content";
            case "ConnectionClosedException", "TruncatedChunkException", "EOFException" -> "cut";
            default -> "reset";
        };
    }

    /** The fields of the next row (RFC 4180); empty at the end. */
    private static List<String> row(BufferedReader in) throws IOException {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    field.append(c);
                    i++;
                } else if (c == '"') {
                    quoted = !quoted;
                } else if (c == ',' && !quoted) {
                    fields.add(field.toString());
                    field.setLength(0);
                } else {
                    field.append(c);
                }
            }
            if (!quoted) {
                fields.add(field.toString());
                return fields;
            }
            field.append('\n');
        }
        return List.of();
    }
}
