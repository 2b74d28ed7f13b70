package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.verify.Conformance;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.harness.verify.Verifier;

/** Verifies everything that is up, after the backends themselves. */
public final class Verifications {

    private final TestBed testBed;
    private final Verifier verifier;
    private final Conformance conformance;
    private final Map<Target, Verification> conforming = new HashMap<>();

    /** The verifications on one test bed. */
    public Verifications(TestBed testBed, Path evidenceRoot) {
        this.testBed = testBed;
        this.verifier = new Verifier(testBed.backendUrls(), evidenceRoot, testBed.counter());
        this.conformance = new Conformance(testBed.backendUrls(), evidenceRoot, testBed.counter());
    }

    /** The subject of a verification: an adapter in a scenario with messages of one size. */
    record Key(String adapter, String scenario, String payload) {

        static Key of(Verification verification) {
            Target target = verification.target();
            return new Key(target.adapter(), target.scenario(), verification.payload());
        }
    }

    /**
     * Verifies the backends themselves; before any system.
     *
     * @throws IOException when evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    void checkBackends(Map<Scenario, List<String>> sizes) throws IOException, InterruptedException {
        for (Map.Entry<Scenario, List<String>> scenario : sizes.entrySet()) {
            for (String size : scenario.getValue()) {
                verifier.checkBackends(scenario.getKey(), size);
            }
        }
    }

    /**
     * Verifies a system, which is raised for it, in each scenario with messages of each size.
     *
     * @throws IOException when evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    List<Verification> of(SystemUnderTest system, Map<Scenario, List<String>> sizes)
            throws IOException, InterruptedException {
        testBed.pool().raise(system);
        List<Verification> verifications = new ArrayList<>();
        for (Map.Entry<Scenario, List<String>> scenario : sizes.entrySet()) {
            for (String size : scenario.getValue()) {
                verifications.add(verify(system, scenario.getKey(), size));
            }
        }
        return atBoundaries(system, verifications);
    }

    /**
     * Verifies the backends, and then every system of the test bed.
     *
     * @throws IOException when evidence cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public List<Verification> ofAll(Map<Scenario, List<String>> sizes) throws IOException, InterruptedException {
        checkBackends(sizes);
        List<Verification> all = new ArrayList<>();
        for (SystemUnderTest system : testBed.systems()) {
            all.addAll(of(system, sizes));
        }
        return all;
    }

    /** Comes last: a system that leaves a message unanswered may be out of order afterwards, and is started anew. */
    private List<Verification> atBoundaries(SystemUnderTest system, List<Verification> verifications)
            throws IOException, InterruptedException {
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
        if (unanswered != null) {
            system.restart();
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

    private Verification verify(SystemUnderTest system, Scenario scenario, String payload)
            throws IOException, InterruptedException {
        Target target = system.target(scenario);
        Optional<String> fault = system.declaredNotServed(scenario).or(system::fault);
        if (fault.isPresent()) {
            return new Verification(target, payload, fault.get(), null);
        }
        Verification verification = verifier.verify(target, payload);
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

    /** The line of the record. */
    public static org.busbench.record.Verification record(Verification verification) {
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
