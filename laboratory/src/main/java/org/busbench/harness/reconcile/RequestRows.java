package org.busbench.harness.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.busbench.common.DataRows;

/**
 * The rows of which the plans make their requests, in turn. The nio sampler begins each load at the first row, and changes
 * the nonces of the rows by round and by the load's salt: so the number of requests says which nonces were sent, and where
 * to. Where the rows have no nonces, or no routes, it does not.
 */
public final class RequestRows {
    /** No data: neither nonces nor routes are known. */
    public static final RequestRows NONE = new RequestRows(null, null);

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
        return rows != null
                && rows.nonceColumn() >= 0
                && IntStream.range(0, rows.size()).noneMatch(rows::isLimited);
    }

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
