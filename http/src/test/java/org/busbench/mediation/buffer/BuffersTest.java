package org.busbench.mediation.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BuffersTest {
    private final BufferPool pool = new BufferPool(100, 3);
    private final Arena arena = new Arena(pool);

    @Test
    void keepsMemoryUntilItsLastSliceIsReleased() {
        Slice whole = slice("abcdef");
        Slice part = whole.part(2, 4);
        whole.release();
        Slice other = slice("xy");
        assertThat(text(part)).isEqualTo("cd");
        part.release();
        other.release();
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void refusesASecondRelease() {
        Slice whole = slice("abc");
        Slice part = whole.part(0, 1);
        part.release();
        assertThatThrownBy(part::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("twice");
        assertThat(text(whole)).isEqualTo("abc");
        whole.release();
        assertThatThrownBy(() -> whole.part(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void fillsABufferAgainWhenNobodyUsesIt() {
        for (int i = 0; i < 1000; i++) {
            slice("a".repeat(60)).release();
        }
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void hasNoRoomWhenThePoolIsEmptyAndAgainAfterARelease() {
        Slice[] slices = {slice("a".repeat(60)), slice("b".repeat(60)), slice("c".repeat(60))};
        assertThat(arena.room(60)).isNull();
        assertThat(pool.hasFree()).isFalse();
        // What has to be written is written nevertheless.
        Slice beyond = arena.copy(new byte[] {'d'}, 1);
        assertThat(text(beyond)).isEqualTo("d");
        slices[1].release();
        assertThat(arena.room(60)).isNotNull();
        slices[0].release();
        slices[2].release();
        beyond.release();
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void makesOneSliceOfThoseThatFollowEachOther() {
        SliceQueue queue = new SliceQueue();
        queue.add(slice("abc"));
        queue.add(slice("def"));
        queue.add(Slice.of(new byte[] {'g'}));
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.bytes()).isEqualTo(7);
        queue.drop(4);
        assertThat(text(queue.get(0))).isEqualTo("ef");
        assertThatThrownBy(() -> queue.drop(4)).isInstanceOf(IllegalArgumentException.class);
        queue.clear();
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void queuesAsAStringBuilderWould() {
        Random random = new Random(7);
        BufferPool large = new BufferPool(4096, 50);
        Arena source = new Arena(large);
        SliceQueue queue = new SliceQueue();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            String text = Integer.toString(i).repeat(random.nextInt(4));
            Slice slice = source.copy(text.getBytes(StandardCharsets.US_ASCII), text.length());
            if (random.nextInt(5) == 0) {
                queue.settle();
            }
            switch (random.nextInt(4)) {
                case 0 -> {
                    queue.addFirst(slice);
                    expected.insert(0, text);
                }
                case 1 -> {
                    slice.release();
                    int count = random.nextInt(expected.length() + 1);
                    queue.drop(count);
                    expected.delete(0, count);
                }
                default -> {
                    queue.add(slice);
                    expected.append(text);
                }
            }
            byte[] all = new byte[(int) queue.bytes()];
            queue.copyTo(all, 0);
            assertThat(new String(all, StandardCharsets.US_ASCII)).isEqualTo(expected.toString());
        }
        queue.clear();
        assertThat(large.inUse()).isZero();
    }

    @Test
    void keepsNoBufferForALittleThatWaits() {
        SliceQueue queue = new SliceQueue();
        for (int i = 0; i < 10; i++) {
            queue.add(slice("abc"));
            queue.settle();
            assertThat(pool.inUse()).isZero();
        }
        assertThat(queue.size()).isEqualTo(1);
        byte[] all = new byte[30];
        queue.copyTo(all, 0);
        assertThat(new String(all, StandardCharsets.US_ASCII)).isEqualTo("abc".repeat(10));
        queue.clear();
    }

    @Test
    void copiesNothingForMuchThatWaits() {
        BufferPool large = new BufferPool(64 << 10, 1);
        Arena source = new Arena(large);
        SliceQueue queue = new SliceQueue();
        queue.add(source.copy(new byte[17 << 10], 17 << 10));
        queue.settle();
        assertThat(large.inUse()).isEqualTo(1);
        queue.clear();
        assertThat(large.inUse()).isZero();
    }

    @Test
    void movesAllOfABodyOutOfThePoolInItsOrder() {
        SliceQueue queue = new SliceQueue();
        for (String text : List.of("abc", "def", "ghi")) {
            queue.add(slice(text));
            queue.leavePool();
            assertThat(pool.inUse()).isZero();
            queue.drop(1);
        }
        queue.addFirst(slice("-"));
        queue.leavePool();
        assertThat(pool.inUse()).isZero();
        byte[] all = new byte[(int) queue.bytes()];
        queue.copyTo(all, 0);
        assertThat(new String(all, StandardCharsets.US_ASCII)).isEqualTo("-defghi");
        queue.clear();
    }

    private Slice slice(String text) {
        ByteBuffer room = arena.room(text.length());
        room.put(text.getBytes(StandardCharsets.US_ASCII));
        return arena.take(text.length());
    }

    private static String text(Slice slice) {
        byte[] bytes = new byte[slice.length()];
        slice.copyTo(0, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
