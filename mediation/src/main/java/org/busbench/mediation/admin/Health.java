package org.busbench.mediation.admin;

/** Says whether requests should be sent here: 200 when everything listens and every loop turns, 503 otherwise. */
final class Health {
    private final Subject subject;

    Health(Subject subject) {
        this.subject = subject;
    }

    Page page() throws InterruptedException {
        if (subject.state() != Subject.State.READY) {
            return Page.plain(503, subject.state() == Subject.State.STARTING ? "starting" : "draining");
        }
        int silent = subject.loops().size() - LoopSample.ofAll(subject).size();
        return silent == 0 ? Page.plain(200, "ready") : Page.plain(503, silent + " loops do not turn");
    }
}
