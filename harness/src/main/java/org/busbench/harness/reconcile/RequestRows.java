package org.busbench.harness.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.common.DataRows;

/**
 * The rows of symbol, nonce and route of which the plans make their requests, in turn. The nio sampler begins each load
 * at the first row, and changes the nonces by round and by the load's salt: so the number of requests says which nonces
 * were sent, and where to.
 */
public final class RequestRows {
    private static final List<String> COLUMNS = List.of("symbol", "nonce", "route");
    private static final int NONCE = 1;
    private static final int ROUTE = 2;
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
     * @param file CSV with the columns symbol, nonce (16 hexadecimal digits) and route, in that order
     * @throws IOException when it cannot be read, or is not of that form
     */
    public static RequestRows read(Path file) throws IOException {
        DataRows rows = DataRows.read(file);
        if (!rows.columns().equals(COLUMNS)) {
            throw new IOException(file + " has no rows of symbol,nonce,route");
        }
        String[] letters = new String[rows.size()];
        for (int row = 0; row < letters.length; row++) {
            String route = new String(rows.field(row, ROUTE), UTF_8);
            String nonce = new String(rows.field(row, NONCE), UTF_8);
            if (!nonce.matches("[0-9a-f]{16}") || !route.startsWith(BACKEND)) {
                throw new IOException(file + ":" + (row + 2) + ": not a row of symbol,nonce,route: nonce '" + nonce
                        + "', route '" + route + "'");
            }
            letters[row] = route.substring(BACKEND.length());
        }
        return new RequestRows(rows, letters);
    }

    /**
     * Sum over the nonces of a load of the nio sampler, as the backend's {@code Nonces} defines it.
     *
     * @param requests how many were begun
     */
    public long nonceSum(long requests, long salt) {
        long sum = 0;
        for (long number = 0; number < requests; number++) {
            sum += NonceSum.mix(rows.nonce(number) ^ salt);
        }
        return sum;
    }

    /**
     * Where the requests of a load must go.
     *
     * @param requests how many were begun
     */
    public Map<String, Long> routes(long requests) {
        Map<String, Long> routes = new TreeMap<>();
        for (int row = 0; row < letters.length; row++) {
            long times = requests / letters.length + (row < requests % letters.length ? 1 : 0);
            routes.merge(letters[row], times, Long::sum);
        }
        return routes;
    }
}
