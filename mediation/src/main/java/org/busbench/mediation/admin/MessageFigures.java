package org.busbench.mediation.admin;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.busbench.mediation.traffic.AccountReading;
import org.busbench.mediation.traffic.Latencies;

/** Messages by proxy, lane and outcome, and how long they took. */
final class MessageFigures {

    private MessageFigures() {}

    static void add(MetricSnapshots.Builder all, List<LoopSample> samples) {
        TreeMap<String, AccountReading> sums = new TreeMap<>();
        for (LoopSample sample : samples) {
            for (AccountReading account : sample.accounts()) {
                sums.merge(account.proxy() + ' ' + account.lane(), account, AccountReading::plus);
            }
        }
        all.metricSnapshot(messages(sums.values())).metricSnapshot(durations(sums.values()));
    }

    private static CounterSnapshot messages(Collection<AccountReading> accounts) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name("busbench_messages")
                .help(
                        "Messages by proxy, lane and outcome: relayed (a backend's answer), answered (by the mediator, as its"
                                + " configuration says), failed (with an error of the mediator's), cut, abandoned (by the client)");
        for (AccountReading account : accounts) {
            point(counter, account, "relayed", account.relayed());
            point(counter, account, "answered", account.answered());
            point(counter, account, "failed", account.failed());
            point(counter, account, "cut", account.cut());
            point(counter, account, "abandoned", account.abandoned());
        }
        return counter.build();
    }

    private static void point(CounterSnapshot.Builder counter, AccountReading account, String outcome, long value) {
        counter.dataPoint(CounterDataPointSnapshot.builder()
                .labels(Labels.of("proxy", account.proxy(), "lane", account.lane(), "outcome", outcome))
                .value((double) value)
                .build());
    }

    private static HistogramSnapshot durations(Collection<AccountReading> accounts) {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("busbench_message_duration_seconds")
                .unit(Unit.SECONDS)
                .help("From the whole head of a request to the end of its answer");
        for (AccountReading account : accounts) {
            ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
            for (int i = 0; i < Latencies.BUCKETS; i++) {
                buckets.bucket(Latencies.bound(i), account.latencies().counts()[i]);
            }
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("proxy", account.proxy(), "lane", account.lane()))
                    .classicHistogramBuckets(buckets.build())
                    .sum(account.latencies().nanos() / 1e9)
                    .build());
        }
        return histogram.build();
    }
}
