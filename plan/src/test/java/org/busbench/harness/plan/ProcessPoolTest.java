package org.busbench.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessPoolTest {

    private final List<String> started = new ArrayList<>();

    @Test
    void theOrderOfStartTurnsEachTimeThatAllAreStartedAnew() throws InterruptedException {
        ProcessPool<Named> pool = new ProcessPool<>(List.of(new Named("a"), new Named("b"), new Named("c")), 3);

        pool.startAll(system -> {}, system -> {});
        pool.renew();
        pool.renew();

        assertThat(started).containsExactly("a", "b", "c", "c", "b", "a", "a", "b", "c");
    }

    /** A system that comes up whenever it is started, and takes one byte. */
    private final class Named implements ProcessPool.Member {
        private final String name;
        private boolean up;

        private Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long footprintBytes() {
            return 1;
        }

        @Override
        public boolean failed() {
            return false;
        }

        @Override
        public boolean hasProcess() {
            return up;
        }

        @Override
        public void start() {
            started.add(name);
            up = true;
        }

        @Override
        public void stop() {
            up = false;
        }
    }
}
