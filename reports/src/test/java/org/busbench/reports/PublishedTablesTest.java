package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.busbench.record.ProcessUse;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.statistics.Median;
import org.junit.jupiter.api.Test;

/** The figures in documents are those of a published run, and say of which. */
class PublishedTablesTest {

    private static final Path PERFORMANCE = Path.of("../docs/performance.md");
    private static final Path PUBLISHED = Path.of("published");

    /** Medians of the blocks: ours, nginx and the better transport of stock Synapse with 20 clients, and stock beside ours with 20 and 200. */
    @Test
    void theTableBesideStockSynapseFollowsFromTheRunThatItNames() throws IOException {
        String section = Files.readString(PERFORMANCE)
                .split("## Beside stock Synapse\n", 2)[1]
                .split("\n\\*\\*|\n## ", 2)[0];
        RecordedRun run = RunReader.read(PUBLISHED.resolve("mediator-2026-11-29"));
        assertThat(section.replace('\n', ' ')).contains("`mediator` of 29 November 2026", commit(run));
        List<String[]> rows = section.lines()
                .filter(line -> line.matches("\\| (virtualization|CBR|XSLT) .*"))
                .map(line -> line.replaceAll("[*, ]", "").substring(1).split("\\|"))
                .toList();

        assertThat(rows).hasSize(15);
        for (String[] row : rows) {
            String scenario = row[0].replaceAll("[0-9]+K?(B|-attributes)$", "").toLowerCase(Locale.ROOT);
            String size = row[0].substring(scenario.length()).replace("KB", "K").replace("B", "");
            double ours = cpu(run, "busbench", scenario, size, 20);
            double stock = stock(run, scenario, size, 20);
            double ratio = stock(run, scenario, size, 200) / cpu(run, "busbench", scenario, size, 200);
            double[] follows = {ours, cpu(run, "nginx", scenario, size, 20), stock, stock / ours, ratio};
            for (int i = 0; i < follows.length; i++) {
                int decimals = row[i + 1].contains(".") ? 1 : 0;
                String figure = String.format(Locale.ROOT, "%." + decimals + "f", follows[i]);
                assertThat(Double.isNaN(follows[i]) ? "–" : figure)
                        .as("column %d of %s", i + 1, Arrays.toString(row))
                        .isEqualTo(row[i + 1]);
            }
        }
    }

    @Test
    void theReadmeSaysDateAndCommitOfTheRunsThatItShows() throws IOException {
        RecordedRun field = RunReader.read(PUBLISHED.resolve("field-2026-11-29"));
        RecordedRun catalogue = RunReader.read(PUBLISHED.resolve("catalogue-2026-11-29b"));

        assertThat(Files.readString(Path.of("../README.md")).replace('\n', ' '))
                .contains("the run `field` of 29 November 2026 (commit " + commit(field) + ")")
                .contains("the run `catalogue` of 29 November 2026 (commit " + commit(catalogue) + ")");
    }

    private static String commit(RecordedRun run) {
        return run.info().busbench().commit().substring(0, 8);
    }

    private static double stock(RecordedRun run, String scenario, String size, int clients) {
        return Stream.of("synapse", "synapse-nhttp")
                .mapToDouble(transport -> cpu(run, transport, scenario, size, clients))
                .filter(micros -> !Double.isNaN(micros))
                .min()
                .orElse(Double.NaN);
    }

    /** As on the page, without disturbed trials; NaN where it was not measured in any block. */
    private static double cpu(RecordedRun run, String adapter, String scenario, String size, int clients) {
        List<Trial> cell = run.trials().stream()
                .filter(trial -> trial.adapter().equals(adapter)
                        && trial.scenario().equals(scenario)
                        && trial.payload().equals(size)
                        && trial.concurrency() == clients)
                .toList();
        List<Double> blocks = Disturbances.counted(cell).stream()
                .map(trial -> trial.use().processes().mediator())
                .filter(Objects::nonNull)
                .map(ProcessUse::cpuMicrosPerMessage)
                .toList();
        return blocks.isEmpty() ? Double.NaN : Median.of(blocks, micros -> micros);
    }
}
