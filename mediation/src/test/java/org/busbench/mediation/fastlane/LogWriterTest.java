package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.impl.NoOpLog;
import org.busbench.mediation.log.LogQueue;
import org.junit.jupiter.api.Test;

class LogWriterTest {
    private final List<Object> written = Collections.synchronizedList(new ArrayList<>());
    private final LogQueue queue = new LogQueue(() -> {}, 16_384);
    private final LogWriter writer = new LogWriter(queue);

    private final Log service = new NoOpLog() {
        @Override
        public void info(Object line) {
            written.add(line);
        }
    };

    @Test
    void everythingThatWaitsIsWrittenInItsOrderWhenTheOutboxIsClosed() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lines.add("line " + i);
            writer.write(service, LogLine.Category.INFO, "line " + i);
        }
        queue.close();
        assertThat(written).isEqualTo(lines);
        assertThat(queue.dropped()).isZero();
    }

    /** The log's own appender puts what it gets into the same queue. */
    @Test
    void whatWritingHasWrittenComesOutThoughTheOutboxIsClosing() throws InterruptedException {
        Log queued = new NoOpLog() {
            @Override
            public void info(Object line) {
                queue.offer(() -> written.add(line));
            }
        };
        writer.write(queued, LogLine.Category.INFO, "the last line");
        queue.close();
        assertThat(written).containsExactly("the last line");
    }

    @Test
    void longLinesThatFindNoRoomAreDroppedAndCounted() throws InterruptedException {
        CountDownLatch disk = new CountDownLatch(1);
        queue.offer(() -> {
            try {
                disk.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        String line = "x".repeat(6 << 20);
        for (int i = 0; i < 4; i++) {
            writer.write(service, LogLine.Category.INFO, line);
        }
        assertThat(queue.dropped()).isEqualTo(2);
        disk.countDown();
        queue.close();
        assertThat(written).containsExactly(line, line);
    }
}
