package org.busbench.harness.mutants;

/**
 * A way of trying mutants, as short as what it must show allows. Where the point is a change over time, nothing else goes on
 * beside it: to the analysis every other run is a stranger on the machine, whose use of it excuses the mediator. And each
 * attempt meets a process that was started for it: one that is slow already does not become slow.
 */
enum Course {
    /** Messages without load. */
    CHECKED(Beside.OTHERS, 0, 200, 200, "0ms"),
    /** A moment of load. */
    LOADED(Beside.OTHERS, 1, 150, 600, "4ms"),
    /** A moment of as much load as there can be. */
    CROWDED(Beside.OTHERS, 1, 150, 600, "0ms"),
    /** The same with more clients than some have threads. */
    THRONGED(Beside.OTHERS, 1, 150, 600, "20ms"),
    /** The same for one whose clients wait in vain at the end. */
    LOSING(Beside.OTHERS, 1, 250, 800, "2ms"),
    /** As many seconds as a trend in counts needs. */
    LEAKING(Beside.NOTHING, 1, 300, 7000, "5ms"),
    /** Trial after trial. */
    FILLING(Beside.OTHERS, 8, 100, 700, "4ms"),
    /** Three seconds of youth, and as many after it. */
    AGEING(Beside.NOTHING, 1, 300, 6000, "5ms"),
    /** As many seconds as a trend needs. */
    DRIFTING(Beside.NOTHING, 1, 300, 8000, "5ms"),
    /** Ten seconds, and some more. */
    TIRED(Beside.NOTHING, 1, 300, 13_000, "5ms");

    private final Beside beside;
    private final int blocks;
    private final int warmupMillis;
    private final int measureMillis;
    private final String think;

    private enum Beside {
        OTHERS,
        NOTHING
    }

    Course(Beside beside, int blocks, int warmupMillis, int measureMillis, String think) {
        this.beside = beside;
        this.blocks = blocks;
        this.warmupMillis = warmupMillis;
        this.measureMillis = measureMillis;
        this.think = think;
    }

    /** Blocks after which there is a verdict. */
    int blocks() {
        return blocks;
    }

    /** Whether the build has time for it. */
    boolean isShort() {
        return this == CHECKED || this == LOADED || this == CROWDED || this == THRONGED;
    }

    /** Whether no other run may go on beside it. */
    boolean isAlone() {
        return beside == Beside.NOTHING;
    }

    /** Whether each attempt needs a process of its own: it wears out, or grows old. */
    boolean startsAnew() {
        return !isShort() && this != LOSING;
    }

    /** Messages of a trial without which a rare fault need not have come up. */
    long fewestMessages() {
        return this == LOSING ? 130 : 200;
    }

    /** Whether those count that were sent at all, since few are answered: of others, only what came in the window shows. */
    boolean endsSilent() {
        return this == LOSING;
    }

    /** The suite's settings of the load, where that helps so many times as long as on a machine that is free. */
    String settings(int length) {
        int warmup = startsAnew() ? warmupMillis : warmupMillis * length;
        int measure = startsAnew() || length == 1 ? measureMillis : Math.max(measureMillis, 800 * length);
        return String.join(
                "\n",
                "primer: 0s",
                "warmup: " + warmup + "ms",
                "measure: " + measure + "ms",
                "think: " + think,
                "concurrency: [" + (this == THRONGED ? 100 : 8) + "]");
    }
}
