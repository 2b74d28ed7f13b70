package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.common.http.Access;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.verify.Conformance;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.harness.verify.Verifier;

/** Verifies systems, each scenario after the backends themselves, on the host of the backend. For one thread. */
public final class Verifications {

    private final Verifier verifier;
    private final Conformance conformance;
    private final Set<Map.Entry<String, String>> checked = new HashSet<>();
    private final Map<Target, Verification> conforming = new HashMap<>();

    public Verifications(BackendProcess backend, Path evidenceRoot) {
        Access access = backend.backends().access();
        this.verifier = new Verifier(backend.urls(), access, evidenceRoot, backend);
        this.conformance = new Conformance(backend.urls(), access, evidenceRoot, backend);
    }

    /** The subject of a verification: an adapter in a scenario with messages of one size. */
    record Key(String adapter, String scenario, String payload) {

        static Key of(Verification verification) {
            Target target = verification.target();
            return new Key(target.adapter(), target.scenario(), verification.payload());
        }
    }

    /**
     * One verification that is due.
     *
     * @param fault why the target is not asked at all; null when it is
     */
    public record Asked(Scenario scenario, Target target, String size, String fault) {}

    /** What verifies one system. */
    @FunctionalInterface
    interface Asking {
        List<Verification> of(List<Asked> asked) throws IOException, InterruptedException;
    }

    /** Raises a system and verifies it; one that left a message unanswered may be out of order, and is started anew. */
    static List<Verification> of(
            ProcessPool<ManagedSystem> pool, ManagedSystem system, Map<Scenario, List<String>> sizes, Asking asking)
            throws IOException, InterruptedException {
        pool.raise(system);
        List<Asked> asked = new ArrayList<>();
        sizes.forEach((scenario, all) -> all.forEach(size -> asked.add(new Asked(
                scenario,
                system.target(scenario),
                size,
                system.declaredNotServed(scenario).or(system::fault).orElse(null)))));
        List<Verification> found = asking.of(asked);
        if (found.stream().anyMatch(verification -> verification.limit() != null)) {
            pool.restart(system);
        }
        return found;
    }

    /**
     * Verifies every system of a test bed.
     *
     * @throws IOException when evidence cannot be written
     */
    public static List<Verification> of(TestBed testBed, Path evidenceRoot, Map<Scenario, List<String>> sizes)
            throws IOException, InterruptedException {
        Verifications verifications = new Verifications(testBed.counter(), evidenceRoot);
        List<Verification> all = new ArrayList<>();
        for (ManagedSystem system : testBed.systems()) {
            all.addAll(of(testBed.pool(), system, sizes, verifications::ask));
        }
        return all;
    }

    /**
     * Verifies one system, which is up.
     *
     * @throws IOException when evidence cannot be written
     */
    public List<Verification> ask(List<Asked> asked) throws IOException, InterruptedException {
        List<Verification> found = new ArrayList<>();
        for (Asked one : asked) {
            found.add(verify(one));
        }
        return atBoundaries(found);
    }

    /** Comes last: a system that leaves a message unanswered may be out of order afterwards. */
    private List<Verification> atBoundaries(List<Verification> verifications) throws IOException, InterruptedException {
        Map<Target, Verification> found = new HashMap<>();
        String unanswered = null;
        for (Verification verification : verifications) {
            Target target = verification.target();
            if (!verification.served() || found.containsKey(target) || !Conformance.knows(target)) {
                continue;
            }
            Verification now = unanswered == null
                    ? conformance.checkBoundaries(target)
                    : verification.limitedBy("not tried around the sizes of buffers after a message of " + unanswered
                            + " was left unanswered");
            if (now.limit() != null && unanswered == null) {
                unanswered = target.scenario();
            }
            found.put(target, now);
        }
        return verifications.stream()
                .map(verification -> joined(verification, found.get(verification.target())))
                .toList();
    }

    private static Verification joined(Verification verification, Verification boundaries) {
        if (!verification.served() || boundaries == null) {
            return verification;
        }
        return boundaries.served()
                ? verification.limitedBy(boundaries.limit())
                : new Verification(
                        verification.target(), verification.payload(), boundaries.reason(), boundaries.evidence());
    }

    private Verification verify(Asked asked) throws IOException, InterruptedException {
        Target target = asked.target();
        if (asked.fault() != null) {
            return new Verification(target, asked.size(), asked.fault(), null);
        }
        if (checked.add(Map.entry(asked.scenario().name(), asked.size()))) {
            verifier.checkBackends(asked.scenario(), asked.size());
        }
        Verification verification = verifier.verify(target, asked.size());
        return verification.served() && Conformance.knows(target) ? conforming(target, verification) : verification;
    }

    /** A system that does not conform serves no size: messages around its buffers' sizes come in any load. */
    private Verification conforming(Target target, Verification verification) throws IOException, InterruptedException {
        Verification whole = conforming.get(target);
        if (whole == null) {
            whole = conformance.check(target);
            conforming.put(target, whole);
        }
        return whole.served()
                ? verification
                : new Verification(target, verification.payload(), whole.reason(), whole.evidence());
    }

    static org.busbench.record.Verification record(Verification verification) {
        Target target = verification.target();
        return new org.busbench.record.Verification(
                target.adapter(),
                target.scenario(),
                target.sends().name(),
                verification.payload(),
                verification.served()
                        ? org.busbench.record.Verification.Outcome.SERVED
                        : org.busbench.record.Verification.Outcome.NOT_SERVED,
                verification.served() ? verification.limit() : verification.reason(),
                verification.evidence());
    }
}
