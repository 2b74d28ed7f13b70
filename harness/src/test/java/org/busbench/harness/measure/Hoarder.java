package org.busbench.harness.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes 8 MiB of objects for each line of its input, and keeps them when it says {@code keep}. */
public final class Hoarder {
    private static final List<byte[]> KEPT = new ArrayList<>();

    private Hoarder() {}

    /** Ends with its input. */
    public static void main(String[] arguments) throws IOException {
        System.out.println("up");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            make(line.equals("keep"));
            System.out.println("done");
        }
    }

    private static void make(boolean keep) {
        for (int i = 0; i < 8192; i++) {
            byte[] made = new byte[1024 - 16];
            if (keep) {
                KEPT.add(made);
            }
        }
    }
}
