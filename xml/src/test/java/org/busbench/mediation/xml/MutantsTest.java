package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged messages, read by the tokenizer, by Woodstox and by the JDK's parser. What the tokenizer finds odd Woodstox judges, so nothing that both
 * accept can be refused; what the tokenizer accepts both must accept. {@code -Dbusbench.xml.mutants=60000} asks for more of them,
 * {@code -Dbusbench.xml.seed=N} for others.
 */
class MutantsTest {
    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);

    /** Each document is new, and each shape is met by a tokenizer that knows the others. */
    @ParameterizedTest
    @EnumSource
    void readsEachShapeOfDocumentsWithoutHelpAndAsWoodstoxDoesHoweverTheBytesArrive(Shape shape) throws Exception {
        Random random = new Random(
                Long.getLong("busbench.xml.seed", 20261126L) + shape.name().hashCode());
        Mutants mutants = new Mutants(random.nextLong());
        for (int i = 0; i < Integer.getInteger("busbench.xml.mutants", 4000) / 100; i++) {
            byte[] document = shape.document(random, 200 + random.nextInt(3000));
            String text = new String(document, StandardCharsets.UTF_8);
            String reference = Events.ofWoodstox(conforming, document);
            assertThat(reference).as(text).isNotNull();
            assertThat(Events.jdkAccepts(document)).as(text).isTrue();
            assertThat(Events.ofTokenizer(tokenizer, document, List.of()))
                    .as("%s: %s", tokenizer.reason(), text)
                    .isEqualTo(reference);
            assertThat(Events.ofTokenizer(tokenizer, document, mutants.cuts(document.length)))
                    .as("in pieces: %s", text)
                    .isEqualTo(reference);
        }
    }

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
