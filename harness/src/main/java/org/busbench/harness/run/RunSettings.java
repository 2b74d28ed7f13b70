package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunRecord.Unavailable;
import org.busbench.harness.suite.Suite;

/**
 * What a run is to do.
 *
 * @param project where things are
 * @param suite what to measure, already narrowed to what the user chose
 * @param adapters those that can be started here, in the suite's order
 * @param unavailable those that cannot
 * @param backends where the backend instances listen
 * @param id name of the run; null for one made of time and suite
 */
public record RunSettings(
        Project project,
        Suite suite,
        List<Adapter> adapters,
        List<Unavailable> unavailable,
        Backends backends,
        String id) {

    /** Makes the lists unchangeable. */
    public RunSettings {
        adapters = List.copyOf(adapters);
        unavailable = List.copyOf(unavailable);
    }

    /**
     * The trials in their order.
     *
     * @return the plan
     */
    public Plan plan() {
        return new Plan(suite, adapters.stream().map(Adapter::name).toList());
    }

    /**
     * What must be up.
     *
     * @param runDirectory below which logs and work folders go
     * @return backends and adapters
     */
    StackPlan stack(Path runDirectory) {
        return new StackPlan(project, runDirectory, backends, adapters, suite.jvmOptions(), layout());
    }

    /** To which CPUs each party is kept on this machine. */
    CpuLayout layout() {
        return Affinity.available() ? CpuLayout.of(suite.pinning(), Affinity.own()) : CpuLayout.FREE;
    }
}
