package org.busbench.reports.page;

import java.util.List;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.run.ErrorCounts;

/**
 * A cell with errors.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param where scenario, payload and concurrency, for people
 * @param counts by class, then their sum
 * @param share of all responses
 * @param reason what the run made of it
 */
record ErrorView(String adapter, String look, String where, List<Count> counts, String share, String reason) {

    record Count(String name, long exact, String text) {

        static Count of(String name, long count) {
            return new Count(name, count, Format.count(count));
        }
    }

    static ErrorView of(Cell cell, Palette palette) {
        ErrorCounts errors = cell.errors();
        return new ErrorView(
                cell.adapter().name(),
                palette.of(cell.adapter().name()),
                Format.scenario(cell.comparison().scenario()) + ", "
                        + Format.payload(cell.comparison().payload()) + ", "
                        + Format.level(cell.comparison()),
                List.of(
                        Count.of("connect", errors.connect()),
                        Count.of("timeout", errors.timeout()),
                        Count.of("reset", errors.reset()),
                        Count.of("cut", errors.cut()),
                        Count.of("status", errors.status()),
                        Count.of("route", errors.route()),
                        Count.of("foreign", errors.foreign()),
                        Count.of("content", errors.content()),
                        Count.of("total", errors.total())),
                Format.percent((double) errors.total() / (errors.total() + cell.verified())),
                cell.reason());
    }
}
