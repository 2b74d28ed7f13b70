package org.busbench.harness.adapter;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.text.Template;

/**
 * What teaches busbench one system under test.
 *
 * @param file its {@code adapter.yaml}
 * @param name of the folder and of the adapter
 * @param title how reports call it
 * @param version where its version is known from
 * @param role whether it mediates
 * @param about one line for people
 * @param requires programs that must be on the PATH
 * @param programs where programs come from that it starts by name, for those that need not be on the PATH
 * @param program what is started; {@link AdapterProgram.None} for a control without a process
 * @param environment variables of the process
 * @param files what is copied to the work folder before the start, in order
 * @param ports that it listens on, by name
 * @param ready when it is up; empty for a control without a process
 * @param stop how it is ended
 * @param services what it offers in each scenario
 * @param deviations what departs from the common heap and flags, and why
 */
public record Adapter(
        Path file,
        String name,
        String title,
        Version version,
        Role role,
        String about,
        List<Requirement> requires,
        List<ProgramSource> programs,
        AdapterProgram program,
        Map<String, Template> environment,
        List<WorkFile> files,
        Map<String, Port> ports,
        Optional<Readiness> ready,
        Stop stop,
        Map<Scenario, Service> services,
        List<String> deviations) {

    /** Name of the file in each adapter's folder. */
    public static final String FILE_NAME = "adapter.yaml";

    /** Makes the collections unchangeable. */
    public Adapter {
        requires = List.copyOf(requires);
        programs = List.copyOf(programs);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        files = List.copyOf(files);
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        services = Scenario.ordered(services);
        deviations = List.copyOf(deviations);
        if (program instanceof AdapterProgram.None ? ready.isPresent() : ready.isEmpty()) {
            throw new IllegalArgumentException(name + ": a process is ready at some time, and nothing else is");
        }
    }

    /** The folder that it was read from. */
    public Path folder() {
        return file.toAbsolutePath().getParent();
    }

    /** Whether a process is started for it. */
    public boolean hasProcess() {
        return !(program instanceof AdapterProgram.None);
    }

    /** Whether it is a control without a process that serves virtualization: what injectors are calibrated on. */
    public boolean isBareControl() {
        return role == Role.CONTROL && !hasProcess() && services.get(Scenario.VIRTUALIZATION) instanceof Service.Served;
    }

    /** What is unpacked or put into a repository for it, in the order of its files. */
    public List<Archive> archives() {
        return files.stream().flatMap(file -> file.download().stream()).toList();
    }

    /** Whether it does the scenarios itself, or brackets those that do. */
    public enum Role {
        /** It is a candidate. */
        MEDIATOR,
        /** It does no mediation. */
        CONTROL;

        /** The name in files. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A program that must be on the PATH.
     *
     * @param program its name
     * @param install the command that installs it
     */
    public record Requirement(String program, String install) {}

    /**
     * A port that the adapter listens on.
     *
     * @param number its usual number
     * @param line where the file says so
     */
    public record Port(int number, int line) {}
}
