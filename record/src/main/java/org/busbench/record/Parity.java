package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.OptionalInt;

/**
 * Under which conditions an adapter works, found out before any load: a line of {@code parity.jsonl}. What could not be
 * found out is null.
 *
 * @param schema {@link #SCHEMA}
 * @param adapter its name
 * @param auditedAt ISO-8601 instant
 * @param declared what its file declares as deviations
 * @param commonOptions what every JVM under test is given
 * @param reason why nothing was found out; null when something was
 * @param process what its processes say; null when nothing was found out
 * @param processReason why its processes say nothing though its scenarios were audited, as a sentence without a full stop
 * @param scenarios one for each scenario that was asked for
 * @param evidenceFolder the bytes that were sent and received
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

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/parity/1";

    /** Refuses a line without identity. */
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

    /**
     * What the processes say.
     *
     * @param jvm their Java virtual machine; null when they run none
     * @param threadsAtRest before the first message
     * @param logBytes by which outputs and files grew
     * @param logMessages messages that came meanwhile
     * @param limits what they may take at most; null in older records
     */
    public record Processes(
            Jvm jvm,
            int threadsAtRest,
            long logBytes,
            long logMessages,
            @JsonInclude(Include.NON_NULL) Limits limits) {}

    /**
     * What the system lets processes take at most: by their control groups, as a container's limits are, and by the CPUs on
     * which they may run.
     *
     * @param cpus CPUs' worth of time
     * @param memoryBytes memory; null without a limit
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

    /**
     * A Java virtual machine as it runs.
     *
     * @param version of its JDK
     * @param options of its command line that begin with {@code -X}
     * @param flags in force that differ from its defaults
     */
    public record Jvm(String version, List<String> options, List<String> flags) {
        /** Makes the lists unchangeable. */
        public Jvm {
            options = Required.listOrEmpty(options);
            flags = Required.listOrEmpty(flags);
        }
    }

    /**
     * What the wire says of a scenario.
     *
     * @param scenario the job
     * @param sends the job whose messages it got
     * @param reason why nothing was found out; null when something was
     * @param client towards its clients
     * @param backend towards the backends
     * @param crowds one for each number of clients
     * @param request how requests are passed on
     * @param answer how answers are passed on
     * @param remarks why something is null, or what exactly differs
     */
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

        /** A bound in words. */
        public static String bound(int clients) {
            return "answers at most " + clients + " clients at once";
        }

        /**
         * A scenario of which nothing was found out.
         *
         * @param scenario the job
         * @param sends the job whose messages it would get
         * @param reason why
         * @return the scenario
         */
        public static Scenario none(String scenario, String sends, String reason) {
            return new Scenario(scenario, sends, reason, null, null, List.of(), null, null, List.of());
        }
    }

    /**
     * Connections of one side.
     *
     * @param httpVersion of the mediator's own messages there
     * @param connection what they say under Connection; null when nothing
     * @param keepAlive what they say under Keep-Alive; null when nothing
     * @param messages sent one after the other
     * @param connections that they took
     * @param noDelay whether its sockets have TCP_NODELAY
     * @param segments of TCP that carry one message, on average over a kept connection
     */
    public record Side(
            String httpVersion,
            String connection,
            String keepAlive,
            int messages,
            int connections,
            Boolean noDelay,
            Double segments) {}

    /**
     * Many clients at a time, whose messages the backend held until it had them all.
     *
     * @param concurrency clients
     * @param rounds in each of which every client sends one message
     * @param messages in all rounds
     * @param answered of these, rightly
     * @param together most messages at the backend at one time
     * @param backendConnections open then
     * @param reopened connections to the backend that were opened beyond those of the first round, or beyond {@code together}
     * @param reconnected connections of clients that ended and were opened again
     * @param threads of the mediator then; null where its processes cannot be seen
     * @param atMost clients that were answered, where the others were not before these had ended; null when all were
     */
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

    /**
     * How messages are passed on.
     *
     * @param fixed framing behind the mediator of a body with a length
     * @param chunked framing behind it of a body in chunks
     * @param streams whether half a message is passed on while the other half is missing
     * @param body {@code identical}, {@code equal}, {@code different} or {@code transformed}
     * @param headers what becomes of them
     */
    public record Direction(String fixed, String chunked, Boolean streams, String body, Headers headers) {

        public Direction withStreams(Boolean found) {
            return new Direction(fixed, chunked, found, body, headers);
        }
    }

    /**
     * What became of headers, by lower-case name.
     *
     * @param added behind the mediator
     * @param dropped by it
     * @param changed in their value
     * @param hopByHop passed on although each hop must keep them to itself
     * @param leaked of an answer: the request's own
     */
    public record Headers(
            List<String> added,
            List<String> dropped,
            List<String> changed,
            List<String> hopByHop,
            List<String> leaked) {
        /** Makes the lists unchangeable. */
        public Headers {
            added = Required.listOrEmpty(added);
            dropped = Required.listOrEmpty(dropped);
            changed = Required.listOrEmpty(changed);
            hopByHop = Required.listOrEmpty(hopByHop);
            leaked = Required.listOrEmpty(leaked);
        }
    }
}
