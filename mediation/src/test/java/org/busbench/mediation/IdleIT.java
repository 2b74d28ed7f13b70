package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Scenario;
import org.junit.jupiter.api.Test;

/** Open connections with nothing on them cost nothing. */
class IdleIT extends MediatorIT {

    private static final Pattern LOOP_CPU = Pattern.compile("\"loop-\\d+\".* cpu=([0-9.]+)ms");

    @Test
    void spendsNoCpuOnIdleConnections() throws IOException, InterruptedException {
        List<Wire> open = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            Wire wire = new Wire(mediator.port());
            open.add(wire.send(scenario.post(scenario.request("500"))));
            assertThat(wire.receive().status()).isEqualTo(200);
        }

        double before = loopCpuMillis();
        // Time has to pass in which nothing is asked: what spins takes what it can get, and that is many times more on
        // a busy machine, too.
        Thread.sleep(2000);

        assertThat(loopCpuMillis() - before).isLessThan(100);
        for (Wire wire : open) {
            wire.close();
        }
    }

    private double loopCpuMillis() throws IOException, InterruptedException {
        List<Double> cpu = LOOP_CPU.matcher(mediator.threads())
                .results()
                .map(match -> Double.parseDouble(match.group(1)))
                .toList();
        assertThat(cpu).isNotEmpty();
        return cpu.stream().mapToDouble(Double::doubleValue).sum();
    }
}
