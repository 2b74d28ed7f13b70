package org.busbench.harness.run;

import java.io.IOException;
import java.util.Optional;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.record.ParityRecord;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.StepKind;

/** Audits the adapters of a run for parity, before anything of the run is up, and records what is found. */
final class ParityStep {

    private final RunSettings settings;
    private final RunDirectory directory;
    private final RunListener listener;
    private final StepTimer clock;

    ParityStep(RunSettings settings, RunDirectory directory, RunListener listener, StepTimer clock) {
        this.settings = settings;
        this.directory = directory;
        this.listener = listener;
        this.clock = clock;
    }

    void run() throws IOException, InterruptedException {
        ParityAudits audits = new ParityAudits(
                settings.testBed(directory.path()), settings.suite().scenarios(), listener::note);
        for (Adapter adapter : settings.adapters()) {
            Optional<ParityRecord> found = audits.of(adapter);
            if (found.isPresent()) {
                directory.append(found.get());
                clock.took(
                        StepKind.AUDIT,
                        adapter.name(),
                        settings.suite().scenarios().size());
            }
        }
    }
}
