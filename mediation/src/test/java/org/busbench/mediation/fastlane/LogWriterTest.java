package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.impl.NoOpLog;
import org.busbench.mediation.compile.LogLine;
import org.junit.jupiter.api.Test;

class LogWriterTest {
    private static final long PATIENCE_MILLIS = 10_000;

    private final List<Object> written = Collections.synchronizedList(new ArrayList<>());

    private final Log service = new NoOpLog() {
        @Override
        public void info(Object line) {
            written.add(line);
        }
    };

    @Test
    void everythingThatWaitsIsWrittenInItsOrderWhenTheLogIsFlushed() throws InterruptedException {
        LogWriter writer = new LogWriter(1000);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lines.add("line " + i);
            writer.write(service, LogLine.Category.INFO, "line " + i);
        }
        writer.flush(PATIENCE_MILLIS);
        assertThat(written).isEqualTo(lines);
    }

    @Test
    void linesThatFindNoRoomAreDroppedAndCounted() throws InterruptedException {
        CountDownLatch disk = new CountDownLatch(1);
        Log slow = new NoOpLog() {
            @Override
            public void info(Object line) {
                try {
                    disk.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                written.add(line);
            }
        };
        LogWriter writer = new LogWriter(1);
        for (int i = 0; i < 10; i++) {
            writer.write(slow, LogLine.Category.INFO, "line " + i);
        }
        // One may be on its way to the disk, one waits.
        assertThat(writer.dropped()).isBetween(8L, 9L);
        disk.countDown();
        writer.flush(PATIENCE_MILLIS);
        assertThat(written.size()).isBetween(1, 2);
    }
}
