package org.busbench.harness.adapter;

import java.util.Optional;
import org.busbench.harness.text.Template;

/** What an adapter offers in a scenario. */
public sealed interface Service {
    /**
     * It can be reached.
     *
     * @param url where
     * @param sends whose messages it gets: the scenario's own, or, at a control, those of another
     * @param route the backend that must answer every message; empty where the scenario decides
     */
    record Served(Template url, Scenario sends, Optional<String> route) implements Service {}

    /** It cannot do this. */
    record NotServed(String reason) implements Service {}
}
