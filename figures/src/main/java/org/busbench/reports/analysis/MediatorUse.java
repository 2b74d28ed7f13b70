package org.busbench.reports.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.busbench.record.ProcessUse;
import org.busbench.record.ProcessUse.Events;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;

/**
 * What the mediator's process used, over the measured trials of a cell. Shares are those of the sums over all trials.
 *
 * @param gcShare of its CPU time, for garbage collection; null for one that is no JVM, or when not read
 * @param gcPauseShare share of the windows in which the application stood still for garbage collection; null as above
 * @param switchesPerMessage context switches of its threads for each verified response; null when not read
 * @param faultsPerMessage pages that it touched for the first time; null as above
 * @param callsPerMessage its calls of the families of read(2) and write(2); null as above
 */
public record MediatorUse(
        double userShare,
        double systemShare,
        Double gcShare,
        double rssBytes,
        double threads,
        Double gcPauseShare,
        Double switchesPerMessage,
        Double faultsPerMessage,
        Double callsPerMessage) {

    private static final double MILLIS = 1000;

    /**
     * Adds up the trials of a cell. Empty when a measured trial lacks the process, or it used no CPU time, or there is
     * no measured trial.
     */
    public static Optional<MediatorUse> of(Cell cell) {
        List<Trial> measured = cell.trials().stream().filter(Trial::measured).toList();
        List<ProcessUse> uses = measured.stream()
                .map(trial -> trial.use().processes().mediator())
                .filter(Objects::nonNull)
                .toList();
        double user = uses.stream().mapToLong(ProcessUse::userMicros).sum();
        double system = uses.stream().mapToLong(ProcessUse::systemMicros).sum();
        if (uses.isEmpty() || uses.size() < measured.size() || !(user + system > 0)) {
            return Optional.empty();
        }
        boolean collected =
                uses.stream().allMatch(use -> use.gc() != null && use.gc().cpuMicros() != null);
        double collecting =
                collected ? uses.stream().mapToLong(use -> use.gc().cpuMicros()).sum() : 0;
        double gc = Math.min(user, collecting);
        double seconds = measured.stream()
                .mapToDouble(trial -> trial.conditions().measuredSeconds())
                .sum();
        double pause = !collected
                ? 0
                : uses.stream().mapToDouble(use -> use.gc().pauseMillis()).sum();
        boolean counted = uses.stream().allMatch(use -> use.events() != null);
        double verified =
                measured.stream().mapToLong(trial -> trial.result().verified()).sum();
        return Optional.of(new MediatorUse(
                (user - gc) / (user + system),
                system / (user + system),
                collected ? (Double) (gc / (user + system)) : null,
                Median.of(uses, use -> (double) use.rssBytes()),
                Median.of(uses, use -> (double) use.threads()),
                collected && seconds > 0 ? (Double) (pause / MILLIS / seconds) : null,
                counted ? (Double) (sum(uses, Events::switches) / verified) : null,
                counted ? (Double) (sum(uses, Events::minorFaults) / verified) : null,
                counted && uses.stream().allMatch(use -> use.events().readWriteCalls() != null)
                        ? (Double) (sum(uses, Events::readWriteCalls) / verified)
                        : null));
    }

    private static double sum(List<ProcessUse> uses, ToLongFunction<Events> figure) {
        return uses.stream().map(ProcessUse::events).mapToLong(figure).sum();
    }
}
