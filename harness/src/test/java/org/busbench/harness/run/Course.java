package org.busbench.harness.run;

/** A way of trying mutants, as short as what it must show allows. */
enum Course {
    /** Messages without load. */
    CHECKED(0, 200, 200, "0ms"),
    /** A moment of full load. */
    LOADED(1, 150, 600, "0ms"),
    /** The same for one whose clients wait in vain at the end. */
    LOSING(1, 250, 800, "2ms"),
    /** Seconds of some load. */
    TIRING(1, 300, 6000, "5ms"),
    /** More of them. */
    TIRED(1, 300, 14_000, "5ms"),
    /** As many as a trend needs. */
    LEAKING(1, 300, 9000, "5ms"),
    /** Trial after trial. */
    FILLING(8, 100, 700, "4ms");

    private final int blocks;
    private final int warmupMillis;
    private final int measureMillis;
    private final String think;

    Course(int blocks, int warmupMillis, int measureMillis, String think) {
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
        return this == CHECKED || this == LOADED;
    }

    /** Whether a process is worn out by a verdict, so that each repeat needs a new one. */
    boolean wearsOut() {
        return this == LEAKING || this == FILLING;
    }

    /** Whether the machine is not busy with it, so that several runs go on at once. */
    boolean leavesRoom() {
        return !think.equals("0ms");
    }

    /** The suite's settings of the load, so many times as long as on a machine that is free. */
    String settings(int patience) {
        boolean ages = this == TIRING || this == TIRED || wearsOut();
        int warmup = ages ? warmupMillis : warmupMillis * patience;
        int measure = wearsOut() || patience == 1 ? measureMillis : Math.max(measureMillis, 800 * patience);
        return String.join(
                "\n",
                "primer: 0s",
                "warmup: " + warmup + "ms",
                "measure: " + measure + "ms",
                "think: " + think,
                "concurrency: [8]");
    }
}
