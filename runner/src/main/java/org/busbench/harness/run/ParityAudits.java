package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.RunningProcess;
import org.busbench.harness.parity.AuditedProcesses;
import org.busbench.harness.parity.BackendStandIn;
import org.busbench.harness.parity.ParityAudit;
import org.busbench.harness.process.Container;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.ProcessId;
import org.busbench.harness.process.ProcessSpec;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Problem;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Parity;

/**
 * Audits adapters, each alone and in a process of its own, which ends afterwards: half messages and crowds leave their
 * traces, and no process that is measured shall have them. The backend's ports must be free. For the run's thread.
 *
 * @param plan the adapters; what they say is kept in {@code parity/} below its folder
 */
public record ParityAudits(TestBed.Settings plan, List<Scenario> scenarios, Consumer<String> notes) {

    private static final String FOLDER = "parity";

    public ParityAudits {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * Audits one adapter. Nothing of it is left when this returns, or throws.
     *
     * @return what was found out; empty for one without a process, in whose place nothing stands
     * @throws Problem when something is missing, or a port is taken
     * @throws IOException when the evidence cannot be written
     */
    public Optional<Parity> of(Adapter adapter) throws IOException, InterruptedException {
        TestBed.Prepared prepared = TestBed.prepared(plan, adapter, notes);
        if (!prepared.hasProcess() && !adapter.reach().running()) {
            return Optional.empty();
        }
        notes.accept("auditing " + adapter.name());
        Files.createDirectories(plan.project().state());
        try (BackendStandIn backend = BackendStandIn.open(plan.backends());
                Supervisor supervisor = Supervisor.open(plan.project().state())) {
            SystemUnderTest system = prepared.system(supervisor);
            plan.backends().warning().ifPresent(notes);
            system.start();
            system.look();
            Optional<String> fault = system.fault();
            return Optional.of(fault.isPresent() ? failed(adapter, fault.get()) : record(adapter, system, backend));
        }
    }

    private Parity record(Adapter adapter, SystemUnderTest system, BackendStandIn backend)
            throws IOException, InterruptedException {
        String folder = FOLDER + "/" + adapter.name();
        Path evidence = plan.folder().resolve(folder);
        AuditedProcesses processes = audited(system);
        ParityAudit audit = new ParityAudit(backend, processes, evidence);
        List<Parity.Scenario> found = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            found.add(scenario(system, scenario, audit));
        }
        boolean kept = Files.isDirectory(evidence);
        return line(
                adapter,
                null,
                audit.process(),
                processes.unseen().orElse(null),
                found,
                kept ? new EvidenceFolder(folder, EvidenceManifest.write(evidence)) : EvidenceFolder.NONE);
    }

    private static Parity.Scenario scenario(SystemUnderTest system, Scenario scenario, ParityAudit audit)
            throws InterruptedException {
        Optional<String> refusal = system.declaredNotServed(scenario)
                .or(system::fault)
                .or(() -> scenario.tls()
                        ? Optional.of("it is over TLS, which the backend of the audit does not speak")
                        : Optional.empty());
        return refusal.isPresent()
                ? Parity.Scenario.none(scenario.name(), scenario.name(), refusal.get())
                : audit.of(system.target(scenario));
    }

    /**
     * As with the cost, only processes that serve are looked at. A published port is served by the engine's proxy, which
     * passes everything on to the container.
     */
    private static AuditedProcesses audited(SystemUnderTest system) throws IOException {
        Optional<ManagedProcess> process = system.process();
        if (system.cost().orElse(null) instanceof CostSource.None none && !system.publishesPorts()) {
            return AuditedProcesses.unseen(none.why());
        }
        if (process.isEmpty()) {
            return AuditedProcesses.unseen(SystemUnderTest.RAN_ALREADY);
        }
        ProcessSpec spec = process.get().spec();
        if (spec.container().isPresent() && !isOpen(spec.container().get())) {
            return AuditedProcesses.unseen("its processes belong to another user, and the system does not show them");
        }
        return new AuditedProcesses(
                () -> spec.container().isPresent()
                        ? contained(spec.container().get())
                        : process.get().family().stream().map(ProcessId::pid).toList(),
                List.of(spec.output(), spec.errors(), spec.directory()));
    }

    private static boolean isOpen(Container container) {
        return container
                .init()
                .flatMap(RunningProcess::of)
                .filter(RunningProcess::isOpen)
                .isPresent();
    }

    private static Set<Long> contained(Container container) {
        return container.init().map(init -> new CostSource.Tree(init).pids()).orElse(Set.of());
    }

    private Parity failed(Adapter adapter, String reason) {
        return line(adapter, reason, null, null, List.of(), EvidenceFolder.NONE);
    }

    private Parity line(
            Adapter adapter,
            String reason,
            Parity.Processes process,
            String processReason,
            List<Parity.Scenario> found,
            EvidenceFolder evidence) {
        return new Parity(
                Parity.SCHEMA,
                adapter.name(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                adapter.deviations(),
                plan.jvmOptions(),
                reason,
                process,
                processReason,
                found,
                evidence);
    }
}
