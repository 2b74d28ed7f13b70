package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * {@code run.json}: what was measured, with what, on what.
 *
 * @param schema {@link #SCHEMA}
 * @param id name of the run directory
 * @param startedAt ISO-8601 instant
 * @param busbench the suite itself
 * @param suite the suite file's content
 * @param adapters those that were started
 * @param unavailable those that could not be
 * @param environment the machine
 * @param rig the processes of {@code backend} and {@code injector}; null when they were not read
 * @param live true when the run was served as a page while it went on; else null
 */
public record RunRecord(
        String schema,
        String id,
        String startedAt,
        Busbench busbench,
        SuiteRecord suite,
        List<AdapterRecord> adapters,
        List<Unavailable> unavailable,
        Environment environment,
        @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, RigProcess> rig,
        @JsonInclude(JsonInclude.Include.NON_NULL) Boolean live) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/run/1";

    /**
     * The suite itself.
     *
     * @param version project version
     * @param commit source revision, {@code -dirty} when it was changed; null outside a git checkout
     */
    public record Busbench(String version, String commit) {}

    /**
     * What the suite file says.
     *
     * @param name its name
     * @param about one line
     * @param file path, relative to the project where it lies inside
     * @param sha256 of the file
     * @param scenarios in order
     * @param payloads in order
     * @param concurrency in order
     * @param rates requests per second of an open model, in order; null for a closed one
     * @param blocks how often each cell is measured at least
     * @param maxBlocks how often a cell is measured at most
     * @param forks groups of these blocks, each of which meets processes of its own
     * @param budgetSeconds after which no block beyond {@code blocks} begins; null for no limit
     * @param warmupSeconds excluded start of each trial
     * @param measureSeconds intended length of the window
     * @param seed of the order of trials
     * @param errorBound highest share of errors with which a cell has a figure
     * @param injector what made the load
     * @param probeRatePerSecond of the probe beside the load; null for none
     * @param frontierMillis bounds of the 99th percentile under which the highest rate is sought; null for none
     * @param fixedRate the rate at which CPU time is measured once more; null for none
     * @param pin {@code auto} or {@code none}
     * @param baseline the adapter against which the others are judged; null for the first mediator
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SuiteRecord(
            String name,
            String about,
            String file,
            String sha256,
            List<String> scenarios,
            List<String> payloads,
            List<Integer> concurrency,
            List<Integer> rates,
            int blocks,
            Integer maxBlocks,
            Integer forks,
            Double budgetSeconds,
            double warmupSeconds,
            double measureSeconds,
            long seed,
            double errorBound,
            String injector,
            Integer probeRatePerSecond,
            List<Double> frontierMillis,
            FixedRateRecord fixedRate,
            String pin,
            String baseline) {}

    /**
     * The rate at which all adapters of a scenario and size are measured once more.
     *
     * @param ratePerSecond as the suite says; null when the run finds it
     * @param shareOfSlowest by which the goodput of the slowest adapter is multiplied; null when the suite says the rate
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FixedRateRecord(Integer ratePerSecond, Double shareOfSlowest) {}

    /**
     * A system under test or a control, as it ran.
     *
     * @param name folder name
     * @param title for people
     * @param role {@code mediator} or {@code control}
     * @param version as declared, or as the program said
     * @param commandLine read from the running process; null for one without a process
     * @param program its executable; null for one without a process
     * @param javaVersion of the running process; null when it is not a JVM
     * @param jvmFlags as the running JVM has them, defaults included; null when it is not a JVM
     * @param files its files with their hashes
     * @param artifacts its resolved artifacts with their hashes
     * @param deviations from the common heap and flags
     */
    public record AdapterRecord(
            String name,
            String title,
            String role,
            String version,
            List<String> commandLine,
            @JsonInclude(JsonInclude.Include.NON_NULL) Program program,
            String javaVersion,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<String> jvmFlags,
            List<FileHash> files,
            List<ArtifactHash> artifacts,
            List<String> deviations) {}

    /**
     * A file as it was used.
     *
     * @param path relative to the project where it lies inside
     * @param sha256 of its bytes
     */
    public record FileHash(String path, String sha256) {}

    /**
     * A resolved artifact.
     *
     * @param coordinates {@code group:artifact:version}
     * @param sha256 of its bytes
     */
    public record ArtifactHash(String coordinates, String sha256) {}

    /**
     * An adapter that could not be started here.
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
            CpuPolicy cpuPolicy) {}

    /**
     * A process of the rig, as it ran.
     *
     * @param commandLine read from the running process
     * @param javaVersion of the running process; null when it is not a JVM
     * @param jvmFlags as the running JVM has them; null when it is not a JVM
     * @param program its executable; null when it cannot be read
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RigProcess(List<String> commandLine, String javaVersion, List<String> jvmFlags, Program program) {}

    /**
     * The executable of a running process.
     *
     * @param path where it lies
     * @param sha256 of its bytes, read through the process
     * @param versionOutput what it prints when it is asked for its version; null when it was not asked
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Program(String path, String sha256, String versionOutput) {}

    /**
     * How the machine chooses the frequency of its CPUs; what it does not tell is null.
     *
     * @param driver what sets the frequency
     * @param governor what decides on it
     * @param lowestKilohertz allowed
     * @param highestKilohertz allowed
     * @param boost whether it may go beyond for a while
     */
    public record CpuPolicy(
            String driver, String governor, Long lowestKilohertz, Long highestKilohertz, Boolean boost) {}
}
