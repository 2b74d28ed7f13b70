package org.busbench.harness.adapter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.busbench.harness.adapter.WorkFile.Archive;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.text.Template;
import org.busbench.record.Role;

/**
 * What teaches busbench one system under test.
 *
 * @param file its {@code adapter.yaml}
 * @param role whether it mediates
 * @param requires programs that must be on the PATH
 * @param programs where programs come from that it starts by name, for those that need not be on the PATH
 * @param program what is started; {@link AdapterProgram.None} for a control without a process
 * @param files what is copied to the work folder before the start, in order
 * @param ready when it is up; empty for a control without a process; what runs already need not have it
 * @param deviations what departs from the common heap and flags, and why
 * @param tells what its program says of itself on its output: patterns with one group, by what the record calls it
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
        Map<String, Service> services,
        List<String> deviations,
        Map<String, Pattern> tells) {

    public static final String FILE_NAME = "adapter.yaml";

    /** The key, in place of a scenario's name, of a control's rule for all scenarios that it does not name. */
    public static final String ANY_OTHER = "*";

    /** The name by which such a rule calls the path at which the scenario's backend answers. */
    public static final String SCENARIO_PATH = "scenario.path";

    public Adapter {
        requires = List.copyOf(requires);
        programs = List.copyOf(programs);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        files = List.copyOf(files);
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        deviations = List.copyOf(deviations);
        tells = Collections.unmodifiableMap(new LinkedHashMap<>(tells));
        boolean none = program instanceof AdapterProgram.None;
        boolean started = !none && !(program instanceof AdapterProgram.Target);
        if ((none && ready.isPresent()) || (started && ready.isEmpty())) {
            throw new IllegalArgumentException(name + ": a process is ready at some time, and nothing else is");
        }
    }

    public Path folder() {
        return file.toAbsolutePath().getParent();
    }

    public boolean hasProcess() {
        return !(program instanceof AdapterProgram.None) && !reach().running();
    }

    /** Whether 127.0.0.1 may be another host for it than for busbench: it runs already, or in a network of its container. */
    public boolean isOnAnotherNetwork() {
        return reach().running()
                || (program instanceof AdapterProgram.Container own
                        && !own.network().equals(Optional.of(AdapterProgram.Container.HOST_NETWORK)));
    }

    /** Whether it runs already, and a scenario of it has a URL of https. */
    public boolean isTargetOverTls() {
        return reach().running()
                && services.values().stream()
                        .anyMatch(service -> service instanceof Service.Served served && served.isOverTls());
    }

    public Reach reach() {
        return program instanceof AdapterProgram.Target target ? target.reach() : Reach.STARTED_HERE;
    }

    /** Whether it is a control without a process: what injectors are calibrated on, in a scenario that it serves. */
    public boolean isBareControl() {
        return role == Role.CONTROL && program instanceof AdapterProgram.None;
    }

    /**
     * The same with what it offers in each of these scenarios that it does not name, where it has a rule for all others: the
     * messages go to a backend as they are, so the scenario's backend must be ours and know them.
     *
     * @throws Problem where a URL is of http in a scenario over TLS, or the other way about
     */
    public Adapter in(List<Scenario> scenarios) {
        scenarios.forEach(this::requireScheme);
        if (!(services.get(ANY_OTHER) instanceof Service.Served rule)) {
            return this;
        }
        Map<String, Service> offered = new LinkedHashMap<>(services);
        offered.remove(ANY_OTHER);
        for (Scenario scenario : scenarios) {
            offered.computeIfAbsent(
                    scenario.name(),
                    name -> scenario.backend()
                            .pathForClients()
                            .filter(path -> !scenario.tls())
                            .<Service>map(path ->
                                    rule.at(name, path, scenario.answer().route()))
                            .orElseGet(() -> new Service.NotServed(
                                    scenario.tls()
                                            ? "its rule for all scenarios that it does not name is of plain HTTP"
                                            : "no backend of busbench knows its messages as they are sent")));
        }
        return new Adapter(
                file,
                name,
                title,
                version,
                role,
                about,
                requires,
                programs,
                program,
                environment,
                files,
                ports,
                ready,
                stop,
                offered,
                deviations,
                tells);
    }

    private void requireScheme(Scenario scenario) {
        if (!(services.get(scenario.name()) instanceof Service.Served served)) {
            return;
        }
        if (scenario.tls() ? !served.isOverTls() : served.isOverTls() && !reach().running()) {
            throw new Problem(
                    file + ": the url of " + scenario.name() + " is " + served.url() + ", and the scenario is "
                            + (scenario.tls() ? "over TLS: write https://" : "not over TLS: write http://"));
        }
    }

    /** The adapter's service in a scenario; it does not serve a scenario that it does not name. */
    public Service service(String scenario) {
        Service service = services.get(scenario);
        return service == null
                ? new Service.NotServed(scenario + " is not in its " + FILE_NAME
                        + Nearest.to(scenario, services.keySet())
                                .map(name -> ", which has '" + name + "'")
                                .orElse(""))
                : service;
    }

    /** The archives that are unpacked for the adapter or put into a repository, in the order of its files. */
    public List<Archive> archives() {
        return files.stream().flatMap(file -> file.download().stream()).toList();
    }

    /** A program that must be on the PATH. */
    public record Requirement(String program, String install) {}

    /**
     * A port that the adapter listens on.
     *
     * @param number its usual number
     */
    public record Port(int number, int line) {}

    /**
     * How a process is asked to end.
     *
     * @param signal one of {@link #SIGNALS}
     * @param within how long it may take before it is killed
     */
    public record Stop(String signal, Duration within) {
        /** The signals that ask, and do not kill. */
        public static final List<String> SIGNALS = List.of("TERM", "INT", "QUIT", "HUP");

        public static final Stop DEFAULT = new Stop("TERM", Duration.ofSeconds(10));

        /** Refuses any other signal. */
        public Stop {
            if (!SIGNALS.contains(signal)) {
                throw new IllegalArgumentException("signal " + signal + " does not ask a process to end");
            }
        }
    }

    /**
     * When an adapter is up.
     *
     * @param url whose GET must be answered with 200
     * @param within how long that may take
     */
    public record Readiness(Template url, Duration within) {
        /** Long, since it costs nothing: a process that ends is told at once, and a busy machine may take a minute for two seconds of work. */
        public static final Duration PATIENCE = Duration.ofMinutes(2);
    }

    /** Where an adapter's version is known from. */
    public sealed interface Version {
        /** The file says it. */
        record Stated(String version) implements Version {}

        /** A command prints it. */
        record Printed(List<String> command, Pattern pattern, int line) implements Version {
            public Printed {
                command = List.copyOf(command);
            }
        }
    }

    /** The service of an adapter in a scenario. */
    public sealed interface Service {
        /**
         * It can be reached.
         *
         * @param sends name of the scenario whose messages it gets
         * @param route the backend that must answer every message; empty where the scenario decides
         * @param wsdl the address that its published WSDL names, where that is another one than {@code url}
         */
        record Served(Template url, String sends, Optional<String> route, Optional<Template> wsdl) implements Service {
            boolean isOverTls() {
                return url.text().startsWith("https:")
                        || url.text().startsWith("${backend." + Expressions.TLS_BACKEND + ".url}");
            }

            /** This rule for any scenario, applied to one whose backend answers at a path. */
            Served at(String scenario, String path, Optional<Scenario.Route> checked) {
                return new Served(
                        url.with(Map.of(SCENARIO_PATH, path)), scenario, checked.flatMap(unused -> route), wsdl);
            }
        }

        /** The adapter cannot do this scenario. */
        record NotServed(String reason) implements Service {}
    }

    /**
     * Where a program comes from that an adapter starts by its bare name: a package of the Debian family of systems, the
     * installed one, or else the package's own, unpacked.
     *
     * @param version the exact one; empty for any
     * @param line where the adapter's file asks for it
     */
    public record ProgramSource(String name, Optional<String> version, String program, int line) {
        @Override
        public String toString() {
            return "debian:" + name + version.map(exact -> "=" + exact).orElse("");
        }
    }
}
