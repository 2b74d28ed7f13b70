package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.reports.run.Parity;

/**
 * Breaches of the process: heap, collector, flags, logs. Common is what the suite gives to every JVM; in force is what the
 * JVM itself says.
 *
 * @param declared whether the adapter's file declares it
 */
record OwnTerms(String explanation, boolean declared) {

    private static final Pattern SIZE = Pattern.compile("-Xm([sx])([0-9]+)([kKmMgG]?)");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");

    /** A deviation is declared by an entry that begins with its name and a colon. */
    static boolean declared(Parity parity, String name) {
        return parity.declared().stream().anyMatch(entry -> entry.startsWith(name + ":"));
    }

    static Optional<OwnTerms> found(Breach.Kind kind, Parity parity) {
        if (parity.process() == null) {
            return Optional.empty();
        }
        Parity.Jvm jvm = parity.process().jvm();
        Optional<String> sentence = switch (kind) {
            case HEAP -> jvm == null ? Optional.empty() : heap(parity, jvm);
            case COLLECTOR -> jvm == null ? Optional.empty() : collector(parity, jvm);
            case LOGS_MESSAGES -> logs(parity.process());
            default -> Optional.empty();
        };
        return kind == Breach.Kind.FLAGS && jvm != null
                ? flags(parity, jvm)
                : sentence.map(text -> new OwnTerms(text, declared(parity, kind.word())));
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
    private static Optional<OwnTerms> flags(Parity parity, Parity.Jvm jvm) {
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
        return Optional.of(new OwnTerms(
                String.join(" ", told) + " on the command line, which the others do not have",
                undeclared.isEmpty() || declared(parity, Breach.Kind.FLAGS.word())));
    }

    private static Optional<String> logs(Parity.Processes process) {
        double each = process.logMessages() == 0 ? 0 : (double) process.logBytes() / process.logMessages();
        return each < Breach.FEWEST_LOG_BYTES
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%.0f bytes of logs for each message (%,d bytes for %,d messages)",
                        each,
                        process.logBytes(),
                        process.logMessages()));
    }

    /** Never null. */
    OwnTerms {
        Objects.requireNonNull(explanation);
    }
}
