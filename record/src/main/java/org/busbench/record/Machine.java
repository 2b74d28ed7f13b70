package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/** The whole machine within the window: shares of all its CPUs, 0 to 1. */
@JsonInclude(Include.NON_NULL)
public record Machine(
        double busyShare,
        double stealShare,
        Double idleShare,
        Double userShare,
        Double systemShare,
        @JsonInclude(Include.NON_EMPTY) List<Double> foreignShares,
        @JsonInclude(Include.NON_EMPTY) List<Double> waitedSeconds) {

    public Machine {
        foreignShares = Required.listOrEmpty(foreignShares);
        foreignShares.forEach(share -> share(share, "machine.foreignShares"));
        waitedSeconds = Required.listOrEmpty(waitedSeconds);
        waitedSeconds.forEach(seconds -> Required.notNegative(seconds, "machine.waitedSeconds"));
        share(busyShare, "machine.busyShare");
        share(stealShare, "machine.stealShare");
        share(idleShare, "machine.idleShare");
        share(userShare, "machine.userShare");
        share(systemShare, "machine.systemShare");
    }

    private static void share(Double value, String key) {
        if (value != null && Required.notNegative(value, key) > 1 + 1e-9) {
            throw new IllegalArgumentException("'" + key + "' must be a share from 0 to 1, not " + value);
        }
    }
}
