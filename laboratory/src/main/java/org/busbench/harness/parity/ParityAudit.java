package org.busbench.harness.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.busbench.harness.measure.ProcessLimits;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.record.Parity;

/**
 * Audits one adapter that was started for nothing else, in front of the backend's stand-in: what is done to it here would
 * not be fair to a process that is measured afterwards. Blocks for a few seconds; for the run's thread.
 */
public final class ParityAudit {
    private static final List<Integer> CROWDS = List.of(20, 100);

    private final BackendStandIn backend;
    private final AuditedProcesses audited;
    private final LogGrowth logs;
    private final Path evidence;
    private final int threadsAtRest;

    /**
     * Of processes that are up, and have got no message yet.
     *
     * @param backend stands where their configuration has the backends
     * @param evidence folder that gets the bytes of what was said
     */
    public ParityAudit(BackendStandIn backend, AuditedProcesses audited, Path evidence) {
        this.backend = backend;
        this.audited = audited;
        this.logs = new LogGrowth(audited.writes());
        this.evidence = evidence;
        this.threadsAtRest = audited.threads();
    }

    /**
     * Audits one scenario.
     *
     * @param target where it is; it has a URL
     * @throws InterruptedException when this thread was interrupted
     */
    public Parity.Scenario of(Target target) throws InterruptedException {
        if (!(target.sends().backend() instanceof Stockquote)) {
            return Parity.Scenario.none(
                    target.scenario(),
                    target.sends().name(),
                    "the stand-in for the backend knows the messages of the quote service alone");
        }
        List<String> remarks = new ArrayList<>();
        AuditSession session;
        KeepAliveAudit.Sides sides;
        try {
            session = new AuditSession(target, backend, evidence);
            sides = new KeepAliveAudit(session, audited.pids().get(), remarks).run();
        } catch (IOException e) {
            return Parity.Scenario.none(
                    target.scenario(), target.sends().name(), "no message came through: " + Problem.brief(e));
        }
        List<Parity.Crowd> crowds = crowds(session, remarks);
        ForwardingAudit.Found found = new ForwardingAudit(session, remarks).look();
        StreamingAudit streaming = new StreamingAudit(session, remarks);
        return new Parity.Scenario(
                target.scenario(),
                target.sends().name(),
                null,
                sides.client(),
                sides.backend(),
                crowds,
                found.request().withStreams(streaming.ofRequests()),
                found.answer().withStreams(streaming.ofAnswers()),
                remarks);
    }

    private List<Parity.Crowd> crowds(AuditSession session, List<String> remarks) throws InterruptedException {
        List<Parity.Crowd> crowds = new ArrayList<>();
        for (int concurrency : CROWDS) {
            try {
                logs.begin(audited.pids().get());
                ConcurrencyAudit crowding = new ConcurrencyAudit(session, audited.visible() ? audited::threads : null);
                Parity.Crowd crowd = crowding.of(concurrency);
                crowding.fault()
                        .ifPresent(fault -> remarks.add("of " + crowd.messages() + " messages of " + concurrency
                                + " clients at a time " + (crowd.messages() - crowd.answered())
                                + " were not answered rightly: " + fault));
                logs.sent(crowd.messages());
                crowds.add(crowd);
                if (crowd.atMost() != null) {
                    remarks.add(Parity.Scenario.bound(crowd.atMost()) + ": " + (crowd.concurrency() - crowd.atMost())
                            + " of " + crowd.concurrency() + " waited until the others had ended");
                    return crowds;
                }
            } catch (IOException e) {
                remarks.add(session.untold(concurrency + " clients at a time", e));
            }
        }
        return crowds;
    }

    /**
     * What the processes say; to be asked after the scenarios.
     *
     * @return null where they cannot be seen
     * @throws IOException when they cannot be asked
     * @throws InterruptedException when this thread was interrupted
     */
    public Parity.Processes process() throws IOException, InterruptedException {
        if (!audited.visible()) {
            return null;
        }
        Collection<Long> pids = audited.pids().get();
        return new Parity.Processes(
                JvmFacts.of(pids).orElse(null),
                threadsAtRest,
                logs.bytes(pids),
                logs.messages(),
                ProcessLimits.of(pids).map(ParityAudit::recorded).orElse(null));
    }

    private static Parity.Limits recorded(ProcessLimits limits) {
        return new Parity.Limits(
                limits.cpus(),
                limits.memoryBytes().isPresent() ? limits.memoryBytes().getAsLong() : null);
    }
}
