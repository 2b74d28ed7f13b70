package org.busbench.reports.jtl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.busbench.record.RunProblem;

/**
 * The seconds of a log: how many threads were active in each, and whether requests were under way. Its size is that of
 * the log's duration, not of its samples. Not safe for concurrent use.
 */
final class Timeline {

    private static final int MOST_SECONDS = 48 * 3600;
    /** Rows are written as samples end: neighbours may change places, more is another log. */
    private static final int DISORDER_SECONDS = 60;

    private static final long MILLIS = 1000;

    private final Function<String, RunProblem> problem;
    private long first = Long.MIN_VALUE;
    private long newest;
    private int[] fewest = new int[1024];
    private int[] most = new int[1024];
    private boolean[] used = new boolean[1024];

    /** Empty; what makes a problem of what is said against the sample that is being added. */
    Timeline(Function<String, RunProblem> problem) {
        this.problem = problem;
    }

    /** Takes the next sample in. */
    void add(Sample sample) {
        long second = Math.floorDiv(sample.endMillis(), MILLIS);
        if (first == Long.MIN_VALUE) {
            first = second - DISORDER_SECONDS;
            newest = second;
        }
        if (second < newest - DISORDER_SECONDS) {
            throw problem.apply("ended " + (newest - second) + " s before a row above it: these are two logs in one"
                    + " file, or not in order; give them apart");
        }
        newest = Math.max(newest, second);
        if (newest - first >= MOST_SECONDS) {
            throw problem.apply("ended more than 48 h after the first row: give the log in parts");
        }
        int at = (int) (second - first);
        reach(at);
        fewest[at] = fewest[at] == 0 ? sample.threads() + 1 : Math.min(fewest[at], sample.threads() + 1);
        most[at] = Math.max(most[at], sample.threads() + 1);
        long begun = Math.max(0, Math.floorDiv(sample.startMillis(), MILLIS) - first);
        for (int under = at; under >= begun; under--) {
            used[under] = true;
        }
    }

    private void reach(int at) {
        if (at >= fewest.length) {
            int size = Math.max(at + 1, 2 * fewest.length);
            fewest = Arrays.copyOf(fewest, size);
            most = Arrays.copyOf(most, size);
            used = Arrays.copyOf(used, size);
        }
    }

    /**
     * The parts in which the number of threads stood still. A second in which it changed belongs to none; one in which
     * nothing ended belongs to the part around it when requests were under way, which is a stall and no pause. A first or
     * last second that was not full is left out, then so many seconds of warm-up.
     *
     * @param pauses whether a second without any request belongs to the part around it as well
     */
    List<Stretch> stretches(int warmupSeconds, boolean pauses) {
        List<Stretch> found = new ArrayList<>();
        int start = -1;
        int last = -1;
        for (int at = 0; at <= newest - first; at++) {
            boolean empty = fewest[at] == 0;
            if (empty && (used[at] || pauses)) {
                last = used[at] ? at : last;
                continue;
            }
            boolean steady = !empty && fewest[at] == most[at];
            if (start >= 0 && !(steady && fewest[at] == fewest[start])) {
                close(start, last, warmupSeconds, found);
                start = -1;
            }
            if (steady) {
                start = start < 0 ? at : start;
                last = at;
            }
        }
        if (start >= 0) {
            close(start, last, warmupSeconds, found);
        }
        return found;
    }

    private void close(int start, int last, int warmupSeconds, List<Stretch> found) {
        int from = (full(start - 1) ? start : start + 1) + warmupSeconds;
        int to = full(last + 1) ? last + 1 : last;
        if (to > from) {
            found.add(new Stretch(fewest[start] - 1, (first + from) * MILLIS, (first + to) * MILLIS));
        }
    }

    /** Whether requests were under way in a neighbouring second, too, so that the one beside it is whole. */
    private boolean full(int neighbour) {
        return neighbour >= 0 && neighbour <= newest - first && used[neighbour];
    }
}
