package org.busbench.harness.mutants;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The accusation that must be raised against a mutant.
 *
 * @param name a regular expression that must be found in the reason or the flag of the accusation
 * @param rule the rule of {@code docs/measuring.md} that catches the mutant
 */
record Charge(String mutant, Course course, String scenario, String name, int rule) {

    /** Mediators without a fault: every accusation against them is false. */
    static final List<String> RIGHT = List.of("reference", "reference-copy");

    private static final String WITHOUT = "answered without the backend";

    /** All mutants, except those that are merely slow from the first message on. */
    static final List<Charge> ALL = List.of(
            new Charge("cut-16384", Course.CHECKED, "xslt", "cut short", 2),
            new Charge("cut-65536", Course.CHECKED, "virtualization", "cut short", 2),
            new Charge("drops-action", Course.CHECKED, "cbr", "no SOAPAction reached the backend", 2),
            new Charge("keeps-action", Course.CHECKED, "xslt", "the SOAPAction that reached the backend is", 2),
            new Charge(
                    "drops-blanks", Course.CHECKED, "xslt", "texts of blanks alone: .*reached the backend is not", 2),
            new Charge("drops-blanks-back", Course.CHECKED, "cbr", "texts of blanks alone: another answer", 2),
            new Charge("drops-fields", Course.CHECKED, "virtualization", "reached the backend is not the one", 2),
            new Charge("drops-header", Course.CHECKED, "xslt", "a SOAP header: .*reached the backend is not", 2),
            new Charge("knows-one-spelling", Course.CHECKED, "cbr", "in other words of XML: wrong route", 2),
            new Charge("mangles-letters", Course.CHECKED, "virtualization", "letters beyond ASCII: ", 2),
            new Charge("wrong-charset", Course.CHECKED, "xslt", "not in the charset 'ISO-8859-1'", 2),
            new Charge("html", Course.CHECKED, "virtualization", "text/html", 2),
            new Charge("drops-last-byte", Course.CHECKED, "xslt", "cut short", 2),
            new Charge("echoes", Course.CHECKED, "xslt", "the request sent back", 2),
            new Charge("fault-200", Course.CHECKED, "xslt", "a fault answered with status 200", 2),
            new Charge("no-transform", Course.CHECKED, "xslt", "not transformed", 2),
            new Charge("skips-chunked", Course.CHECKED, "xslt", "not transformed.*; the backend answered in chunks", 2),
            new Charge("transforms-request-only", Course.CHECKED, "xslt", "not transformed", 2),
            new Charge("skips-keys", Course.CHECKED, "key", "a message that must be refused .*: status 200", 2),
            new Charge("answers-early", Course.CROWDED, "virtualization", WITHOUT + ": while it held", 4),
            new Charge("caches", Course.LOADED, "virtualization", WITHOUT, 4),
            new Charge("caches-chain", Course.LOADED, "chain", WITHOUT + ": ([0-9]+ ans|while)", 4),
            new Charge("doubles-part", Course.LOADED, "split", "duplicated: the backend received", 4),
            new Charge("loses-part", Course.LOADED, "split", WITHOUT + ": (while|[0-9]+ ans)", 4),
            new Charge("mixes-clients", Course.LOADED, "split", "wrong content|somebody else's answer", 3),
            new Charge("changes-digit", Course.LOADED, "xslt", "whole answers were not the expected ones", 3),
            new Charge("closes-connections", Course.LOADED, "xslt", "reset", 3),
            new Charge("cuts-connections", Course.LOADED, "xslt", "cut short", 3),
            new Charge("duplicates", Course.LOADED, "virtualization", "duplicated", 4),
            new Charge("empty-200", Course.LOADED, "virtualization", "wrong content", 3),
            new Charge("empty-envelope", Course.LOADED, "virtualization", "wrong content", 3),
            new Charge("fakes-route", Course.LOADED, "cbr", "wrong route", 4),
            new Charge("invents-messages", Course.LOADED, "virtualization", WITHOUT, 4),
            new Charge("late-drops-last-byte", Course.LOADED, "xslt", "wrong content", 3),
            new Charge("late-echoes", Course.LOADED, "cbr", "wrong content", 3),
            new Charge("late-no-transform", Course.LOADED, "xslt", "wrong status", 3),
            new Charge("late-skips-chunked", Course.LOADED, "xslt", "wrong content", 3),
            new Charge("late-transforms-request-only", Course.LOADED, "xslt", "wrong content", 3),
            new Charge("length-too-long", Course.LOADED, "cbr", "cut short", 3),
            new Charge("no-backend", Course.LOADED, "virtualization", WITHOUT, 4),
            new Charge(
                    "pads-text",
                    Course.LOADED,
                    "virtualization",
                    "wrong content|whole answers were not the expected",
                    3),
            new Charge("replays-messages", Course.LOADED, "cbr", "duplicated|" + WITHOUT, 4),
            new Charge("retries", Course.LOADED, "cbr", "duplicated", 4),
            new Charge("retries-slow", Course.LOADED, "cbr", "duplicated", 4),
            new Charge("swapped-nonce", Course.LOADED, "cbr", "somebody else's answer", 3),
            new Charge("swaps-neighbours", Course.LOADED, "cbr", "somebody else's answer", 3),
            new Charge("truncates-under-load", Course.CROWDED, "virtualization", "wrong content", 3),
            new Charge("lets-through", Course.LOADED, "validation", "wrong status", 3),
            new Charge("skips-signatures", Course.LOADED, "ws-security", "wrong status", 3),
            new Charge("validates-late", Course.LOADED, "validation", "or were to be refused", 4),
            new Charge("limits-early", Course.LIMITED, "limit", "the limit of a key was not kept", 4),
            new Charge("limits-late", Course.LIMITED, "limit", "the limit of a key was not kept", 4),
            new Charge("wrong-route", Course.LOADED, "cbr", "wrong route", 3),
            new Charge("serves-fifty", Course.THRONGED, "cbr", "answers at most 50 clients at once", 29),
            new Charge("drops-messages", Course.LOSING, "virtualization", "lost", 4),
            new Charge(
                    "drifts",
                    Course.DRIFTING,
                    "virtualization",
                    "unstable: .*(in CPU time per message|drifted by -|slower than the first)",
                    9),
            new Charge("slow-after-3s", Course.AGEING, "virtualization", "unstable: .*(slower|level by -)", 9),
            new Charge("stalls", Course.AGEING, "virtualization", "unstable: .*stalled", 9),
            new Charge("slow-after-10s", Course.TIRED, "virtualization", "unstable: .*(slower|level by -)", 9),
            new Charge(
                    "leaks-connections",
                    Course.LEAKING,
                    "virtualization",
                    "leaks: .*(connections|descriptors) grow",
                    18),
            new Charge("leaks-memory", Course.DRIFTING, "virtualization", "leaks: memory grows", 18),
            new Charge("leaks-heap", Course.FILLING, "virtualization", "leaks: heap grows", 18));

    /** The charge against the mutant of this name. */
    static Charge of(String mutant) {
        return ALL.stream()
                .filter(charge -> charge.mutant().equals(mutant))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no mutant '" + mutant + "' is charged"));
    }

    /** Whether this accusation, which is null when there was none, has the right name. */
    boolean isNamedIn(String accusation) {
        return accusation != null && Pattern.compile(name).matcher(accusation).find();
    }
}
