package org.busbench.mediation.fastlane;

import java.util.HashSet;
import java.util.Set;

/** Which backends one request was sent to, each of them at most once. For the thread of its loop. */
final class Attempts {

    private Step.Send step;
    private byte[] message;
    private Leaf leaf;
    private Set<Leaf> tried = Set.of();

    /** A request was sent that is not kept. */
    void sent(Step.Send send, Leaf where) {
        step = send;
        leaf = where;
    }

    /** Picks the first backend, or null when none is ready; the message is null when it has not been taken. */
    Leaf first(Step.Send send, byte[] request) {
        step = send;
        message = request;
        leaf = send.member().pick(tried);
        return leaf;
    }

    /** The current one has failed with that code: picks another, or null. */
    Leaf next(int code) {
        if (leaf == null) {
            return null;
        }
        leaf.state().failed(code);
        if (message == null || !step.stage().destination().keepsRequests()) {
            return null;
        }
        if (tried.isEmpty()) {
            tried = new HashSet<>();
        }
        tried.add(leaf);
        Leaf other = step.member().after(leaf, code, tried);
        leaf = other == null ? leaf : other;
        return other;
    }

    /** Whether a message that the current one leaves without an answer is dropped, and nobody told but its client. */
    boolean isDiscarding() {
        return leaf != null && leaf.target().discards();
    }

    Step.Send step() {
        return step;
    }

    Leaf leaf() {
        return leaf;
    }

    /** The request as it was taken, or null. */
    byte[] message() {
        return message;
    }
}
