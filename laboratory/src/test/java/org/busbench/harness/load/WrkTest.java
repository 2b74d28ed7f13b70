package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrkTest {

    private static final String OUTPUT = """
            Running 2s test @ http://127.0.0.1:9000/services/SimpleStockQuoteService
              1 threads and 20 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   321.27us  412.06us   9.74ms   95.48%
                Req/Sec    68.25k     4.93k   74.72k    75.00%
              135871 requests in 2.01s, 120.13MB read
            Requests/sec:  67597.31
            Transfer/sec:     59.77MB
            0m0.000s 0m0.010s
            0m0.420s 1m1.080s
            """;

    @Test
    void itsOutputIsRead() {
        assertThat(Wrk.parse(OUTPUT)).contains(new Wrk.Result(135_871, 0, 2.01, 61_500_000));
    }

    @Test
    void answersWithABadStatusAndBrokenConnectionsAreErrors() {
        String errors = "  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 871\n";
        String output = OUTPUT.replace("Requests/sec", errors + "Requests/sec");

        assertThat(Wrk.parse(output)).contains(new Wrk.Result(135_000, 881, 2.01, 61_500_000));
    }

    @Test
    void otherOutputIsNone() {
        assertThat(Wrk.parse("unable to connect to 127.0.0.1:1 Connection refused\n0m0.0s 0m0.0s\n0m0.0s 0m0.0s\n"))
                .isEmpty();
    }
}
