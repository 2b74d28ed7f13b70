package org.busbench.mediation.engine;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.synapse.transport.passthru.Pipe;

/**
 * The pipes whose content was cut off in the middle. The stock transport ends what it writes from such a pipe as if it were whole; whoever
 * would write from one must break off his own connection instead, so that the peer notices too.
 *
 * <p>Any thread may call it. A pipe is forgotten when nobody holds it any more.
 */
final class BrokenPipes {

    /** Pipes have no equality of their own, so this compares identities. */
    private static final Set<Pipe> PIPES = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private BrokenPipes() {}

    static void add(Pipe pipe) {
        PIPES.add(pipe);
    }

    static boolean contains(Pipe pipe) {
        return pipe != null && PIPES.contains(pipe);
    }
}
