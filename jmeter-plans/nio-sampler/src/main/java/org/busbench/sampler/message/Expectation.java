package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.busbench.common.DataRows;

/** What the body of a right answer must hold. Immutable, shared by all loops. */
public final class Expectation {
    private static final int MOST = 16;
    private static final String ROUTE_COLUMN = "route";

    private final List<Need> needs;
    private final byte[] end;
    private final List<String> routes;

    /** What a text in the answer proves. */
    enum Proof {
        /** That the answer belongs to this request. */
        NONCE,
        /** That the job was done. */
        CONTENT,
        /** That the right backend answered. */
        ROUTE
    }

    /** A text that must occur. */
    record Need(Proof proof, Template text) {}

    private Expectation(List<Need> needs, byte[] end, List<String> routes) {
        this.needs = List.copyOf(needs);
        this.end = end;
        this.routes = List.copyOf(routes);
    }

    /**
     * From the sampler's settings; an empty text asks for nothing.
     *
     * @param rows the values of the marks; its column {@code route} names the backends that there are
     * @param end how the body must end, blanks after it left out
     * @throws SettingException when there are too many texts, or one is too long
     */
    public static Expectation of(DataRows rows, String nonce, List<String> content, String route, String end)
            throws SettingException {
        List<Need> needs = new ArrayList<>();
        add(needs, Proof.NONCE, nonce, rows);
        for (String text : content) {
            add(needs, Proof.CONTENT, text, rows);
        }
        add(needs, Proof.ROUTE, route, rows);
        byte[] endBytes = end.getBytes(UTF_8);
        if (needs.size() > MOST || endBytes.length > Needles.LONGEST) {
            throw new SettingException(needs.size() + " texts and an end of " + endBytes.length
                    + " bytes must be in the answer: at most " + MOST + " and " + Needles.LONGEST + " can");
        }
        int column = rows.column(ROUTE_COLUMN);
        List<String> routes = column < 0
                ? List.of()
                : rows.values(column).stream().map(name -> '>' + name + '<').toList();
        return new Expectation(needs, endBytes, routes);
    }

    private static void add(List<Need> needs, Proof proof, String text, DataRows rows) throws SettingException {
        if (text.isEmpty()) {
            return;
        }
        Template template = Template.of(text, rows);
        Fields fields = new Fields(rows);
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

    List<Need> needs() {
        return needs;
    }

    byte[] end() {
        return end;
    }

    /** Texts by which the backends are known. */
    List<String> routes() {
        return routes;
    }
}
