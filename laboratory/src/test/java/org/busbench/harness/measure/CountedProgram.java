package org.busbench.harness.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that does a known number of rounds of work when it is told to: {@code here N} on the thread that listens,
 * {@code born N} on one that is born for it and ended when it answers. To be run without compilers, so that a round always
 * takes the same instructions.
 */
final class CountedProgram {
    private CountedProgram() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 2);
            long rounds = Long.parseLong(words[1]);
            if (words[0].equals("born")) {
                Thread thread = new Thread(() -> work(rounds));
                thread.start();
                thread.join();
            } else {
                work(rounds);
            }
            System.out.println("done");
            System.out.flush();
        }
    }

    private static void work(long rounds) {
        long value = 1;
        for (long i = 0; i < rounds; i++) {
            value = value * 31 + i;
        }
        if (value == 0) {
            System.out.println("zero");
        }
    }
}
