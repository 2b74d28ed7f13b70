package org.busbench.harness.mutants;

/**
 * A way of trying mutants, as short as the fault to be shown allows. A course about a change over time runs alone: the
 * analysis takes every other run for foreign use of the machine, which excuses the mediator. Each of its attempts starts a
 * process of its own, since a process that is slow already does not become slow.
 */
enum Course {
    /** Single messages, before any load. */
    CHECKED(Beside.OTHERS, 0, 200, 200, "0ms"),
    /** A moment of load with pauses between the messages. */
    LOADED(Beside.OTHERS, 1, 150, 1500, "4ms"),
    /** A moment of load without pauses. */
    CROWDED(Beside.OTHERS, 1, 150, 1000, "0ms"),
    /** Load without pauses, for as long as it takes to tell rates apart that differ by a tenth; a client that stands still takes no token. */
    LIMITED(Beside.NOTHING, 1, 150, 6000, "0ms"),
    /** A moment of load with more clients than some mediators have threads. */
    THRONGED(Beside.OTHERS, 1, 150, 600, "20ms"),
    /** A moment of load on a mediator whose clients wait in vain at the end. */
    LOSING(Beside.OTHERS, 1, 250, 800, "2ms"),
    /** Load for as many seconds as a trend in counts needs. */
    LEAKING(Beside.NOTHING, 1, 300, 7000, "5ms"),
    /** Many short trials on one process. */
    FILLING(Beside.OTHERS, 8, 100, 700, "4ms"),
    /** Load for three seconds before the mediator slows down, and three after. */
    AGEING(Beside.NOTHING, 1, 300, 6000, "5ms"),
    /** Load for as many seconds as a trend in latency or memory needs. */
    DRIFTING(Beside.NOTHING, 1, 300, 8000, "5ms"),
    /** Load for the ten seconds before the mediator tires, and three after. */
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

    /** The number of blocks that give a verdict. */
    int blocks() {
        return blocks;
    }

    /** Whether it is short enough for CI. */
    boolean isShort() {
        return this == CHECKED || this == LOADED || this == CROWDED || this == THRONGED;
    }

    /** Whether no other run may go on beside it. */
    boolean isAlone() {
        return beside == Beside.NOTHING;
    }

    /** Whether each attempt needs a process of its own, because the mutant changes with age or use. */
    boolean startsAnew() {
        return !isShort() && this != LOSING && this != LIMITED;
    }

    /** The messages that a trial must have: with fewer, a rare fault may not have shown. */
    long fewestMessages() {
        return this == LOSING ? 130 : 200;
    }

    /** Whether messages sent are counted, since few are answered; in other courses, the answers within the window. */
    boolean endsSilent() {
        return this == LOSING;
    }

    /** Lines of a suite for this load; where a longer load helps, {@code length} times as long as on an idle machine. */
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
