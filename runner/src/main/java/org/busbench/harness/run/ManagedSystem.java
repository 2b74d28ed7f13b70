package org.busbench.harness.run;

import java.util.Optional;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.verify.Target;

/** A system under test as a run manages it, on whichever host it is. A control may have no process at all. For the run's thread. */
public interface ManagedSystem extends ProcessPool.Member {

    Adapter adapter();

    /** Where a scenario is reached, whether it is up or not; without a URL when the adapter does not offer it. */
    Target target(Scenario scenario);

    /** Why it cannot be asked any more, or never could. */
    Optional<String> fault();

    /** Why the adapter does not offer a scenario, in its own words; empty when it offers it. */
    default Optional<String> declaredNotServed(Scenario scenario) {
        return adapter().service(scenario.name()) instanceof Service.NotServed notServed
                ? Optional.of(notServed.reason())
                : Optional.empty();
    }

    @Override
    default String name() {
        return adapter().name();
    }

    @Override
    default boolean failed() {
        return fault().isPresent();
    }
}
