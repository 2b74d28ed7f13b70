package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Parity;

/** A column of the fairness matrix: one condition under which an adapter does a scenario, in a few words. */
public enum AuditColumn {
    CLIENT_CONNECTIONS("clients", (parity, scenario) -> connections(scenario.client())),
    BACKEND_CONNECTIONS("backends", (parity, scenario) -> connections(scenario.backend())),
    /** Messages at the backend at a time, over how many connections. */
    CROWD(
            "at backend / conns",
            (parity, scenario) -> scenario.crowds().stream()
                    .map(crowd -> crowd.together() + "/" + crowd.backendConnections())
                    .collect(Collectors.joining(" "))),
    /** The very option of both sockets. */
    NO_DELAY(
            "nodelay",
            (parity, scenario) -> yes(scenario.client().noDelay()) + "/"
                    + yes(scenario.backend().noDelay())),
    /** How bodies with a length and in chunks go on to the backend. */
    REQUEST_FRAMING("request", (parity, scenario) -> framing(scenario.request())),
    /** How bodies with a length and in chunks come back to the client. */
    ANSWER_FRAMING("answer", (parity, scenario) -> framing(scenario.answer())),
    /** Whether halves are passed on. */
    STREAMING(
            "streams",
            (parity, scenario) -> yes(scenario.request().streams()) + "/"
                    + yes(scenario.answer().streams())),
    /** The fate of the bytes. */
    BODY(
            "body",
            (parity, scenario) -> word(scenario.request().body()) + "/"
                    + word(scenario.answer().body())),
    /** At rest and under each crowd. */
    THREADS(
            "threads",
            ofProcess((process, scenario) -> Stream.concat(
                            Stream.of(Integer.toString(process.threadsAtRest())),
                            scenario.crowds().stream()
                                    .map(crowd -> crowd.threads() == null
                                            ? "?"
                                            : crowd.threads().toString()))
                    .collect(Collectors.joining("-")))),
    /** Largest heap and collector in force. */
    JVM("heap, gc", ofProcess((process, scenario) -> process.jvm() == null ? "no JVM" : heap(process.jvm()))),
    /** CPUs and memory that the system lets it take. */
    LIMITS("cpus, memory", ofProcess((process, scenario) -> limits(process.limits()))),
    /** Bytes for each message. */
    LOGS(
            "log B/msg",
            ofProcess((process, scenario) -> process.logMessages() == 0
                    ? "?"
                    : String.format(Locale.ROOT, "%.1f", (double) process.logBytes() / process.logMessages()))),
    FORBIDDEN_HEADERS("wrongly passed on", (parity, scenario) -> forbidden(scenario));

    private static final String UNKNOWN = "?";

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final BiFunction<Parity, Parity.Scenario, String> finding;

    AuditColumn(String title, BiFunction<Parity, Parity.Scenario, String> finding) {
        this.title = title;
        this.finding = finding;
    }

    /** Of what only the processes tell. */
    private static BiFunction<Parity, Parity.Scenario, String> ofProcess(
            BiFunction<Parity.Processes, Parity.Scenario, String> finding) {
        return (parity, scenario) ->
                parity.process() == null ? "not audited" : finding.apply(parity.process(), scenario);
    }

    public String title() {
        return title;
    }

    /** Whether it is told by the processes, which not every audit can see. */
    public boolean isOfProcess() {
        return this == THREADS || this == JVM || this == LIMITS || this == LOGS;
    }

    public String of(Parity parity, Parity.Scenario scenario) {
        return finding.apply(parity, scenario);
    }

    private static String connections(Parity.Side side) {
        String kept = side.connections() <= 1
                ? "kept"
                : side.connections() >= side.messages() ? "closed" : side.connections() + " for " + side.messages();
        return kept + " " + side.httpVersion().replace("HTTP/", "");
    }

    private static String yes(Boolean found) {
        return found == null ? UNKNOWN : found ? "yes" : "no";
    }

    private static String word(String found) {
        return found == null ? UNKNOWN : found;
    }

    private static String framing(Parity.Direction direction) {
        return word(direction.fixed()) + "/" + word(direction.chunked());
    }

    private static String heap(Parity.Jvm jvm) {
        String heap = jvm.flags().stream()
                .filter(flag -> flag.startsWith("-XX:MaxHeapSize="))
                .map(flag -> (Long.parseLong(flag.substring(flag.indexOf('=') + 1)) >> 20) + "M")
                .findFirst()
                .orElse(UNKNOWN);
        String collector = jvm.flags().stream()
                .filter(flag -> flag.matches("-XX:\\+Use\\w+GC"))
                .map(flag -> flag.replaceAll("-XX:\\+Use(\\w+)GC", "$1"))
                .findFirst()
                .orElse(UNKNOWN);
        return heap + " " + collector;
    }

    private static String limits(Parity.Limits limits) {
        return limits == null
                ? UNKNOWN
                : ParityBreak.plain(limits.cpus()) + ", "
                        + (limits.memoryBytes() == null ? "no limit" : (limits.memoryBytes() >> 20) + "M");
    }

    private static String forbidden(Parity.Scenario scenario) {
        List<String> found = new ArrayList<>();
        hops(">", scenario.request().headers(), found);
        hops("<", scenario.answer().headers(), found);
        return found.isEmpty() ? "none" : String.join(" ", found);
    }

    private static void hops(String arrow, Parity.Headers headers, List<String> found) {
        if (headers != null) {
            headers.hopByHop().forEach(name -> found.add(arrow + name));
            headers.leaked().forEach(name -> found.add(arrow + "leak:" + name));
        }
    }
}
