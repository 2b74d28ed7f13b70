package org.busbench.thrift.gatling;

import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.busbench.thrift.ramp.Ramp;
import org.busbench.thrift.ramp.Schedule;

/** The document's simulation: users arrive at a rate that rises from 1 a second, and each calls once. */
public final class RampSimulation extends Simulation {
    private final Ramp ramp = Ramp.current();

    /** The simulation that the system properties describe. */
    public RampSimulation() {
        Schedule schedule = ramp.settings().schedule();
        setUp(scenario("ramp")
                .exec(new EchoCall(ramp))
                .injectOpen(rampUsersPerSec(schedule.from())
                        .to(schedule.to())
                        .during(Duration.ofMillis(Math.round(schedule.seconds() * 1000)))));
    }

    @Override
    public void after() {
        try {
            ramp.log().close();
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    /** The action by which a scenario calls the service: {@code exec(new EchoCall(ramp))}. */
    private record EchoCall(Ramp ramp) implements io.gatling.javaapi.core.ActionBuilder {

        @Override
        public ActionBuilder asScala() {
            return new Builder();
        }

        private final class Builder implements ActionBuilder {
            @Override
            public Action build(ScenarioContext context, Action next) {
                return new EchoAction(ramp, context, next);
            }
        }
    }
}
