package org.busbench.injector;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for the warm injector where the harness itself is tested: one user, real requests, a real sample log. */
public final class Injector {

    private static final String REQUEST = "<q><symbol>IBM</symbol><ref>0</ref></q>";

    private static volatile boolean stop;
    private static volatile Intervals intervals;

    private Injector() {}

    /** Obeys commands on standard input. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream events = System.out;
        events.println("{\"event\":\"ready\"}");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread load = null;
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.contains("\"run\"")) {
                String url = "http://127.0.0.1:" + value(line, "port") + value(line, "path");
                Path samples = Path.of(value(line, "jtl"));
                System.err.println("load " + samples.getFileName());
                stop = false;
                intervals = line.contains("/nio/")
                        ? Intervals.begin(samples, !line.contains("\"nio.record\":\"none\""))
                        : null;
                load = new Thread(() -> load(url, samples, events));
                load.setDaemon(true);
                load.start();
            } else if (line.contains("\"mark\"")) {
                long millis = intervals == null ? System.currentTimeMillis() : intervals.mark();
                events.println("{\"event\":\"marked\",\"millis\":" + millis + "}");
            } else {
                stop = true;
                if (load != null) {
                    load.join();
                }
            }
        }
    }

    private static void load(String url, Path samples, PrintStream events) {
        StringBuilder rows = new StringBuilder("timeStamp,elapsed,label,responseCode,responseMessage,success\n");
        events.println("{\"event\":\"started\"}");
        while (!stop) {
            long start = System.currentTimeMillis();
            long startNanos = System.nanoTime();
            String result = result(url);
            long nanos = System.nanoTime() - startNanos;
            boolean verified = result.endsWith("true");
            if (intervals != null) {
                intervals.count(verified, nanos);
            }
            if (intervals == null || !verified) {
                rows.append(start).append(',').append(nanos / 1_000_000).append(",fake,");
                rows.append(result).append('\n');
            }
        }
        try {
            Files.writeString(samples, rows);
            String totals = intervals == null ? "null" : intervals.end();
            events.println("{\"event\":\"finished\",\"samples\":1,\"totals\":" + totals + "}");
        } catch (IOException e) {
            events.println("{\"event\":\"failed\",\"message\":\"" + e + "\"}");
        }
    }

    private static String result(String url) {
        try {
            Thread.sleep(2);
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setDoOutput(true);
            connection.getOutputStream().write(REQUEST.getBytes(StandardCharsets.UTF_8));
            byte[] body = connection.getInputStream().readAllBytes();
            boolean right = new String(body, StandardCharsets.UTF_8).contains("backend-A");
            return connection.getResponseCode() + ",OK," + right;
        } catch (IOException e) {
            return "Non HTTP response code: " + e.getClass().getName() + ",failed,false";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "0,interrupted,false";
        }
    }

    private static String value(String line, String key) {
        Matcher matcher = Pattern.compile("\"" + key + "\":\"(.*?)\"").matcher(line);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + key + " in " + line);
        }
        return matcher.group(1);
    }
}
