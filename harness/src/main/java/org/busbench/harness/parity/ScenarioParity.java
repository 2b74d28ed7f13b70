package org.busbench.harness.parity;

import java.util.List;

/**
 * What the wire says of one scenario of an adapter. What could not be found out is null.
 *
 * @param scenario the job
 * @param sends the job whose messages it got
 * @param reason why nothing was found out; null when something was
 * @param client towards its clients
 * @param backend towards the backends
 * @param crowds one for each number of clients
 * @param request how it passes requests on
 * @param answer how it passes answers on
 * @param remarks why something is null, or what exactly differs, a sentence each
 */
public record ScenarioParity(
        String scenario,
        String sends,
        String reason,
        Side client,
        Side backend,
        List<Crowd> crowds,
        Direction request,
        Direction answer,
        List<String> remarks) {

    /** Makes the lists unchangeable. */
    public ScenarioParity {
        crowds = List.copyOf(crowds);
        remarks = List.copyOf(remarks);
    }

    /**
     * A scenario of which nothing was found out.
     *
     * @param scenario the job
     * @param sends the job whose messages it would get
     * @param reason why
     * @return the scenario
     */
    public static ScenarioParity none(String scenario, String sends, String reason) {
        return new ScenarioParity(scenario, sends, reason, null, null, List.of(), null, null, List.of());
    }
}
