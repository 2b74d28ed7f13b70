package org.busbench.gatling;

import io.gatling.commons.stats.Status;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.controller.Controller;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.stats.StatsEngine;
import scala.Option;
import scala.collection.immutable.List;

/** Keeps nothing of what Gatling tells. Subclasses look at what concerns them; Gatling calls from its event loops. */
public class QuietStats implements StatsEngine {
    /** Stats without a run yet. */
    protected QuietStats() {}

    @Override
    public void start() {
        // Nothing has to be opened.
    }

    @Override
    public void stop(ActorRef<Controller.Command> controller, Option<Exception> exception) {
        controller.$bang(ControllerCommands.statsEngineStopped());
    }

    @Override
    public void logUserStart(String scenario) {
        // Of no interest.
    }

    @Override
    public void logUserEnd(String scenario) {
        // Of no interest.
    }

    @Override
    public void logResponse(
            String scenario,
            List<String> groups,
            String requestName,
            long startTimestamp,
            long endTimestamp,
            Status status,
            Option<String> responseCode,
            Option<String> message) {
        // Of no interest.
    }

    @Override
    public void logGroupEnd(String scenario, GroupBlock group, long exitTimestamp) {
        // Of no interest.
    }

    @Override
    public void logRequestCrash(String scenario, List<String> groups, String requestName, String error) {
        // Of no interest.
    }
}
