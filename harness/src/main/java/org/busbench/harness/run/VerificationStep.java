package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.VerificationRecord;
import org.busbench.harness.run.TrialSequence.Verified;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Verification;

/**
 * Verifies everything that is up and records what comes out. A resumed run verifies all of it again, since the processes
 * are new: what is recorded already must come out as it did before.
 */
final class VerificationStep {

    private final RunDirectory directory;
    private final RunListener listener;
    private final StepTimer clock;
    private final Map<Verified, VerificationRecord> recorded = new HashMap<>();
    private final String evidenceBelow;

    /** {@code evidenceBelow} is the folder of its evidence, relative to the run directory; empty for that itself. */
    VerificationStep(
            RunDirectory directory,
            RunListener listener,
            StepTimer clock,
            List<VerificationRecord> recorded,
            String evidenceBelow) {
        this.directory = directory;
        this.listener = listener;
        this.clock = clock;
        this.evidenceBelow = evidenceBelow;
        recorded.forEach(
                line -> this.recorded.put(new Verified(line.adapter(), line.scenario(), line.payload()), line));
    }

    Map<Verified, Verification> run(Path messages, TestBed testBed, Suite suite)
            throws IOException, InterruptedException {
        Map<Verified, Verification> verifications = new HashMap<>();
        Path evidence = directory.path().resolve(evidenceBelow);
        new Verifications(messages, testBed, evidence).run(suite.payloads(), suite.scenarios(), verification -> {
            Verification placed = placed(verification);
            String adapter = placed.target().adapter();
            // Those of one adapter come together, when the last of them is known.
            if (verifications.keySet().stream()
                    .noneMatch(known -> known.adapter().equals(adapter))) {
                clock.took(StepKind.VERIFICATION, adapter, suite.scenarios().size());
            }
            take(placed);
            verifications.put(Verified.of(placed), placed);
        });
        return verifications;
    }

    private void take(Verification verification) throws IOException {
        VerificationRecord now = Verifications.record(verification);
        VerificationRecord then = recorded.get(Verified.of(verification));
        if (then == null) {
            directory.append(now);
            listener.verified(verification);
        } else if (!then.outcome().equals(now.outcome())) {
            throw new Problem(directory.id() + " cannot be resumed: " + now.adapter() + " " + now.scenario() + " "
                    + now.payload() + " was " + then.outcome() + " and is " + now.outcome() + " now"
                    + (now.reason() == null ? "" : " (" + now.reason() + ")") + "; start the suite anew");
        }
    }

    private Verification placed(Verification verification) {
        String evidence = verification.evidence();
        return evidenceBelow.isEmpty() || evidence == null
                ? verification
                : verification.withEvidence(evidenceBelow + "/" + evidence);
    }
}
