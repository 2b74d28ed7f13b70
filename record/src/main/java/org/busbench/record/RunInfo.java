package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured, with what, on what: {@code run.json}. */
public record RunInfo(
        String schema,
        String id,
        String startedAt,
        Busbench busbench,
        Suite suite,
        List<Adapter> adapters,
        List<Unavailable> unavailable,
        Environment environment,
        @JsonInclude(Include.NON_EMPTY) Map<String, RunningProcess> rig,
        @JsonInclude(Include.NON_EMPTY) List<Host> hosts,
        @JsonInclude(Include.NON_NULL) Publication publication) {

    public static final String SCHEMA = "busbench/run/1";

    /** The suite's own version. */
    public record Busbench(String version, String commit) {
        public String words() {
            return version + (commit == null ? "" : " (" + commit + ")");
        }
    }

    /** An adapter that could not be started on this machine. */
    public record Unavailable(String adapter, String reason, String install) {}

    /** The machine and the rig. */
    public record Environment(
            String os,
            String kernel,
            String cpu,
            int logicalCpus,
            long memoryBytes,
            String harnessJava,
            String jmeter,
            String gatling,
            CpuPolicy cpuPolicy) {}

    /** How the machine chooses the frequency of its CPUs. What it does not tell is null. */
    public record CpuPolicy(
            String driver, String governor, Long lowestKilohertz, Long highestKilohertz, Boolean boost) {

        public String words() {
            return Stream.of(
                            governor == null ? "" : "governor " + governor,
                            driver == null ? "" : "driver " + driver,
                            lowestKilohertz == null || highestKilohertz == null
                                    ? ""
                                    : lowestKilohertz / 1000 + " to " + highestKilohertz / 1000 + " MHz",
                            boost == null ? "" : boost ? "boost on" : "boost off")
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
        }
    }

    public RunInfo {
        Required.text(id, "id");
        Required.text(startedAt, "startedAt");
        Required.present(suite, "suite");
        adapters = List.copyOf(Required.present(adapters, "adapters"));
        unavailable = Required.listOrEmpty(unavailable);
        rig = Required.mapOrEmpty(rig);
        hosts = Required.listOrEmpty(hosts);
        if (adapters.stream().map(Adapter::name).distinct().count() < adapters.size()) {
            throw new IllegalArgumentException("'adapters' names one twice");
        }
    }
}
