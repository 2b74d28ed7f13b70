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

    /** A bar of the first screen. */
    static final String PEAKS = """
            JSON.stringify([...document.querySelectorAll('.bars [data-key=peak]')].map(bar => ({
              ...bar.dataset,
              scenario: bar.closest('.card').dataset.scenario,
              payload: bar.closest('.size').dataset.payload,
            })))
            """;

    /** A point of a chart as ECharts holds it: where it lies in a trial, and how many of its units make one of the chart's. */
    static final String CHART_POINTS = """
            JSON.stringify([...document.querySelectorAll('[data-chart]')].flatMap(box => {
              const kind = box.dataset.chart;
              const run = JSON.parse(document.getElementById('report-data').textContent);
              const chosen = document.querySelector('input[name=concurrency]:checked').value;
              const pointer = { goodput: '/goodputPerSecond', latency: '/latencyMicros/p99' }[kind];
              const perUnit = kind === 'latency' ? 1000 : 1;
              return echarts.getInstanceByDom(box).getOption().series.flatMap(series => series.data.map((item, i) => {
                if (kind === 'cpu') {
                  return { adapter: item.name, concurrency: chosen, value: item.value, perUnit, scenario: box.dataset.scenario,
                    pointer: `/processes/${series.id}/cpuMicrosPerMessage` };
                }
                return Array.isArray(item)
                  ? { adapter: series.id, concurrency: item[0], value: item[1], perUnit, scenario: box.dataset.scenario, pointer }
                  : { adapter: item.name, concurrency: run.concurrency[0], value: item.value, perUnit, scenario: box.dataset.scenario, pointer };
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
