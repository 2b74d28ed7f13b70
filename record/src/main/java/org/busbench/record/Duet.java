package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * What makes a trial one side of a duet: two mediators got the same kind of load in the same windows, from one injector whose
 * clients were dealt to both alike. Such a trial's figures are those of a mediator that shared the machine: they give ratios
 * to the other side's figures, and nothing else. Source: Bulej et al. 2020, Duet benchmarking (ICPE).
 *
 * @param partner number of the trial that is the other side
 * @param rival the adapter of the other side
 * @param dealtFirst whether the first client was this side's; the sides change from block to block
 * @param windows stretches of the trial's window in their order; the other side has the same ones
 */
public record Duet(int partner, String rival, boolean dealtFirst, List<Stretch> windows) {

    /**
     * One of the short windows.
     *
     * @param startMillis since the epoch
     * @param endMillis since the epoch
     * @param verified right answers that ended in it
     * @param cpuMicros user and system time of the mediator; null when it was not measured
     * @param p50Micros median latency; null when nothing was verified
     */
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

    /** Refuses a duet without its other side. */
    public Duet {
        Required.positive(partner, "duet.partner");
        Required.text(rival, "duet.rival");
        windows = Required.listOrEmpty(windows);
    }
}
