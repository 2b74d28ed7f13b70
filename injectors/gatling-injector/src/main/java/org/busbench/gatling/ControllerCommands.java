package org.busbench.gatling;

import io.gatling.core.controller.Controller;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import scala.concurrent.Promise;
import scala.runtime.BoxedUnit;

/** Commands of Gatling's controller, found by name: to javac a class within an object within an object has no name. */
final class ControllerCommands {
    private static final String PREFIX = "io.gatling.core.controller.Controller$Command$";

    private ControllerCommands() {}

    /** Begins the populations; the promise is kept when all users have ended. */
    static Controller.Command start(PopulationFlows<String, Population> populations, Promise<BoxedUnit> done) {
        try {
            return Class.forName(PREFIX + "Start")
                    .asSubclass(Controller.Command.class)
                    .getConstructor(PopulationFlows.class, Promise.class)
                    .newInstance(populations, done);
        } catch (ReflectiveOperationException other) {
            throw otherVersion(other);
        }
    }

    /** The stats have nothing more to write. */
    static Controller.Command statsEngineStopped() {
        try {
            return (Controller.Command) Class.forName(PREFIX + "StatsEngineStopped$")
                    .getField("MODULE$")
                    .get(null);
        } catch (ReflectiveOperationException other) {
            throw otherVersion(other);
        }
    }

    private static IllegalStateException otherVersion(ReflectiveOperationException problem) {
        return new IllegalStateException("this is not the Gatling that this was written for: " + problem, problem);
    }
}
