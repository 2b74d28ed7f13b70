package org.busbench.mediation.xslt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xslt.MessageTransformer.EnvelopeReader;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.stream.Transducer;
import org.busbench.mediation.xslt.stream.Transducer.Outcome;
import org.junit.jupiter.api.Test;

/**
 * Generated stylesheets on generated messages, without a tree and by Saxon: the results agree to the byte, and so do the failures.
 * {@code -Dbusbench.xslt.stylesheets=4000} asks for more of them, {@code -Dbusbench.xslt.seed=N} for others; each gets ten messages.
 */
class StreamedAsSaxonTest {

    private static final int MESSAGES = 10;
    private static final Map<String, String> GIVEN = Map.of("g", "given & <taken>");

    @Test
    void makesToTheByteWhatSaxonMakes() throws Exception {
        int count = Integer.getInteger("busbench.xslt.stylesheets", 150);
        long seed = Long.getLong("busbench.xslt.seed", 20261122L);
        Random random = new Random(seed);
        GeneratedStylesheets stylesheets = new GeneratedStylesheets(random);
        GeneratedEnvelopes envelopes = new GeneratedEnvelopes(random);
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        int programs = 0;
        int pairs = 0;
        int refused = 0;
        while (programs < count) {
            String written = stylesheets.next();
            Stylesheet stylesheet;
            try {
                stylesheet =
                        new Stylesheets().compile("test", written.getBytes(StandardCharsets.UTF_8), Resources.NONE);
            } catch (StylesheetException e) {
                refused++;
                continue;
            }
            if (stylesheet.program() == null) {
                refused++;
                continue;
            }
            programs++;
            Stylesheet onTree = stylesheet.onTree();
            MessageTransformer streaming = new MessageTransformer(Limits.DEFAULT, 1 << 20);
            MessageTransformer building = new MessageTransformer(Limits.DEFAULT, 1 << 20);
            Transducer transducer = new Transducer(stylesheet.program(), 1 << 20);
            EnvelopeReader reader = new EnvelopeReader(Limits.DEFAULT);
            for (int i = 0; i < MESSAGES; i++) {
                byte[] message = envelopes.next().getBytes(StandardCharsets.UTF_8);
                Map<String, String> parameters = random.nextBoolean() ? GIVEN : Map.of();
                Part selection = random.nextInt(4) == 0 ? Part.ENVELOPE : Part.FIRST_IN_BODY;
                assertThat(outcome(streaming, stylesheet, selection, parameters, message))
                        .as(
                                "seed %d, pair %d%n%s%n%s",
                                seed, pairs, written, new String(message, StandardCharsets.UTF_8))
                        .isEqualTo(outcome(building, onTree, selection, parameters, message));
                if (reader.find(selection, message, 0, message.length) >= 0) {
                    outcomes.merge(
                            transducer.run(reader.tokenizer(), message, reader.body(), parameters), 1, Integer::sum);
                }
                pairs++;
            }
        }
        System.out.printf("%d stylesheets (%d more needed a tree), %d pairs: %s%n", programs, refused, pairs, outcomes);
        assertThat(outcomes.get(Outcome.DONE)).as("pairs done without a tree").isGreaterThan(pairs / 4);
        assertThat(refused).as("stylesheets that need a tree").isLessThan(programs);
    }

    private static String outcome(
            MessageTransformer transformer,
            Stylesheet stylesheet,
            Part selection,
            Map<String, String> parameters,
            byte[] message) {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        try {
            transformer.transform(
                    stylesheet,
                    selection,
                    parameters,
                    message,
                    0,
                    message.length,
                    null,
                    (bytes, from, to) -> result.write(bytes, from, to - from));
            return result.toString(StandardCharsets.UTF_8);
        } catch (TransformationException e) {
            return e.kind() + ": " + e.getMessage();
        }
    }
}
