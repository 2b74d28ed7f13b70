package org.busbench.reports.analysis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.busbench.record.Parity;

/** A column of the fairness matrix: one condition under which an adapter does a scenario, in a few words. */
public enum AuditColumn {
    /** Whether clients keep their connections. */
    CLIENT_CONNECTIONS("clients") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return connections(scenario.client()) + " "
                    + scenario.client().httpVersion().replace("HTTP/", "");
        }
    },
    /** Whether backends' connections are kept. */
    BACKEND_CONNECTIONS("backends") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return connections(scenario.backend()) + " "
                    + scenario.backend().httpVersion().replace("HTTP/", "");
        }
    },
    /** Messages at the backend at a time, over how many connections. */
    CROWD("at backend / conns") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return scenario.crowds().stream()
                    .map(crowd -> crowd.together() + "/" + crowd.backendConnections())
                    .collect(Collectors.joining(" "));
        }
    },
    /** The very option of both sockets. */
    NO_DELAY("nodelay") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return yes(scenario.client().noDelay()) + "/"
                    + yes(scenario.backend().noDelay());
        }
    },
    /** How bodies with a length and in chunks go on to the backend. */
    REQUEST_FRAMING("request") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return framing(scenario.request());
        }
    },
    /** How bodies with a length and in chunks come back to the client. */
    ANSWER_FRAMING("answer") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return framing(scenario.answer());
        }
    },
    /** Whether halves are passed on. */
    STREAMING("streams") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return yes(scenario.request().streams()) + "/"
                    + yes(scenario.answer().streams());
        }
    },
    /** The fate of the bytes. */
    BODY("body") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            return word(scenario.request().body()) + "/"
                    + word(scenario.answer().body());
        }
    },
    /** At rest and under each crowd. */
    THREADS("threads") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            if (parity.process() == null) {
                return NOT_AUDITED;
            }
            List<String> counts =
                    new ArrayList<>(List.of(Integer.toString(parity.process().threadsAtRest())));
            scenario.crowds()
                    .forEach(crowd -> counts.add(
                            crowd.threads() == null ? UNKNOWN : crowd.threads().toString()));
            return String.join("-", counts);
        }
    },
    /** Largest heap and collector in force. */
    JVM("heap, gc") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            if (parity.process() == null) {
                return NOT_AUDITED;
            }
            return parity.process().jvm() == null
                    ? "no JVM"
                    : heap(parity.process().jvm());
        }
    },
    /** CPUs and memory that the system lets it take. */
    LIMITS("cpus, memory") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            if (parity.process() == null) {
                return NOT_AUDITED;
            }
            Parity.Limits limits = parity.process().limits();
            return limits == null
                    ? UNKNOWN
                    : BigDecimal.valueOf(limits.cpus()).stripTrailingZeros().toPlainString() + ", "
                            + (limits.memoryBytes() == null ? "no limit" : (limits.memoryBytes() >> 20) + "M");
        }
    },
    /** Bytes for each message. */
    LOGS("log B/msg") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            if (parity.process() == null) {
                return NOT_AUDITED;
            }
            return parity.process().logMessages() == 0
                    ? UNKNOWN
                    : String.format(
                            Locale.ROOT,
                            "%.1f",
                            (double) parity.process().logBytes()
                                    / parity.process().logMessages());
        }
    },
    /** Headers that it must not pass on, and does. */
    FORBIDDEN_HEADERS("wrongly passed on") {
        @Override
        public String of(Parity parity, Parity.Scenario scenario) {
            List<String> found = new ArrayList<>();
            hops(">", scenario.request().headers(), found);
            hops("<", scenario.answer().headers(), found);
            return found.isEmpty() ? "none" : String.join(" ", found);
        }
    };

    private static final String UNKNOWN = "?";
    private static final String NOT_AUDITED = "not audited";

    private final String title;

    AuditColumn(String title) {
        this.title = title;
    }

    /** Its head in a table. */
    public String title() {
        return title;
    }

    /** Whether it is told by the processes, which not every audit can see. */
    public boolean isOfProcess() {
        return this == THREADS || this == JVM || this == LIMITS || this == LOGS;
    }

    /** The finding of an audit. */
    public abstract String of(Parity parity, Parity.Scenario scenario);

    private static String connections(Parity.Side side) {
        if (side.connections() <= 1) {
            return "kept";
        }
        return side.connections() >= side.messages() ? "closed" : side.connections() + " for " + side.messages();
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

    private static void hops(String arrow, Parity.Headers headers, List<String> found) {
        if (headers != null) {
            headers.hopByHop().forEach(name -> found.add(arrow + name));
            headers.leaked().forEach(name -> found.add(arrow + "leak:" + name));
        }
    }
}
