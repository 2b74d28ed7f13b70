package org.busbench.harness.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.busbench.common.DataRows;
import org.busbench.harness.scenario.Scenario.Limit;
import org.busbench.record.Trial.Limited;

/**
 * The rows of which the plans make their requests, in turn. The nio sampler begins each load at the first row, and changes
 * the nonces of the rows by round and by the load's salt: so the number of requests says which nonces were sent, and where
 * to. Where the rows have no nonces, or no routes, it does not.
 */
public final class RequestRows {
    /** No data: neither nonces nor routes are known. */
    public static final RequestRows NONE = new RequestRows(null, null);

    private static final double MOST_ABOVE = 0.03;
    private static final double MOST_BELOW = 0.07;
    /** How far above the limit the demand must be that too few messages let through are the limiter's fault. */
    private static final double LIMIT_PRESSURE = 1.2;

    private static final String ROUTE = "route";
    private static final String BACKEND = "backend-";

    private final DataRows rows;
    private final String[] letters;

    private RequestRows(DataRows rows, String[] letters) {
        this.rows = rows;
        this.letters = letters;
    }

    /**
     * Reads the rows.
     *
     * @param file CSV, perhaps with the columns nonce (16 hexadecimal digits) and route
     * @throws IOException when it cannot be read, or is not of that form
     */
    public static RequestRows read(Path file) throws IOException {
        DataRows rows = DataRows.read(file);
        if (rows.columns().contains("nonce") && rows.nonceColumn() < 0) {
            throw new IOException(file + ": not every nonce in it is 16 lower-case hexadecimal digits");
        }
        int column = rows.column(ROUTE);
        if (column < 0) {
            return new RequestRows(rows, null);
        }
        String[] letters = new String[rows.size()];
        for (int row = 0; row < letters.length; row++) {
            String route = new String(rows.field(row, column), UTF_8);
            if (rows.isRefused(row) || rows.isLimited(row)) {
                continue;
            }
            if (!route.startsWith(BACKEND)) {
                throw new IOException(file + ":" + (row + 2) + ": the route '" + route + "' is none of the backends");
            }
            letters[row] = route.substring(BACKEND.length());
        }
        return new RequestRows(rows, letters);
    }

    /** Whether {@link #nonceSum} is known. Which messages of a limited key are let through is not. */
    public boolean haveNonces() {
        return rows != null && rows.nonceColumn() >= 0 && share(rows::isLimited) == 0;
    }

    /** Whether {@link #routes} is known. */
    public boolean areRouted() {
        return letters != null;
    }

    /**
     * Sum over the nonces of a load of the nio sampler, as the backend's {@code Nonces} defines it.
     *
     * @param requests how many were begun
     * @param refusals whether those that must be refused were, and are left out
     * @param messages nonces of the messages that each request makes, with <code>${nonce}</code> for its own
     */
    public long nonceSum(long requests, long salt, boolean refusals, List<String> messages) {
        long sum = 0;
        for (long number = 0; number < requests; number++) {
            boolean refused = refusals && rows.isRefused((int) (number % rows.size()));
            sum += refused ? 0 : NonceSum.of(rows.nonce(number) ^ salt, messages);
        }
        return sum;
    }

    /**
     * Holds the answers of a load to a limit. The load takes the rows in turn, so that the number of answers says how many were of the
     * limited key, and how many had to be refused anyway.
     *
     * @param refused how many of the answers were refusals
     * @param seconds in which they came
     */
    public Limited limited(Limit limit, long answers, long refused, double seconds) {
        double asked = answers * share(rows::isLimited);
        double allowed = limit.perSecond() * seconds;
        // At either end of the window may lie a burst. A limiter that hands each permit out anew loses time between two
        // messages.
        double most = allowed + 2 * limit.burst() + MOST_ABOVE * allowed;
        double least = asked < LIMIT_PRESSURE * allowed ? 0 : allowed - limit.burst() - MOST_BELOW * allowed;
        return new Limited(
                Math.round(asked - refused + answers * share(rows::isRefused)), (long) Math.max(0, least), (long)
                        Math.ceil(most));
    }

    /** What {@link #limited} makes its figures of, beside answers and seconds, by the names of readings. */
    public Map<String, Long> ofLimit(Limit limit) {
        return Map.of(
                "rows", (long) rows.size(),
                "limitedRows", count(rows::isLimited),
                "refusedRows", count(rows::isRefused),
                "perSecond", (long) limit.perSecond(),
                "burst", (long) limit.burst());
    }

    private long count(IntPredicate kind) {
        return IntStream.range(0, rows.size()).filter(kind).count();
    }

    private double share(IntPredicate kind) {
        return count(kind) / (double) rows.size();
    }

    /** Where so many requests of a load must go. */
    public Map<String, Long> routes(long requests) {
        Map<String, Long> routes = new TreeMap<>();
        for (int row = 0; row < letters.length; row++) {
            long times = requests / letters.length + (row < requests % letters.length ? 1 : 0);
            if (letters[row] != null) {
                routes.merge(letters[row], times, Long::sum);
            }
        }
        return routes;
    }
}
