package org.busbench.backend;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.StockQuoteService;

/** Instances on free ports. */
public final class Instances {
    private Instances() {}

    public static Instance instance(String name, Delay delay) {
        return new Instance(new StockQuoteService(name), "127.0.0.1", 0, delay, Optional.empty());
    }

    public static List<Instance> named(String... names) {
        return Stream.of(names).map(name -> instance(name, Delay.NONE)).toList();
    }
}
