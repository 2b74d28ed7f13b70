package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.forecast.Forecast.Part;
import org.busbench.harness.plan.StepKind;

/** How long a run will take, part by part, for people. */
final class ForecastLines {

    private ForecastLines() {}

    static List<String> of(Forecast forecast) {
        List<String> lines = new ArrayList<>();
        lines.add("how long, " + source(forecast) + ":");
        TextTable table = new TextTable(List.of("part", "steps", "time"));
        for (StepKind kind : StepKind.values()) {
            Part part = forecast.parts().get(kind);
            if (part != null) {
                table.row(List.of(name(kind), steps(part), part.span().show()));
            }
        }
        forecast.plan()
                .suite()
                .load()
                .probeRatePerSecond()
                .ifPresent(rate -> table.row(List.of("probes", "", "none of their own: they run beside the load")));
        table.lines().forEach(lines::add);
        if (forecast.endedByBudget()) {
            lines.add("the budget ends the blocks before all parts can take their longest");
        }
        lines.add("in all " + forecast.total().show());
        return lines;
    }

    private static String source(Forecast forecast) {
        return forecast.runs() == 0
                ? "as declared, since no earlier run here left its times"
                : "from the times of " + Progress.count(forecast.runs(), "earlier run");
    }

    private static String steps(Part part) {
        return part.fewest() == part.most() ? Integer.toString(part.most()) : part.fewest() + " to " + part.most();
    }

    private static String name(StepKind kind) {
        return switch (kind) {
            case RIG -> "backend and injector";
            case AUDIT -> "parity audits";
            case START -> "starts of mediators";
            case VERIFICATION -> "verification";
            case CALIBRATION -> "calibration";
            case PRIMER -> "primers";
            case TRIAL -> "trials";
            case RATE_TRIAL -> "trials at rates";
        };
    }
}
