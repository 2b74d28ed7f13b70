package org.busbench.harness.measure;

/** Makes garbage, at a rate that leaves other programs some CPU, until it is killed. */
public final class Litterer {

    private static volatile byte[] litter;

    private Litterer() {}

    /** Says {@code begun} when it has begun. */
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("begun");
        while (true) {
            for (int i = 0; i < 1000; i++) {
                litter = new byte[4096];
            }
            Thread.sleep(1 + litter.length / 4096);
        }
    }
}
