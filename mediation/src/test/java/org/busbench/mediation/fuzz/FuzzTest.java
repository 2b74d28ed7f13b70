package org.busbench.mediation.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.busbench.mediation.axiom.XPathFuzz;
import org.busbench.mediation.http.ChunksFuzz;
import org.busbench.mediation.http.HeadFuzz;
import org.busbench.mediation.xml.TokenizerFuzz;
import org.busbench.mediation.xslt.StylesheetFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Gives each target of the fuzzer its corpus, {@code src/test/fuzz}, and some mutants of it. {@code -Dbusbench.fuzz.times=N} asks for N times as many,
 * {@code -Dbusbench.fuzz.seed=N} for others. Jazzer, which is guided by what an input reaches, finds more: see {@code CONTRIBUTING.md}.
 */
class FuzzTest {
    private static final Path CORPUS = Path.of("src", "test", "fuzz");

    @ParameterizedTest
    @EnumSource(Target.class)
    void holdsWhatItPromisesForEachInputOfTheCorpusAndForMutants(Target target) throws Exception {
        List<byte[]> corpus = corpus(target);
        assertThat(corpus).isNotEmpty();
        for (byte[] input : corpus) {
            target.check(input);
        }
        Random random = new Random(Long.getLong("busbench.fuzz.seed", 20261123L));
        int mutants = target.mutants * Integer.getInteger("busbench.fuzz.times", 1);
        for (int i = 0; i < mutants; i++) {
            byte[] mutant = corpus.get(random.nextInt(corpus.size()));
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                mutant = changed(mutant, corpus, random);
            }
            target.check(mutant);
        }
    }

    private static List<byte[]> corpus(Target target) throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve(target.folder))) {
            return files.sorted().map(FuzzTest::bytes).toList();
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A byte put in another's place, or a range cut out, repeated, or taken from another input. */
    private static byte[] changed(byte[] input, List<byte[]> corpus, Random random) {
        int from = random.nextInt(input.length + 1);
        int to = Math.min(input.length, from + random.nextInt(1 + random.nextInt(24)));
        byte[] other = random.nextBoolean() ? input : corpus.get(random.nextInt(corpus.size()));
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        made.write(input, 0, from);
        switch (random.nextInt(4)) {
            case 0 -> made.write(random.nextInt(4) == 0 ? random.nextInt(256) : ' ' + random.nextInt(95));
            case 1 -> {
                int begin = random.nextInt(other.length + 1);
                made.write(other, begin, Math.min(other.length - begin, random.nextInt(24)));
            }
            case 2 -> {
                to = from;
                int begin = random.nextInt(other.length + 1);
                made.write(other, begin, Math.min(other.length - begin, random.nextInt(24)));
            }
            default -> {}
        }
        made.write(input, to, input.length - to);
        return made.toByteArray();
    }

    private enum Target {
        HEAD("HeadFuzz", 12_000) {
            @Override
            void check(byte[] input) {
                HeadFuzz.fuzzerTestOneInput(input);
            }
        },
        CHUNKS("ChunksFuzz", 12_000) {
            @Override
            void check(byte[] input) {
                ChunksFuzz.fuzzerTestOneInput(input);
            }
        },
        TOKENIZER("TokenizerFuzz", 1_500) {
            @Override
            void check(byte[] input) throws Exception {
                TokenizerFuzz.fuzzerTestOneInput(input);
            }
        },
        XPATH("XPathFuzz", 1_500) {
            @Override
            void check(byte[] input) throws Exception {
                XPathFuzz.fuzzerTestOneInput(input);
            }
        },
        STYLESHEET("StylesheetFuzz", 150) {
            @Override
            void check(byte[] input) {
                StylesheetFuzz.fuzzerTestOneInput(input);
            }
        };

        private final String folder;
        private final int mutants;

        Target(String folder, int mutants) {
            this.folder = folder;
            this.mutants = mutants;
        }

        /** Fails when a promise is broken. */
        abstract void check(byte[] input) throws Exception;
    }
}
