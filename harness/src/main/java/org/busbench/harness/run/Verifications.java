package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.record.VerificationRecord;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.harness.verify.Verifier;

/** Verifies everything that is up, after the backends themselves. */
public final class Verifications {

    private final Stack stack;
    private final Verifier verifier;

    /**
     * Of one stack.
     *
     * @param messages the folder {@code xslt/messages}
     * @param stack what is up
     * @param evidenceRoot folder below which evidence is kept
     */
    public Verifications(Path messages, Stack stack, Path evidenceRoot) {
        this.stack = stack;
        this.verifier = new Verifier(messages, stack.backendUrls(), evidenceRoot);
    }

    /** Gets each outcome as it comes. */
    @FunctionalInterface
    public interface Receiver {

        /**
         * Takes one outcome.
         *
         * @param verification what came out
         * @throws IOException when it cannot be recorded
         */
        void accept(Verification verification) throws IOException;
    }

    /**
     * Verifies each adapter in each scenario with messages of each size.
     *
     * @param payloads sizes
     * @param scenarios names of the jobs
     * @param receiver gets each outcome
     * @throws IOException when evidence or outcome cannot be written
     * @throws InterruptedException when this thread was interrupted
     */
    public void run(List<String> payloads, List<String> scenarios, Receiver receiver)
            throws IOException, InterruptedException {
        for (String payload : payloads) {
            verifier.checkBackends(payload);
            for (Contender contender : stack.contenders()) {
                for (String scenario : scenarios) {
                    receiver.accept(verify(contender, scenario(scenario), payload));
                }
            }
        }
    }

    private Verification verify(Contender contender, Scenario scenario, String payload)
            throws IOException, InterruptedException {
        Target target = contender.target(scenario);
        Optional<String> fault = contender.declaredNotServed(scenario).or(contender::fault);
        return fault.isPresent()
                ? new Verification(target, payload, fault.get(), null)
                : verifier.verify(target, payload);
    }

    /**
     * The line of the record.
     *
     * @param verification what came out
     * @return the line
     */
    public static VerificationRecord record(Verification verification) {
        Target target = verification.target();
        return new VerificationRecord(
                target.adapter(),
                target.scenario(),
                target.sends(),
                verification.payload(),
                verification.served() ? "served" : TrialRecords.NOT_SERVED,
                verification.reason(),
                verification.evidence());
    }

    static Scenario scenario(String label) {
        return Scenario.valueOf(label.toUpperCase(Locale.ROOT));
    }
}
