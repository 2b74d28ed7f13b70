package org.busbench.harness.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.record.Integrity;

/**
 * One way in which a client or a backend is hostile or broken, and what a proxy may make of it. Immutable.
 *
 * @param id unique among all cases
 * @param kind the class of cases to which it belongs, as {@code http-request}
 * @param title what is wrong, in a few words
 * @param source the section of an RFC, or the address of a public report
 */
public record Case(
        String id,
        String kind,
        String title,
        String source,
        Judgement judgement,
        Exchange exchange,
        Demands demands,
        Extent extent) {

    /** The class whose cases have an {@link Overload}. */
    static final String OVERLOAD = "overload";

    /** The classes of cases, in the order in which they are shown. */
    public static final List<String> KINDS =
            List.of("http-request", "http-response", "content", "integrity", "backend-failure", "xml", OVERLOAD);

    /** The action of a part of a script. */
    public enum Action {
        SEND,
        /** Waits for some milliseconds. */
        PAUSE,
        /** Says that nothing more will be sent. */
        HALF_CLOSE,
        /** Closes the connection in order. */
        CLOSE,
        RESET,
        /** Waits until so many answers have come whole. Clients only. */
        AWAIT,
        /** Writes nothing more until the case is over. A backend reads nothing more either. */
        HOLD
    }

    /**
     * A part of a script.
     *
     * @param text with {@code ${...}} in it; each character is one byte; empty for all actions but SEND
     * @param number milliseconds of a pause, answers to await, or how often the text is written
     * @param piece bytes that are written at a time; 0 for all at once
     * @param gapMillis between pieces
     */
    public record Step(Action action, String text, int number, int piece, int gapMillis) {

        static Step send(String text) {
            return new Step(Action.SEND, text, 1, 0, 0);
        }

        static Step of(Action action, int number) {
            return new Step(action, "", number, 0, 0);
        }
    }

    /** When the backend begins its script. */
    public enum Moment {
        /** As soon as a connection is open. */
        ACCEPT,
        /** When the head of a request has come. */
        HEAD,
        /** When a request has come whole. */
        REQUEST
    }

    /**
     * What the backend does.
     *
     * @param down whether it does not even listen
     * @param times how many of the case's requests meet the script; those after them get a good answer
     * @param accepts a content coding that a request must accept to meet the script, others get a good answer; empty for all
     */
    public record Script(Moment at, List<Step> steps, boolean down, int times, String accepts) {
        static final Script GOOD = of(List.of(Step.send("${answer}")));

        static Script of(List<Step> steps) {
            return new Script(Moment.REQUEST, steps, false, Integer.MAX_VALUE, "");
        }

        public Script {
            steps = List.copyOf(steps);
        }
    }

    /**
     * What is sent.
     *
     * @param scenario whose proxy is asked
     * @param requests that the client's bytes hold, read by the RFC: more answers than these are wrong
     * @param with what stands for {@code ${...}} beside what every case has
     */
    public record Exchange(String scenario, int requests, List<Step> client, Script backend, Map<String, String> with) {
        public Exchange {
            client = List.copyOf(client);
            with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
        }
    }

    /**
     * What must hold beside the judgement.
     *
     * @param closes whether the client's connection must end
     * @param backendLacks texts that the backend must not get, without regard to case
     * @param clientLacks texts that the client must not get
     * @param backend the instance that must get what reaches a backend; empty for any
     */
    public record Demands(boolean closes, List<String> backendLacks, List<String> clientLacks, String backend) {
        public Demands {
            backendLacks = List.copyOf(backendLacks);
            clientLacks = List.copyOf(clientLacks);
        }
    }

    /**
     * How much of it.
     *
     * @param repeat how often it is exchanged
     * @param beside clients that send good traffic meanwhile
     * @param limit how long a client waits for its answers
     * @param recovery how long good traffic may fail afterwards
     * @param overload how many clients play it at the same time; empty for one
     */
    public record Extent(int repeat, int beside, Duration limit, Duration recovery, Optional<Overload> overload) {}

    /**
     * Many clients that play the client's script at the same time, while good traffic goes on at a steady rate.
     *
     * @param connections that are open at the same time
     * @param perSecond connections that are opened in a second at most
     * @param lasting how long it goes on
     * @param again whether the script begins again at its end, on the same connection or on a new one
     * @param readBytes bytes that a client reads at a time; 0 for all there are
     * @param readGap pause between two readings
     */
    public record Overload(
            int connections, int perSecond, Duration lasting, boolean again, int readBytes, Duration readGap) {}

    /**
     * What counts as right and as tolerable; everything else is wrong.
     *
     * @param about in words
     */
    public record Judgement(String name, String about, List<Outcome> right, List<Outcome> tolerable) {
        public Judgement {
            right = List.copyOf(right);
            tolerable = List.copyOf(tolerable);
        }
    }

    /**
     * What a client may get and a backend may see, written {@code CLIENT / BACKEND}. Each side has alternatives between
     * bars; a client that gets several answers has them between commas.
     */
    public record Outcome(List<Set<String>> client, Set<String> backend, String text) {

        private static final Pattern CLIENT =
                Pattern.compile("[1-5]xx|[1-5]\\d\\d|good|same|slow|closed|cut|hanging|silent|any");
        private static final Pattern BACKEND = Pattern.compile("nothing|part|one|two|three|any");

        public Outcome {
            client = List.copyOf(client);
        }

        /** Reads the notation; empty when it is none. */
        static Optional<Outcome> parse(String text) {
            String[] sides = text.split(" / ", -1);
            if (sides.length != 2) {
                return Optional.empty();
            }
            List<Set<String>> client = List.of(sides[0].split(",", -1)).stream()
                    .map(answer -> Set.of(answer.strip().split("\\|", -1)))
                    .toList();
            Set<String> backend = Set.of(sides[1].strip().split("\\|", -1));
            boolean known = client.stream()
                            .flatMap(Set::stream)
                            .allMatch(word -> CLIENT.matcher(word).matches())
                    && backend.stream().allMatch(word -> BACKEND.matcher(word).matches());
            return known ? Optional.of(new Outcome(client, backend, text)) : Optional.empty();
        }

        /** Whether both sides saw one of the alternatives. */
        boolean allows(List<Set<String>> answers, String atBackend) {
            if (answers.size() != client.size() || !(backend.contains("any") || backend.contains(atBackend))) {
                return false;
            }
            for (int i = 0; i < answers.size(); i++) {
                Set<String> wanted = client.get(i);
                if (!wanted.contains("any") && answers.get(i).stream().noneMatch(wanted::contains)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final int DEEPEST = 8;

    private static final Map<String, String> SHORT = Map.of(
            "authority", "HOST",
            "start", "POST PATH HTTP/1.1\r\n",
            "host", "Host: HOST\r\n",
            "fields", "",
            "framing", "Content-Length: LENGTH\r\n",
            "content", "BODY");

    /** Stands for a value in a text: {@code ${name}}, {@code ${function:name}}, or {@code ${function:number:text}}. */
    static final Pattern EXPRESSION = Pattern.compile("\\$\\{([a-z0-9-]+)(?::([0-9]+):([^}]*)|:([a-z][a-z0-9-]*))?}");

    public Integrity.Case recorded() {
        return new Integrity.Case(
                id,
                kind,
                title,
                source,
                judgement.right().stream().map(Outcome::text).toList(),
                judgement.tolerable().stream().map(Outcome::text).toList());
    }

    /** The difference from a plain exchange, as text in which {@code PATH}, {@code HOST} and {@code BODY} stand for the usual. */
    String difference() {
        List<String> parts = new ArrayList<>();
        String order = "start host more framing content request answer-start answer-more answer-framing answer-content";
        for (String name : (order + " answer").split(" ", -1)) {
            if (exchange.with().containsKey(name)) {
                parts.add(own(exchange.with().get(name)));
            }
        }
        boolean usualClient =
                exchange.client().size() == 1 && exchange.client().get(0).text().equals("${request}");
        if (!usualClient || exchange.client().get(0).piece() > 0) {
            parts.add(script(exchange.client()));
        }
        extent.overload().ifPresent(load -> parts.add(0, load.connections() + " x"));
        if (!exchange.backend().equals(Script.GOOD)) {
            parts.add((exchange.backend().down() ? "(no backend)" : "(backend) ")
                    + script(exchange.backend().steps()));
        }
        return String.join(" ", parts);
    }

    private String script(List<Step> steps) {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(
                    switch (step.action()) {
                        case SEND -> own(step.text()) + (step.number() > 1 ? "*" + step.number() : "");
                        case PAUSE -> "[" + step.number() + " ms]";
                        default ->
                            "[" + step.action().name().toLowerCase(Locale.ROOT).replace('_', ' ') + "]";
                    });
        }
        return text.toString();
    }

    /** A text with the case's own values in it, and short words for those of every case. */
    private String own(String text) {
        String before = text;
        for (int depth = 0; depth < DEEPEST; depth++) {
            String after = EXPRESSION.matcher(before).replaceAll(found -> Matcher.quoteReplacement(word(found)));
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
        return before;
    }

    private String word(java.util.regex.MatchResult found) {
        if (found.group(2) != null) {
            return found.group(3) + "*" + found.group(2);
        }
        if (found.group(4) != null) {
            return found.group(1) + "(" + found.group(4).toUpperCase(Locale.ROOT) + ")";
        }
        String name = found.group(1);
        String own = exchange.with().get(name);
        return own != null ? own : SHORT.getOrDefault(name, name.toUpperCase(Locale.ROOT));
    }
}
