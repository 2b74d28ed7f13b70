package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.OptionalInt;

/**
 * Under which conditions an adapter works, found out before any load: a line of {@code parity.jsonl}. What could not be
 * found out is null.
 */
public record Parity(
        String schema,
        String adapter,
        String auditedAt,
        List<String> declared,
        List<String> commonOptions,
        String reason,
        Processes process,
        @JsonInclude(Include.NON_NULL) String processReason,
        List<Scenario> scenarios,
        @JsonUnwrapped EvidenceFolder evidenceFolder) {

    public static final String SCHEMA = "busbench/parity/1";

    public Parity {
        Required.text(adapter, "adapter");
        if (process != null && processReason != null) {
            throw new IllegalArgumentException("'processReason' must not come with 'process'");
        }
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
        declared = Required.listOrEmpty(declared);
        commonOptions = Required.listOrEmpty(commonOptions);
        scenarios = Required.listOrEmpty(scenarios);
    }

    /** What the processes say. */
    public record Processes(
            Jvm jvm,
            int threadsAtRest,
            long logBytes,
            long logMessages,
            @JsonInclude(Include.NON_NULL) Limits limits) {}

    /**
     * What the system lets processes take at most: by their control groups, as a container's limits are, and by the CPUs on
     * which they may run.
     */
    public record Limits(
            double cpus, @JsonInclude(Include.NON_NULL) Long memoryBytes) {
        /** Refuses limits under which nothing could run. */
        public Limits {
            if (!(cpus > 0) || (memoryBytes != null && memoryBytes <= 0)) {
                throw new IllegalArgumentException("'process.limits' " + cpus + " CPUs, " + memoryBytes + " bytes");
            }
        }
    }

    /** A Java virtual machine as it runs. */
    public record Jvm(String version, List<String> options, List<String> flags) {
        public Jvm {
            options = Required.listOrEmpty(options);
            flags = Required.listOrEmpty(flags);
        }
    }

    /** What the wire says of a scenario. */
    public record Scenario(
            String scenario,
            String sends,
            String reason,
            Side client,
            Side backend,
            List<Crowd> crowds,
            Direction request,
            Direction answer,
            List<String> remarks) {
        /** Refuses a scenario without a name, and one of which neither anything is known nor why. */
        public Scenario {
            Required.text(scenario, "scenarios.scenario");
            if (reason == null) {
                Required.present(client, "scenarios.client");
                Required.present(backend, "scenarios.backend");
                Required.present(request, "scenarios.request");
                Required.present(answer, "scenarios.answer");
            }
            crowds = Required.listOrEmpty(crowds);
            remarks = Required.listOrEmpty(remarks);
        }

        /** How many clients are answered at a time; empty when no bound was found. */
        public OptionalInt mostClients() {
            return crowds.stream()
                    .filter(crowd -> crowd.atMost() != null)
                    .mapToInt(Crowd::atMost)
                    .min();
        }

        public static String bound(int clients) {
            return "answers at most " + clients + " clients at once";
        }

        /** A scenario of which nothing was found out, and the job whose messages it would get. */
        public static Scenario none(String scenario, String sends, String reason) {
            return new Scenario(scenario, sends, reason, null, null, List.of(), null, null, List.of());
        }
    }

    /** Connections of one side. */
    public record Side(
            String httpVersion,
            String connection,
            String keepAlive,
            int messages,
            int connections,
            Boolean noDelay,
            Double segments) {}

    /** Many clients at a time, whose messages the backend held until it had them all. */
    public record Crowd(
            int concurrency,
            int rounds,
            int messages,
            int answered,
            int together,
            int backendConnections,
            int reopened,
            int reconnected,
            Integer threads,
            Integer atMost) {}

    /** How messages are passed on. */
    public record Direction(String fixed, String chunked, Boolean streams, String body, Headers headers) {

        public Direction withStreams(Boolean found) {
            return new Direction(fixed, chunked, found, body, headers);
        }
    }

    /** What became of headers, by lower-case name. */
    public record Headers(
            List<String> added,
            List<String> dropped,
            List<String> changed,
            List<String> hopByHop,
            List<String> leaked) {
        public Headers {
            added = Required.listOrEmpty(added);
            dropped = Required.listOrEmpty(dropped);
            changed = Required.listOrEmpty(changed);
            hopByHop = Required.listOrEmpty(hopByHop);
            leaked = Required.listOrEmpty(leaked);
        }
    }
}
