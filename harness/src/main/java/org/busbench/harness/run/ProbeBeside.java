package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.busbench.harness.probe.Probe;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.verify.Question;
import org.busbench.harness.verify.Target;

/** The probe of a trial, when the suite asks for one. Used by the thread that runs the trial. */
final class ProbeBeside implements AutoCloseable {

    private final Optional<Probe> probe;

    private ProbeBeside(Optional<Probe> probe) {
        this.probe = probe;
    }

    /** Starts it; it asks the same questions as the load. */
    static ProbeBeside start(Path messages, LoadShape load, Target target, String payload) throws IOException {
        Optional<Integer> rate = load.probeRatePerSecond();
        return new ProbeBeside(
                rate.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Probe.start(target.url(), Question.of(messages, target, payload), rate.get())));
    }

    void openWindow() {
        probe.ifPresent(Probe::openWindow);
    }

    /** Ends the window, and sending with it: what is under way is waited for while the load ends. */
    void closeWindow() {
        probe.ifPresent(running -> {
            running.closeWindow();
            running.stop();
        });
    }

    Optional<ProbeResult> finish() throws IOException, InterruptedException {
        return probe.isEmpty() ? Optional.empty() : Optional.of(probe.get().finish());
    }

    @Override
    public void close() {
        probe.ifPresent(Probe::close);
    }
}
