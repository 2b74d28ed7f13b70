package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Documents. However the bytes arrive, the tokenizer reads the same; what it accepts, Woodstox and the JDK's parser accept, and see the same. */
public final class TokenizerFuzz {
    private static final int LONGEST = 4000;
    private static final Tokenizer TOKENIZER = new Tokenizer(Limits.DEFAULT);
    private static final ConformingParser CONFORMING = new ConformingParser(Limits.DEFAULT);

    private TokenizerFuzz() {}

    /** Called by the fuzzer, on one thread. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        byte[] document = Arrays.copyOf(input, Math.min(input.length, LONGEST));
        String text = new String(document, StandardCharsets.UTF_8);
        Random random = new Random(Arrays.hashCode(document));
        List<Integer> cuts = random.ints(random.nextInt(8), 0, document.length + 1)
                .sorted()
                .boxed()
                .collect(Collectors.toList());
        String whole = Events.ofTokenizer(TOKENIZER, document, List.of());
        assertThat(Events.ofTokenizer(TOKENIZER, document, cuts))
                .as("cut at %s: %s", cuts, text)
                .isEqualTo(whole);
        if (whole != null) {
            assertThat(Events.ofWoodstox(CONFORMING, document))
                    .as("Woodstox: %s", text)
                    .isEqualTo(whole);
            assertThat(Events.jdkAccepts(document)).as("JDK: %s", text).isTrue();
        }
    }
}
