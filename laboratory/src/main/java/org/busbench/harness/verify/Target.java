package org.busbench.harness.verify;

import java.net.URI;
import org.busbench.harness.adapter.Reach;
import org.busbench.harness.scenario.Scenario;

/**
 * Where one scenario of one adapter is reached.
 *
 * @param sends the scenario whose messages it gets: its own, but for controls
 * @param route the backend that must answer every message; null for the one that the scenario says
 * @param reach how clients reach it
 */
public record Target(
        String adapter, boolean mediator, String scenario, Scenario sends, URI url, String route, Reach reach) {
    public Target(String adapter, boolean mediator, String scenario, Scenario sends, URI url, String route) {
        this(adapter, mediator, scenario, sends, url, route, Reach.STARTED_HERE);
    }
}
