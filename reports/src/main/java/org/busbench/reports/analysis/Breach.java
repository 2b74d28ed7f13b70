package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.reports.run.Parity;

/**
 * A condition under which an adapter works and the others do not, and which moves its figures: not another way of doing
 * the job, but other terms. Run rules 12 and 29 to 31.
 *
 * @param scenarios in which; empty when it is the process's, in all of them
 * @param declared whether the adapter's file declares it
 */
public record Breach(Kind kind, List<String> scenarios, String explanation, boolean declared) {

    /** More connections for each message than this, and they are not kept. */
    static final double MOST_CONNECTIONS = 0.1;
    /** A message of a few hundred bytes in more than this went in several writes. */
    static final double MOST_SEGMENTS = 1.5;
    /** A line of a log with time and address is no shorter; what a cold start says comes to less. */
    static final double FEWEST_LOG_BYTES = 40;

    /** What moves figures. */
    public enum Kind {
        /** Clients have to connect anew. */
        NO_KEEP_ALIVE_CLIENT,
        /** Backends are connected to anew. */
        NO_KEEP_ALIVE_BACKEND,
        /** TCP_NODELAY is off, and answers go in several writes, of which the later wait for acknowledgements. */
        NAGLE_CLIENT,
        /** The same with requests. */
        NAGLE_BACKEND,
        /** The heap is not the one that all are given. */
        HEAP,
        /** The collector is not the one that all are given. */
        COLLECTOR,
        /** The command line has options that not all are given. */
        FLAGS,
        /** Every message is logged. */
        LOGS_MESSAGES;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Makes the list unchangeable. */
    public Breach {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * The word by which an adapter declares it and a page shows it.
     *
     * @return for example {@code no-keep-alive-backend}
     */
    public String label() {
        return kind.word();
    }

    /**
     * Whether it concerns a scenario.
     *
     * @return true for one of the process too
     */
    public boolean touches(String scenario) {
        return scenarios.isEmpty() || scenarios.contains(scenario);
    }

    /**
     * Everything of that sort that an audit found.
     *
     * @return in the order of {@link Kind}; empty when the adapter works on everybody's terms
     */
    public static List<Breach> of(Parity parity) {
        List<Breach> breaches = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            List<String> where = new ArrayList<>();
            String first = null;
            for (Parity.Scenario scenario : parity.scenarios()) {
                Optional<String> found = scenario.reason() == null ? OnTheWire.found(kind, scenario) : Optional.empty();
                if (found.isPresent()) {
                    where.add(scenario.scenario());
                    first = first == null ? found.get() : first;
                }
            }
            if (first != null) {
                breaches.add(new Breach(kind, where, first, OwnTerms.declared(parity, kind.word())));
            }
            OwnTerms.found(kind, parity)
                    .ifPresent(term -> breaches.add(new Breach(kind, List.of(), term.explanation(), term.declared())));
        }
        return List.copyOf(breaches);
    }
}
