package org.busbench.injector;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.junit.jupiter.api.Test;

class PlanRunTest {
    /** JMeter keeps its current engine in a field; plans that look for their tree find it there. */
    @Test
    void aStopThatWasAwaitedTakesNothingFromTheNextPlan() throws Exception {
        Field current = StandardJMeterEngine.class.getDeclaredField("engine");
        current.setAccessible(true);
        for (int plan = 0; plan < 3; plan++) {
            PlanRun.Engine brokeOff = new PlanRun.Engine();
            brokeOff.stopTest(true);
            brokeOff.awaitStops();
            assertThat(brokeOff.stopping()).isFalse();

            StandardJMeterEngine next = new PlanRun.Engine();
            Thread.sleep(20);
            assertThat(current.get(null)).isSameAs(next);
        }
    }
}
