package org.busbench.harness.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that was meant by a mistyped one. */
public final class Nearest {
    private Nearest() {}

    /** The known name that is a slip of the finger away from the given one. */
    public static Optional<String> to(String unknown, Collection<String> known) {
        int tolerated = Math.max(1, unknown.length() / 3);
        return known.stream()
                .filter(name -> distance(unknown, name) <= tolerated)
                .min(Comparator.comparingInt((String name) -> distance(unknown, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The end of an error message: {@code , did you mean 'x'?}, or all the known names. */
    public static String hint(String unknown, Collection<String> known) {
        return to(unknown, known)
                .map(name -> ", did you mean '" + name + "'?")
                .orElse(known.isEmpty() ? "; there are none" : "; known: " + String.join(", ", known));
    }

    /** Insertions, deletions, substitutions and swaps of neighbours, whatever the case. */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(java.util.Locale.ROOT);
        String b = right.toLowerCase(java.util.Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int changed = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(changed, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
