package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Damaged messages, read by the tokenizer, by Woodstox and by the JDK's parser. What the tokenizer finds odd Woodstox judges, so nothing that both
 * accept can be refused; what the tokenizer accepts both must accept. {@code -Dbusbench.xml.mutants=60000} asks for more of them,
 * {@code -Dbusbench.xml.seed=N} for others.
 */
class MutantsTest {
    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);

    @Test
    void neverAcceptsWhatAConformingParserRefusesAndSeesTheSame() throws Exception {
        int count = Integer.getInteger("busbench.xml.mutants", 4000);
        long seed = Long.getLong("busbench.xml.seed", 20261121L);
        Mutants mutants = new Mutants(seed);
        int accepted = 0;
        int handedOver = 0;
        for (int i = 0; i < count; i++) {
            byte[] mutant = mutants.next();
            String whole = Events.ofTokenizer(tokenizer, mutant, List.of());
            String pieces = Events.ofTokenizer(tokenizer, mutant, mutants.cuts(mutant.length));
            String reference = Events.ofWoodstox(conforming, mutant);
            String text = new String(mutant, StandardCharsets.UTF_8);
            assertThat(pieces)
                    .as("mutant %d of seed %d, in pieces: %s", i, seed, text)
                    .isEqualTo(whole);
            if (whole != null) {
                accepted++;
                assertThat(reference)
                        .as("mutant %d of seed %d: %s", i, seed, text)
                        .isEqualTo(whole);
                assertThat(Events.jdkAccepts(mutant))
                        .as("mutant %d of seed %d, JDK: %s", i, seed, text)
                        .isTrue();
            } else if (reference != null) {
                handedOver++;
            }
        }
        System.out.printf(
                "%d mutants: %d accepted, %d well-formed but left to the conforming parser, %d refused%n",
                count, accepted, handedOver, count - accepted - handedOver);
        assertThat(accepted).as("mutants that are still well-formed").isGreaterThan(count / 20);
        assertThat(handedOver).as("well-formed mutants that are odd").isLessThan(accepted / 2);
    }
}
