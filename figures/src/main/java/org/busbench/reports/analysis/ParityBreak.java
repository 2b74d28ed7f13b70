package org.busbench.reports.analysis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.record.Keyed;
import org.busbench.record.Parity;

/**
 * A condition under which an adapter works and the others do not, and which moves its figures: not another way of doing
 * the job, but other terms. Run rules 12 and 29 to 31.
 *
 * @param scenarios in which; empty when it is the process's, in all of them
 * @param declared whether the adapter's file declares it
 */
public record ParityBreak(Kind kind, List<String> scenarios, String explanation, boolean declared) {

    /** More connections for each message than this, and they are not kept. */
    static final double MOST_CONNECTIONS = 0.1;
    /** A message of a few hundred bytes in more than this went in several writes. */
    static final double MOST_SEGMENTS = 1.5;
    /** A line of a log with time and address is no shorter; what a cold start says comes to less. */
    static final double FEWEST_LOG_BYTES = 40;

    private static final Pattern SIZE = Pattern.compile("-Xm([sx])([0-9]+)([kKmMgG]?)");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");

    /** The conditions that move figures. */
    public enum Kind implements Keyed {
        /** Clients have to connect anew. */
        NO_KEEP_ALIVE_CLIENT,
        NO_KEEP_ALIVE_BACKEND,
        /** TCP_NODELAY is off, and answers go in several writes, of which the later wait for acknowledgements. */
        NAGLE_CLIENT,
        /** TCP_NODELAY is off, and requests go to the backend in several writes, of which the later wait for acknowledgements. */
        NAGLE_BACKEND,
        /** The heap is not the one that all are given. */
        HEAP,
        /** The collector is not the one that all are given. */
        COLLECTOR,
        /** The command line has options that not all are given. */
        FLAGS,
        /** The adapter may take fewer CPUs than another of the run. */
        CPUS,
        /** The adapter may take less memory than another of the run. */
        MEMORY,
        LOGS_MESSAGES
    }

    /** The word by which an adapter declares it and a page shows it, for example {@code no-keep-alive-backend}. */
    public String label() {
        return kind.key();
    }

    public boolean touches(String scenario) {
        return scenarios.isEmpty() || scenarios.contains(scenario);
    }

    /**
     * Everything of that sort that an audit found.
     *
     * @param all those of the run, this one too: limits are judged by what the others may take
     * @return in the order of {@link Kind}; empty when the adapter works on everybody's terms
     */
    public static List<ParityBreak> of(Parity parity, List<Parity> all) {
        List<ParityBreak> breaches = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            List<String> where = new ArrayList<>();
            String first = null;
            for (Parity.Scenario scenario : parity.scenarios()) {
                Optional<String> found = scenario.reason() == null ? onTheWire(kind, scenario) : Optional.empty();
                if (found.isPresent()) {
                    where.add(scenario.scenario());
                    first = first == null ? found.get() : first;
                }
            }
            if (first != null) {
                breaches.add(new ParityBreak(kind, where, first, declared(parity, kind.key())));
            }
            ofProcess(kind, parity, all).ifPresent(breaches::add);
        }
        return List.copyOf(breaches);
    }

    /** A sentence about it; empty when there is none of this kind. */
    private static Optional<String> onTheWire(Kind kind, Parity.Scenario scenario) {
        return switch (kind) {
            case NO_KEEP_ALIVE_CLIENT -> clients(scenario);
            case NO_KEEP_ALIVE_BACKEND -> backends(scenario);
            case NAGLE_CLIENT -> nagle(scenario.client(), "clients");
            case NAGLE_BACKEND -> nagle(scenario.backend(), "backends");
            default -> Optional.empty();
        };
    }

    private static Optional<String> clients(Parity.Scenario scenario) {
        Parity.Side side = scenario.client();
        if (side.connections() > MOST_CONNECTIONS * side.messages()) {
            return Optional.of("a client needed " + side.connections() + " connections for " + side.messages()
                    + " messages, one after the other");
        }
        return scenario.crowds().stream()
                .filter(crowd -> crowd.reconnected() > MOST_CONNECTIONS * later(crowd))
                .findFirst()
                .map(crowd -> crowd.concurrency() + " clients had to connect again " + crowd.reconnected()
                        + " times within " + later(crowd) + " messages");
    }

    private static Optional<String> backends(Parity.Scenario scenario) {
        Parity.Side side = scenario.backend();
        if (side.connections() > MOST_CONNECTIONS * side.messages()) {
            return Optional.of(side.connections() + " connections to the backend for " + side.messages()
                    + " messages, one after the other");
        }
        return scenario.crowds().stream()
                .filter(crowd -> crowd.reopened() > MOST_CONNECTIONS * later(crowd))
                .findFirst()
                .map(crowd -> "of " + crowd.concurrency() + " clients at a time: " + crowd.reopened()
                        + " new connections to the backend for " + later(crowd)
                        + " messages, after as many clients had been served before");
    }

    /** The messages of all rounds but the first, in which connections have to be opened. */
    private static int later(Parity.Crowd crowd) {
        return crowd.messages() - crowd.concurrency();
    }

    /** Says why Nagle's algorithm may delay a side. Only the last of several segments waits, so a side that writes each message at once is never delayed. */
    private static Optional<String> nagle(Parity.Side side, String towards) {
        return Boolean.FALSE.equals(side.noDelay()) && (side.segments() == null || side.segments() > MOST_SEGMENTS)
                ? Optional.of("TCP_NODELAY is off on the sockets towards " + towards
                        + (side.segments() == null
                                ? ""
                                : String.format(
                                        Locale.ROOT, ", and a small message goes in %.1f segments", side.segments())))
                : Optional.empty();
    }

    /** A deviation is declared by an entry that begins with its name and a colon. */
    private static boolean declared(Parity parity, String name) {
        return parity.declared().stream().anyMatch(entry -> entry.startsWith(name + ":"));
    }

    private static Optional<ParityBreak> ofProcess(Kind kind, Parity parity, List<Parity> all) {
        if (parity.process() == null) {
            return Optional.empty();
        }
        Parity.Jvm jvm = parity.process().jvm();
        Optional<String> sentence = switch (kind) {
            case HEAP -> jvm == null ? Optional.empty() : heap(parity, jvm);
            case COLLECTOR -> jvm == null ? Optional.empty() : collector(parity, jvm);
            case CPUS -> cpus(parity.process().limits(), limited(all));
            case MEMORY -> memory(parity.process().limits(), limited(all));
            case LOGS_MESSAGES -> logs(parity.process());
            default -> Optional.empty();
        };
        return kind == Kind.FLAGS && jvm != null
                ? flags(parity, jvm)
                : sentence.map(text -> new ParityBreak(kind, List.of(), text, declared(parity, kind.key())));
    }

    private static Optional<String> heap(Parity parity, Parity.Jvm jvm) {
        for (String option : parity.commonOptions()) {
            Matcher size = SIZE.matcher(option);
            if (size.matches()) {
                String flag = size.group(1).equals("x") ? "-XX:MaxHeapSize=" : "-XX:InitialHeapSize=";
                String expected = flag + bytes(Long.parseLong(size.group(2)), size.group(3));
                Optional<String> actual = jvm.flags().stream()
                        .filter(word -> word.startsWith(flag))
                        .findFirst();
                if (actual.isPresent() && !actual.get().equals(expected)) {
                    return Optional.of(actual.get() + " is in force, " + expected + " is common");
                }
            }
        }
        return Optional.empty();
    }

    private static long bytes(long number, String unit) {
        return number
                << switch (unit.toLowerCase(Locale.ROOT)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    default -> 0;
                };
    }

    private static Optional<String> collector(Parity parity, Parity.Jvm jvm) {
        Optional<String> common = collectorIn(parity.commonOptions());
        Optional<String> actual = collectorIn(jvm.flags());
        return common.isEmpty() || actual.isEmpty() || common.equals(actual)
                ? Optional.empty()
                : Optional.of(actual.get() + " is in force, " + common.get() + " is common");
    }

    private static Optional<String> collectorIn(List<String> words) {
        return words.stream()
                .map(COLLECTOR::matcher)
                .filter(Matcher::matches)
                .map(Matcher::group)
                .filter(word -> !word.contains("UseAdaptive"))
                .reduce((first, last) -> last);
    }

    /** Options that set heap or collector are judged by what is in force. */
    private static Optional<ParityBreak> flags(Parity parity, Parity.Jvm jvm) {
        List<String> more = new ArrayList<>(jvm.options());
        parity.commonOptions().forEach(more::remove);
        more.removeIf(
                word -> SIZE.matcher(word).matches() || COLLECTOR.matcher(word).matches());
        List<String> undeclared =
                more.stream().filter(word -> !declared(parity, word)).toList();
        if (more.isEmpty()) {
            return Optional.empty();
        }
        List<String> told = undeclared.isEmpty() ? more : undeclared;
        return Optional.of(new ParityBreak(
                Kind.FLAGS,
                List.of(),
                String.join(" ", told) + " on the command line, which the others do not have",
                undeclared.isEmpty() || declared(parity, Kind.FLAGS.key())));
    }

    private static List<Parity> limited(List<Parity> all) {
        return all.stream()
                .filter(other -> other.process() != null && other.process().limits() != null)
                .toList();
    }

    private static Optional<String> cpus(Parity.Limits own, List<Parity> others) {
        return own == null
                ? Optional.empty()
                : others.stream()
                        .max(Comparator.comparingDouble(
                                other -> other.process().limits().cpus()))
                        .filter(most -> most.process().limits().cpus() > own.cpus())
                        .map(most -> String.format(
                                Locale.ROOT,
                                "it may use %s of the machine's CPUs, %s may use %s",
                                plain(own.cpus()),
                                most.adapter(),
                                plain(most.process().limits().cpus())));
    }

    /** All its digits, and no zeros behind them. */
    static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static Optional<String> memory(Parity.Limits own, List<Parity> others) {
        return own == null || own.memoryBytes() == null
                ? Optional.empty()
                : others.stream()
                        .filter(other -> other.process().limits().memoryBytes() == null
                                || other.process().limits().memoryBytes() > own.memoryBytes())
                        .findFirst()
                        .map(more -> (own.memoryBytes() >> 20) + " MB of memory is its limit, " + more.adapter()
                                + (more.process().limits().memoryBytes() == null
                                        ? " has none"
                                        : " has one of "
                                                + (more.process().limits().memoryBytes() >> 20) + " MB"));
    }

    private static Optional<String> logs(Parity.Processes process) {
        double each = process.logMessages() == 0 ? 0 : (double) process.logBytes() / process.logMessages();
        return each < FEWEST_LOG_BYTES
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%.0f bytes of logs for each message (%,d bytes for %,d messages)",
                        each,
                        process.logBytes(),
                        process.logMessages()));
    }
}
