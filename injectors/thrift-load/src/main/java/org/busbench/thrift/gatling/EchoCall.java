package org.busbench.thrift.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.structure.ScenarioContext;
import org.busbench.thrift.ramp.Ramp;

/** The action by which a scenario calls the service: {@code exec(new EchoCall(ramp))}. */
public final class EchoCall implements io.gatling.javaapi.core.ActionBuilder {
    private final Ramp ramp;

    /** A call of each user of a ramp. */
    public EchoCall(Ramp ramp) {
        this.ramp = ramp;
    }

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
