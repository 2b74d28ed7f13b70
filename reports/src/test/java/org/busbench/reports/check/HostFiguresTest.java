package org.busbench.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFiguresTest {
    @TempDir
    private Path temporary;

    private RecordedFolder run;

    @BeforeEach
    void record() throws IOException {
        run = RecordedFolder.overHosts(temporary.resolve("run"));
    }

    private void assertRefused(String part) {
        assertThat(Check.of(run.directory()).problems())
                .singleElement()
                .asString()
                .contains(part);
    }

    @Test
    void aRunOverHostsThatIsWhatItSaysHolds() {
        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    @Test
    void aClockThatWasSetWithinATrialIsNamed() throws IOException {
        run.forge(2, line -> ((ObjectNode) line.at("/clocks/1/after")).put("aheadMicros", 9_000_000));

        assertRefused("trials.jsonl:2: was measured while the clock of injector two was set, from 5000100 to 9000000");
    }

    @Test
    void aTrialWithoutTheClockOfAHostIsRefused() throws IOException {
        run.forge(3, line -> line.withArray("clocks").remove(0));

        assertRefused("trials.jsonl:3: has the clocks of [backend server, injector two, mediator esb], but the hosts of"
                + " run.json are [backend server, injector one, injector two, mediator esb]");
    }

    @Test
    void aMergedLogThatIsNotTheSumOfTheInjectorsLogsIsRefused() throws IOException {
        Path own = run.raw(1, "one/errors.csv");
        Files.write(own, List.of("second-start-millis,class,count"));
        run.reseal(1);

        assertRefused("trials/0001/latency.hlog: has ");
    }

    @Test
    void anInjectorWithoutALogIsNamed() throws IOException {
        Files.delete(run.raw(4, "two/latency.hlog"));
        run.reseal(4);

        assertRefused("trials/0004: has not the log of every injector");
    }
}
