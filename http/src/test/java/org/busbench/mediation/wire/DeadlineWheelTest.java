package org.busbench.mediation.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.busbench.mediation.http.rig.Eventually;
import org.junit.jupiter.api.Test;

class DeadlineWheelTest {
    private static final long MILLI = 1_000_000;
    private static final long START = 123_456_789_012L;

    private final DeadlineWheel wheel = new DeadlineWheel(START);
    private long now = START;

    @Test
    void passesOnceAndNotTooEarly() {
        List<Long> passed = new ArrayList<>();
        Deadline deadline = wheel.deadline(() -> passed.add(now - START));
        deadline.set(100 * MILLI);
        advance(99 * MILLI);
        assertThat(passed).isEmpty();
        advance(200 * MILLI);
        assertThat(passed).hasSize(1);
        advance(100_000 * MILLI);
        assertThat(passed).hasSize(1);
        assertThat(deadline.isSet()).isFalse();
    }

    @Test
    void canBePutOffBroughtForwardAndCleared() {
        List<String> passed = new ArrayList<>();
        Deadline later = wheel.deadline(() -> passed.add("later"));
        Deadline earlier = wheel.deadline(() -> passed.add("earlier"));
        Deadline never = wheel.deadline(() -> passed.add("never"));
        later.set(100 * MILLI);
        later.set(500 * MILLI);
        earlier.set(60_000 * MILLI);
        earlier.set(100 * MILLI);
        never.set(100 * MILLI);
        never.clear();
        advance(300 * MILLI);
        assertThat(passed).containsExactly("earlier");
        advance(700 * MILLI);
        assertThat(passed).containsExactly("earlier", "later");
    }

    /** Its action may hold a message of many megabytes. */
    @Test
    void holdsNothingOfADeadlineThatIsCancelled() throws Exception {
        List<WeakReference<Object>> messages = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Object message = new Object();
            Deadline deadline = wheel.deadline(() -> assertThat(message).isNotNull());
            deadline.set(60_000 * MILLI);
            deadline.cancel();
            deadline.cancel();
            messages.add(new WeakReference<>(message));
        }

        Eventually.isSo("the end of every message", () -> {
            System.gc();
            return messages.stream().allMatch(message -> message.refersTo(null));
        });
        advance(100_000 * MILLI);
        assertThat(wheel.millisToNext()).isZero();
    }

    /** A thousand deadlines, set and set again, with steps from nothing to more than a round: each passes within a slot of its time. */
    @Test
    void passesEachWithinASlotOfItsTime() {
        Random random = new Random(3);
        long[] due = new long[1000];
        Deadline[] deadlines = new Deadline[due.length];
        long[] lastTurn = {START};
        for (int i = 0; i < due.length; i++) {
            int index = i;
            deadlines[i] = wheel.deadline(() -> {
                assertThat(now).isGreaterThanOrEqualTo(due[index]);
                assertThat(lastTurn[0]).isLessThanOrEqualTo(due[index] + 2 * DeadlineWheel.TICK_NANOS);
                due[index] = 0;
            });
        }
        for (int round = 0; round < 2000; round++) {
            for (int i = 0; i < 20; i++) {
                int index = random.nextInt(due.length);
                long nanos = 1 + random.nextLong(120_000 * MILLI);
                deadlines[index].set(nanos);
                due[index] = now + nanos;
            }
            lastTurn[0] = now;
            now += random.nextInt(20) == 0 ? random.nextLong(50_000 * MILLI) : random.nextLong(100 * MILLI);
            wheel.now(now);
            wheel.turn();
        }
        lastTurn[0] = now;
        advance(now - START + 200_000 * MILLI);
        assertThat(due).containsOnly(0);
    }

    @Test
    void saysHowLongNothingHappens() {
        assertThat(wheel.millisToNext()).isZero();
        Deadline deadline = wheel.deadline(() -> {});
        deadline.set(1000 * MILLI);
        assertThat(wheel.millisToNext()).isBetween(1000L, 1070L);
        advance(2000 * MILLI);
        assertThat(wheel.millisToNext()).isZero();
    }

    private void advance(long sinceStart) {
        now = START + sinceStart;
        wheel.now(now);
        wheel.turn();
    }
}
