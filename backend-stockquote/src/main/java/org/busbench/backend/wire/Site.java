package org.busbench.backend.wire;

import java.util.random.RandomGenerator;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/** One instance as one loop serves it. For the loop's thread only. */
final class Site {
    private static final long SEED = 20070713;

    private final EventLoop loop;
    private final Answers answers;
    private final Delay delay;
    private final RandomGenerator random;

    Site(EventLoop loop, Instance instance, String url, Pages pages) {
        this.loop = loop;
        this.answers = new Answers(instance, url, pages, loop.gate());
        this.delay = instance.delay();
        this.random = Delay.generator(SEED + instance.name().hashCode());
    }

    EventLoop loop() {
        return loop;
    }

    Answers answers() {
        return answers;
    }

    long nextDelayNanos() {
        return delay.nextNanos(random);
    }
}
