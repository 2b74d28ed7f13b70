package org.busbench.harness.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.busbench.common.SocketTable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.ProcessId;
import org.busbench.harness.record.VerificationRecord;
import org.busbench.harness.text.Problem;

/**
 * What came of starting one adapter alone, with the backends, asking it for each scenario, and ending it.
 *
 * @param adapter its name
 * @param verifications a line for each scenario and size; empty when it could not be started at all
 * @param manners what it does that no adapter may: a socket, of TCP or UDP, that others can reach or that reaches others, at
 *     any time between start and end; a process or a port that is there after its end; empty when all is well
 * @param unavailable why it cannot be started on this machine; null when it can
 */
public record AdapterCheck(
        String adapter, List<VerificationRecord> verifications, List<String> manners, String unavailable) {

    /** Makes the lists unchangeable. */
    public AdapterCheck {
        verifications = List.copyOf(verifications);
        manners = List.copyOf(manners);
    }

    /**
     * One that cannot be started on this machine.
     *
     * @param adapter its name
     * @param reason why
     * @return the visit
     */
    public static AdapterCheck none(String adapter, String reason) {
        return new AdapterCheck(adapter, List.of(), List.of(), reason);
    }

    /**
     * Starts what the plan names, verifies it and ends it. Nothing of it is left when this returns, or throws.
     *
     * @param plan one adapter
     * @param payloads sizes of messages
     * @param scenarios names of the jobs
     * @param notes gets a line for each thing that is started
     * @return what came of it
     * @throws Problem when something is missing, or a port is taken
     * @throws IOException when evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public static AdapterCheck of(
            TestBedSettings plan, List<String> payloads, List<String> scenarios, Consumer<String> notes)
            throws IOException, InterruptedException {
        if (plan.adapters().size() != 1) {
            throw new IllegalArgumentException("one adapter is visited at a time, not " + plan.adapters());
        }
        Adapter adapter = plan.adapters().get(0);
        List<VerificationRecord> verifications = new ArrayList<>();
        List<String> manners = new ArrayList<>();
        Set<ProcessId> family = new LinkedHashSet<>();
        Set<Integer> ports = new LinkedHashSet<>();
        try (SocketWatch watch = SocketWatch.begin();
                TestBed testBed = TestBed.start(plan, notes)) {
            new Verifications(plan.project().messages(), testBed, plan.folder())
                    .ofAll(payloads, scenarios).stream()
                            .map(Verifications::record)
                            .forEach(verifications::add);
            for (SystemUnderTest system : testBed.systems()) {
                system.process().ifPresent(process -> look(process, family, ports));
            }
            // Also those of its processes that are nobody's children any more.
            watch.look(family.stream().map(ProcessId::pid).toList());
            manners.addAll(watch.found());
        }
        manners.addAll(left(family, ports));
        return new AdapterCheck(adapter.name(), verifications, manners, null);
    }

    private static void look(ManagedProcess process, Set<ProcessId> family, Set<Integer> ports) {
        family.addAll(process.family());
        process.spec().ports().stream().map(PortClaim::port).forEach(ports::add);
    }

    private static List<String> left(Collection<ProcessId> family, Collection<Integer> ports) throws IOException {
        List<String> left = new ArrayList<>();
        family.stream()
                .filter(ProcessId::alive)
                .forEach(process -> left.add("process " + process.pid() + " outlives its end"));
        SocketTable now = SocketTable.read();
        ports.stream()
                .filter(now::anyListensOn)
                .forEach(port -> left.add("port " + port + " is still taken after its end"));
        return left;
    }
}
