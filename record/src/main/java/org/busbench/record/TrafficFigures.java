package org.busbench.record;

/**
 * Names of the figures of good traffic beside an attack, in {@link Integrity#figures()}: its writer and its readers agree on them
 * here. {@code docs/results.md} says what each means.
 */
public final class TrafficFigures {
    public static final String GOOD_SENT = "goodSent";
    public static final String GOOD_RIGHT = "goodRight";
    public static final String GOOD_REFUSED = "goodRefused";
    public static final String GOOD_LOST = "goodLost";
    public static final String GOOD_WRONG = "goodWrong";
    public static final String GOOD_SWAPPED = "goodSwapped";
    public static final String QUIET_P99_MILLIS = "goodQuietP99Millis";
    public static final String P99_MILLIS = "goodP99Millis";
    /** The same while the attack goes against another copy: what the machine and the attackers cost alone. */
    public static final String CONTROL_P99_MILLIS = "goodControlP99Millis";

    public static final String GOODPUT_PERCENT = "goodputPercent";
    public static final String NORMAL_AFTER_MILLIS = "normalAfterMillis";

    private TrafficFigures() {}

    /** When something of the processes was read. */
    public enum Reading {
        BEFORE("Before"),
        MEANWHILE("Meanwhile"),
        AFTER("After");

        private final String word;

        Reading(String word) {
            this.word = word;
        }
    }

    /** Resident memory of the processes, in MiB. */
    public static String memory(Reading reading) {
        return "memory" + reading.word + "MiB";
    }

    /** The name of the figure for the heap that JVMs keep after a full collection, in MiB. */
    public static String heap(Reading reading) {
        return "liveHeap" + reading.word + "MiB";
    }

    public static String threads(Reading reading) {
        return "threads" + reading.word;
    }

    public static String descriptors(Reading reading) {
        return "descriptors" + reading.word;
    }

    /** CPU time of the processes until then, in percent of one CPU. */
    public static String cpu(Reading reading) {
        return "cpuPercent" + reading.word;
    }
}
