package org.busbench.reports.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** What is asked of a page in its own language; every answer is JSON as text, so that no number is touched on its way. */
final class Scripts {

    /** A row: its data attributes, and the exact value of each figure by key. */
    static final String TABLE_ROWS = """
            JSON.stringify([...document.querySelectorAll('#cell-table tbody tr')].map(row => ({
              ...row.dataset,
              ...Object.fromEntries([...row.querySelectorAll('[data-key]')].map(cell => [cell.dataset.key, cell.dataset.value])),
            })))
            """;

    /** A row of the first screen. */
    static final String PEAKS = """
            JSON.stringify([...document.querySelectorAll('.rank [data-key=peak]')].map(figure => ({
              ...figure.dataset,
              scenario: figure.closest('.card').dataset.scenario,
              payload: figure.closest('.size').dataset.payload,
            })))
            """;

    /**
     * A point of a chart as ECharts holds it, with the views that stand at first, and CPU time by parties: where it lies in
     * a trial, and how many of its units make one of the chart's.
     */
    static final String CHART_POINTS = """
            JSON.stringify([...document.querySelectorAll('[data-chart=goodput], [data-chart=latency], [data-chart=cost]')].flatMap(box => {
              const kind = box.dataset.chart;
              const chosen = document.querySelector('#choose-concurrency select').value;
              const pointer = { goodput: '/goodputPerSecond', latency: '/latencyMicros/p99' }[kind];
              const perUnit = kind === 'latency' ? 1000 : 1;
              const curves = echarts.getInstanceByDom(box).getOption().series.filter(one => !/^(band|fit|total)/.test(one.id));
              return curves.flatMap(series => series.data.map(item => {
                if (kind === 'cost') {
                  return { adapter: item.name, concurrency: chosen, value: item.value, perUnit, scenario: box.dataset.scenario,
                    pointer: `/processes/${series.id}/cpuMicrosPerMessage` };
                }
                if (series.type === 'bar') {
                  return { adapter: item.name, concurrency: chosen, value: item.value, perUnit, scenario: box.dataset.scenario, pointer };
                }
                const [x, y] = item.value ?? item;
                return { adapter: series.id, concurrency: x, value: y, perUnit, scenario: box.dataset.scenario, pointer };
              }));
            }))
            """;

    private Scripts() {}

    static JsonNode json(String text) {
        try {
            return JsonMapper.builder().build().readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode runJson(Path run) {
        try {
            return json(Files.readString(run.resolve("run.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
