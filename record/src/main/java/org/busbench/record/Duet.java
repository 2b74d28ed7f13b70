package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * What makes a trial one side of a duet: two mediators got the same kind of load in the same windows, from one injector whose
 * clients were dealt to both alike. Such a trial's figures are those of a mediator that shared the machine: they give ratios
 * to the other side's figures, and nothing else. Source: Bulej et al. 2020, Duet benchmarking (ICPE).
 */
public record Duet(int partner, String rival, boolean dealtFirst, List<Stretch> windows) {

    /** One of the short windows. */
    @JsonInclude(Include.NON_NULL)
    public record Stretch(long startMillis, long endMillis, long verified, Long cpuMicros, Double p50Micros) {

        /** Refuses a stretch without length, and negative counts. */
        public Stretch {
            if (endMillis <= startMillis) {
                throw new IllegalArgumentException(
                        "'duet.windows' has one from " + startMillis + " to " + endMillis + ", which has no length");
            }
            Required.notNegative(verified, "duet.windows.verified");
            Required.notNegative(cpuMicros == null ? 0 : cpuMicros, "duet.windows.cpuMicros");
        }
    }

    public Duet {
        Required.positive(partner, "duet.partner");
        Required.text(rival, "duet.rival");
        windows = Required.listOrEmpty(windows);
    }
}
