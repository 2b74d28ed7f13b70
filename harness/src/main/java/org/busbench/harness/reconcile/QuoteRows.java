package org.busbench.harness.reconcile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of symbol, nonce and route of which the plans make their requests, in turn. The nio sampler begins each load
 * at the first row, and makes of a row's nonce a new one each time that the rows begin again, and in each load by its salt:
 * so the number of requests says which nonces were sent, and where to.
 */
public final class QuoteRows {
    /** By which the nio sampler changes a nonce with each round. */
    private static final long ROUND = 0x9E3779B97F4A7C15L;

    private final long[] nonces;
    private final String[] letters;

    private QuoteRows(long[] nonces, String[] letters) {
        this.nonces = nonces;
        this.letters = letters;
    }

    /**
     * Reads the rows.
     *
     * @param file CSV with the columns symbol, nonce (16 hexadecimal digits) and route, in that order
     * @return the rows
     * @throws IOException when it cannot be read, or is not of that form
     */
    public static QuoteRows read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 2 || !lines.get(0).equals("symbol,nonce,route")) {
            throw new IOException(file + " has no rows of symbol,nonce,route");
        }
        long[] nonces = new long[lines.size() - 1];
        String[] letters = new String[nonces.length];
        for (int row = 0; row < nonces.length; row++) {
            String[] fields = lines.get(row + 1).split(",", -1);
            if (fields.length != 3 || !fields[1].matches("[0-9a-f]{16}") || !fields[2].startsWith("backend-")) {
                throw new IOException(
                        file + ":" + (row + 2) + ": not a row of symbol,nonce,route: " + lines.get(row + 1));
            }
            nonces[row] = Long.parseUnsignedLong(fields[1], 16);
            letters[row] = fields[2].substring("backend-".length());
        }
        return new QuoteRows(nonces, letters);
    }

    /**
     * Sum over the nonces of a load of the nio sampler.
     *
     * @param requests how many were begun
     * @param salt by which the load's nonces were changed
     * @return as the backend's {@code Nonces} defines it
     */
    public long nonceSum(long requests, long salt) {
        long sum = 0;
        for (long number = 0; number < requests; number++) {
            sum += NonceSum.mix(nonces[(int) (number % nonces.length)] ^ salt ^ (number / nonces.length * ROUND));
        }
        return sum;
    }

    /**
     * Where the requests of a load must go.
     *
     * @param requests how many were begun
     * @return requests by the instance's letter
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
