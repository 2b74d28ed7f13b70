package org.busbench.mediation.fastlane;

import java.util.HashSet;
import java.util.Set;
import org.busbench.mediation.compile.Stage;

/** Which backends one request was sent to, each of them at most once. For the thread of its loop. */
final class Attempts {

    private Stage.Send stage;
    private Member member;
    private byte[] message;
    private Leaf leaf;
    private Set<Leaf> tried = Set.of();

    /** A request was sent that is not kept. */
    void sent(Stage.Send send, Leaf where) {
        stage = send;
        leaf = where;
    }

    /** Picks the first backend, or null when none is ready; the message is null when it has not been taken. */
    Leaf first(Stage.Send send, Member among, byte[] request) {
        stage = send;
        member = among;
        message = request;
        leaf = among.pick(tried);
        return leaf;
    }

    /** The current one has failed with that code: picks another, or null. */
    Leaf next(int code) {
        if (leaf == null) {
            return null;
        }
        leaf.state().failed(code);
        if (message == null || !stage.destination().keepsRequests()) {
            return null;
        }
        if (tried.isEmpty()) {
            tried = new HashSet<>();
        }
        tried.add(leaf);
        Leaf other = member.after(leaf, code, tried);
        leaf = other == null ? leaf : other;
        return other;
    }

    /** Whether a message that the current one leaves without an answer is dropped, and nobody told but its client. */
    boolean isDiscarding() {
        return leaf != null && leaf.target().discards();
    }

    Stage.Send stage() {
        return stage;
    }

    Leaf leaf() {
        return leaf;
    }

    /** The request as it was taken, or null. */
    byte[] message() {
        return message;
    }
}
