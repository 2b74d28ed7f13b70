package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;

/**
 * What was measured, with what, on what: {@code run.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param id name of the run
 * @param startedAt ISO-8601 instant
 * @param busbench the suite's own version; null only for a run made from JMeter's own logs
 * @param suite what was asked for
 * @param adapters those that were started, in order
 * @param unavailable those that could not be
 * @param environment the machine; null only for a run made from JMeter's own logs
 * @param rig the processes of {@code backend} and {@code injector}; empty when they were not read
 * @param live true when the run was served as a page while it went on; else null
 * @param hosts of a run over several; {@code environment} is the mediator's then. Empty for a run on one machine
 * @param publication the published test that the suite repeats; null for none
 */
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
        @JsonInclude(Include.NON_NULL) Boolean live,
        @JsonInclude(Include.NON_EMPTY) List<Host> hosts,
        @JsonInclude(Include.NON_NULL) Publication publication) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/run/1";

    /**
     * A run on one machine, without a live view.
     *
     * @param schema {@link #SCHEMA}
     * @param id name of the run
     * @param startedAt ISO-8601 instant
     * @param busbench the suite's own version
     * @param suite what was asked for
     * @param adapters those that were started, in order
     * @param unavailable those that could not be
     * @param environment the machine
     * @param rig the processes of {@code backend} and {@code injector}; empty when they were not read
     */
    public RunInfo(
            String schema,
            String id,
            String startedAt,
            Busbench busbench,
            Suite suite,
            List<Adapter> adapters,
            List<Unavailable> unavailable,
            Environment environment,
            Map<String, RunningProcess> rig) {
        this(schema, id, startedAt, busbench, suite, adapters, unavailable, environment, rig, null, null, null);
    }

    /** The same run with the published test that its suite repeats. */
    public RunInfo with(Publication other) {
        return new RunInfo(
                schema, id, startedAt, busbench, suite, adapters, unavailable, environment, rig, live, hosts, other);
    }

    /**
     * The suite's own version.
     *
     * @param version project version
     * @param commit source revision; null outside a git checkout
     */
    public record Busbench(String version, String commit) {}

    /**
     * An adapter that could not be started on this machine.
     *
     * @param adapter its name
     * @param reason why
     * @param install the command that would help; null when none is known
     */
    public record Unavailable(String adapter, String reason, String install) {}

    /**
     * The machine and the rig.
     *
     * @param os operating system
     * @param kernel its kernel
     * @param cpu model
     * @param logicalCpus as seen by the operating system
     * @param memoryBytes of the machine
     * @param harnessJava version of the harness's JVM
     * @param jmeter version of JMeter
     * @param gatling version of Gatling, which makes the load of the injector {@code gatling}; null when it is not known
     * @param cpuPolicy how the frequency of its CPUs is chosen; null when it does not tell
     */
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

    /**
     * How the machine chooses the frequency of its CPUs. What it does not tell is null.
     *
     * @param driver what sets the frequency
     * @param governor what decides on it; several are joined by commas
     * @param lowestKilohertz allowed
     * @param highestKilohertz allowed
     * @param boost whether it may go beyond for a while
     */
    public record CpuPolicy(
            String driver, String governor, Long lowestKilohertz, Long highestKilohertz, Boolean boost) {}

    /** Refuses a run without identity or suite. */
    @JsonCreator
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
