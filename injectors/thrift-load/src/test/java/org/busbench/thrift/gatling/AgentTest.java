package org.busbench.thrift.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.busbench.thrift.gatling.EchoAction.Agent;
import org.junit.jupiter.api.Test;

class AgentTest {

    @Test
    void anAgentTakesItsMessagesInOrderAndNeverTwoAtATime() throws Exception {
        int messages = 5_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            AtomicInteger within = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch left = new CountDownLatch(messages);
            Agent<Integer> agent = new Agent<>(threads, 20, message -> {
                most.accumulateAndGet(within.incrementAndGet(), Math::max);
                taken.add(message);
                within.decrementAndGet();
                left.countDown();
            });
            IntStream.range(0, messages).forEach(agent::tell);
            assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(most).hasValue(1);
            assertThat(taken)
                    .containsExactlyElementsOf(
                            IntStream.range(0, messages).boxed().toList());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anAgentGivesItsThreadBackAfterItsShareOfMessages() {
        Deque<Runnable> dispatched = new ArrayDeque<>();
        List<String> taken = new ArrayList<>();
        Agent<Integer> first = new Agent<>(dispatched::add, 3, message -> taken.add("first " + message));
        Agent<Integer> second = new Agent<>(dispatched::add, 3, message -> taken.add("second " + message));
        IntStream.rangeClosed(1, 4).forEach(first::tell);
        second.tell(1);
        while (!dispatched.isEmpty()) {
            dispatched.poll().run();
        }
        assertThat(taken).containsExactly("first 1", "first 2", "first 3", "second 1", "first 4");
    }

    @Test
    void aMessageThatFailsDoesNotStopTheAgent() {
        Deque<Runnable> dispatched = new ArrayDeque<>();
        List<Integer> taken = new ArrayList<>();
        Agent<Integer> agent = new Agent<>(dispatched::add, 3, message -> {
            if (message == 1) {
                throw new IllegalStateException("meant");
            }
            taken.add(message);
        });
        agent.tell(1);
        agent.tell(2);
        int failures = 0;
        while (!dispatched.isEmpty()) {
            try {
                dispatched.poll().run();
            } catch (IllegalStateException meant) {
                failures++;
            }
        }
        assertThat(failures).isOne();
        assertThat(taken).containsExactly(2);
    }
}
