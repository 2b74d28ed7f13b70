package org.busbench.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.record.Parity;
import org.busbench.record.RunReader;

/** Lines of {@code parity.jsonl}: one of an adapter on everybody's terms, and what changes in it. */
public final class ParityLines {

    private static final String COMMON = "-Xms1g\",\"-Xmx1g\",\"-XX:+UseParallelGC";

    private ParityLines() {}

    /** On the common terms in one scenario. */
    public static String fair(String adapter, String scenario) {
        String side = "{\"httpVersion\":\"HTTP/1.1\",\"connection\":null,\"keepAlive\":null,\"messages\":120,"
                + "\"connections\":1,\"noDelay\":true,\"segments\":1.0}";
        String direction = "{\"fixed\":\"fixed\",\"chunked\":\"chunked\",\"streams\":true,\"body\":\"identical\","
                + "\"headers\":{\"added\":[],\"dropped\":[],\"changed\":[],\"hopByHop\":[],\"leaked\":[]}}";
        return "{\"schema\":\"busbench/parity/1\",\"adapter\":\"" + adapter
                + "\",\"auditedAt\":\"2026-11-22T06:00:00Z\",\"declared\":[],\"commonOptions\":[\"" + COMMON
                + "\"],\"reason\":null,\"process\":{\"jvm\":{\"version\":\"17\",\"options\":[\"" + COMMON
                + "\"],\"flags\":[\"-XX:InitialHeapSize=1073741824\",\"-XX:MaxHeapSize=1073741824\","
                + "\"-XX:+UseParallelGC\"]},\"threadsAtRest\":20,\"logBytes\":100,\"logMessages\":360},"
                + "\"scenarios\":[{\"scenario\":\"" + scenario + "\",\"sends\":\"" + scenario
                + "\",\"reason\":null,\"client\":" + side + ",\"backend\":" + side
                + ",\"crowds\":[{\"concurrency\":20,\"rounds\":3,\"messages\":60,\"answered\":60,\"together\":20,"
                + "\"backendConnections\":20,\"reopened\":0,\"reconnected\":0,\"threads\":25}],\"request\":" + direction
                + ",\"answer\":" + direction + ",\"remarks\":[]}],\"evidence\":null,\"evidenceSha256\":null}";
    }

    /** The same with one stretch of it changed wherever it stands. */
    public static String changed(String line, String old, String changed) {
        if (!line.contains(old)) {
            throw new IllegalArgumentException(old + " does not stand in the line");
        }
        return line.replace(old, changed);
    }

    /** A line as the reports read it. */
    public static Parity read(Path folder, String line) {
        try {
            Path file = Files.createTempFile(folder, "parity", ".jsonl");
            Files.writeString(file, line + "\n");
            return RunReader.parities(file).get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
