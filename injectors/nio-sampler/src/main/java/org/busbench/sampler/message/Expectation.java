package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.common.DataRows;

/**
 * The demands on the body of a right answer. Immutable, shared by all loops.
 *
 * @param lacks texts that must not occur
 * @param end how the body must end, blanks after it left out
 * @param foreign a nonce, be it this request's or that of another one
 * @param routes texts by which the backends are known
 * @param refusal of the messages whose rows say so; null where none must be refused
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Expectation(
        List<Need> needs,
        List<Template> lacks,
        byte[] end,
        int status,
        Pattern foreign,
        List<String> routes,
        Refusal refusal) {
    private static final int MOST = 16;
    private static final String ROUTE_COLUMN = "route";
    private static final String ROUTE_MARK = "@route@";
    private static final String NONCE_MARK = "@nonce@";

    /** The claim that a text in the answer proves. */
    enum Proof {
        /** The answer belongs to this request. */
        NONCE,
        /** The job was done. */
        CONTENT,
        /** The right backend answered. */
        ROUTE
    }

    record Need(Proof proof, Template text) {}

    /** Copies the lists. */
    public Expectation {
        needs = List.copyOf(needs);
        lacks = List.copyOf(lacks);
        routes = List.copyOf(routes);
    }

    /**
     * From the sampler's settings; an empty text asks for nothing.
     *
     * @param rows the values of the marks; its column {@code route} names the backends that there are
     * @param lacks texts that must not occur
     * @param status that the answer must have
     * @param end how the body must end, blanks after it left out
     * @throws SettingException when there are too many texts, or one is too long
     */
    public static Expectation of(
            DataRows rows, String nonce, List<String> content, List<String> lacks, String route, String end, int status)
            throws SettingException {
        List<Need> needs = new ArrayList<>();
        add(needs, Proof.NONCE, nonce, rows);
        for (String text : content) {
            add(needs, Proof.CONTENT, text, rows);
        }
        add(needs, Proof.ROUTE, route, rows);
        List<Need> forbidden = new ArrayList<>();
        for (String text : lacks) {
            add(forbidden, Proof.CONTENT, text, rows);
        }
        byte[] endBytes = end.getBytes(UTF_8);
        if (needs.size() > MOST || forbidden.size() > MOST || endBytes.length > Needles.LONGEST) {
            throw new SettingException(
                    Math.max(needs.size(), forbidden.size()) + " texts and an end of " + endBytes.length
                            + " bytes must be in the answer: at most " + MOST + " and " + Needles.LONGEST + " can");
        }
        return new Expectation(
                needs,
                forbidden.stream().map(Need::text).toList(),
                endBytes,
                status,
                foreign(nonce),
                routes(rows, route),
                null);
    }

    /**
     * These demands, save that messages whose rows say so must be refused.
     *
     * @param how null where none must be refused
     */
    public Expectation refusing(Refusal how) {
        return new Expectation(needs, lacks, end, status, foreign, routes, how);
    }

    /** Any nonce where this request's should be. A nonce with letters after it is that of another element. */
    private static Pattern foreign(String nonce) {
        int mark = nonce.indexOf(NONCE_MARK);
        String before = mark <= 0 ? "(?<![0-9a-f])" : Pattern.quote(nonce.substring(mark - 1, mark));
        int end = mark + NONCE_MARK.length();
        String after =
                mark < 0 || end == nonce.length() ? "(?![0-9a-f])" : Pattern.quote(nonce.substring(end, end + 1));
        return Pattern.compile(before + "([0-9a-f]{16})(?:-[A-Za-z0-9]+)?" + after);
    }

    /** The text of the route as each of the backends would have it. */
    private static List<String> routes(DataRows rows, String route) {
        int column = rows.column(ROUTE_COLUMN);
        if (column < 0 || route.isEmpty()) {
            return List.of();
        }
        List<String> names = rows.values(column);
        String pattern = names.stream()
                .filter(route::contains)
                .findFirst()
                .map(own -> route.replace(own, ROUTE_MARK))
                .orElse(route);
        return pattern.contains(ROUTE_MARK)
                ? names.stream().map(name -> pattern.replace(ROUTE_MARK, name)).toList()
                : List.of();
    }

    private static void add(List<Need> needs, Proof proof, String text, DataRows rows) throws SettingException {
        if (text.isEmpty()) {
            return;
        }
        Template template = Template.of(text, rows);
        Fields fields = new Fields(rows, true);
        byte[] buffer = new byte[Needles.LONGEST];
        for (int row = 0; row < rows.size(); row++) {
            fields.take(row);
            if (template.fill(fields, buffer) <= 0) {
                throw new SettingException("the expected text '" + text + "' is empty or longer than " + Needles.LONGEST
                        + " bytes with the values of row " + (row + 1));
            }
        }
        needs.add(new Need(proof, template));
    }
}
