package org.busbench.sampler.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {
    private static final byte[] ONE = "00000000000000a1".getBytes(UTF_8);
    private static final byte[] OTHER = "00000000000001a2".getBytes(UTF_8);

    @TempDir
    private Path folder;

    private static byte[] answer(byte[] nonce, String price) {
        String ref = new String(nonce, UTF_8);
        return ("<a><r>" + ref + "</r><p>" + price + "</p><r>" + ref + "-z</r></a>").getBytes(UTF_8);
    }

    @Test
    void anAnswerThatDiffersInItsNonceAloneSaysTheSameWhereverItIsSplit() {
        KnownContent known = new KnownContent("content-01", answer(ONE, "172.31"), ONE);
        byte[] same = answer(OTHER, "172.31");
        for (int size = 1; size <= same.length; size++) {
            for (int offset = 0; offset < same.length; offset += size) {
                int length = Math.min(size, same.length - offset);
                assertThat(known.agrees(offset, same, offset, length, OTHER)).isTrue();
            }
        }
    }

    @Test
    void everyChangedByteShowsAndSoDoesTheNonceOfSomebodyElse() {
        KnownContent known = new KnownContent("content-01", answer(ONE, "172.31"), ONE);
        byte[] same = answer(OTHER, "172.31");
        for (int i = 0; i < same.length; i++) {
            byte[] changed = same.clone();
            changed[i] ^= 1;
            assertThat(known.agrees(0, changed, 0, changed.length, OTHER))
                    .as("byte %d", i)
                    .isFalse();
        }
        assertThat(known.agrees(0, same, 0, same.length, ONE)).isFalse();
        byte[] longer = answer(OTHER, "172.310");
        assertThat(known.agrees(0, longer, 0, longer.length, OTHER)).isFalse();
    }

    @Test
    void eachContentIsKeptOnceWithTheNumberOfAnswersThatSayIt() throws IOException {
        try (Evidence evidence = Evidence.in(folder, 0, 0, 20)) {
            evidence.contents().ofKinds(2);
            evidence.differs(0, ONE, "q".getBytes(UTF_8), answer(ONE, "1"));
            evidence.differs(1, ONE, "q".getBytes(UTF_8), answer(ONE, "2"));
            evidence.differs(0, OTHER, "q".getBytes(UTF_8), answer(OTHER, "3"));
            evidence.differs(0, OTHER, "q".getBytes(UTF_8), answer(OTHER, "3"));
            KnownContent first = evidence.contents().of(0);
            assertThat(first.agrees(0, answer(OTHER, "1"), 0, first.length(), OTHER))
                    .isTrue();
            first.count();
        }

        assertThat(Files.readAllLines(folder.resolve("contents.csv")))
                .containsExactly("name,answers", "content-01,2", "content-02,1", "content-03,2");
        assertThat(folder.resolve("content-03.request.xml")).hasContent("q");
        assertThat(folder.resolve("content-03.response.xml")).hasBinaryContent(answer(OTHER, "3"));
    }

    @Test
    void firstAnswersLeaveRoomForThoseThatDiffer() throws IOException {
        try (Evidence evidence = Evidence.in(folder, 0, 0, 20)) {
            Contents contents = evidence.contents();
            contents.ofKinds(100);
            for (int kind = 0; kind < 100; kind++) {
                evidence.differs(kind, ONE, ONE, answer(ONE, "1"));
            }
            assertThat(contents.wants(0)).isTrue();
            assertThat(contents.wants(99)).as("there is no room for its first").isFalse();
            evidence.differs(0, ONE, ONE, answer(ONE, "2"));
        }

        assertThat(Files.readAllLines(folder.resolve("contents.csv"))).hasSize(1 + 4 + 1);
    }

    @Test
    void answersThatSaySomethingElseEachTimeAreGivenUp() {
        Contents contents = new Contents(20);
        contents.ofKinds(1);
        for (int i = 0; i < 2_000; i++) {
            contents.take(0, ONE, answer(ONE, "at " + i), "content");
        }

        assertThat(contents.wants(0)).isFalse();
        assertThat(contents.rows()).hasSize(8).allMatch(row -> row.endsWith(",1"));
    }

    @Test
    void nothingIsWantedWhereNothingIsKept() {
        assertThat(Evidence.none().contents().wants(0)).isFalse();
    }
}
