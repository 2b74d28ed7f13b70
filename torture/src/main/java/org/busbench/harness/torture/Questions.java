package org.busbench.harness.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Questions of other threads to the owner of an object: they ask, it answers at its next turn, and they wait for that. */
final class Questions {
    private final Runnable wake;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean over;

    /** The owner is woken with {@code wake}, so that it comes by. */
    Questions(Runnable wake) {
        this.wake = wake;
    }

    /** Something that the owner does. */
    interface Question<T> {
        T answer() throws IOException;
    }

    /**
     * Waits for the answer. For any thread but the owner.
     *
     * @throws IllegalStateException when the owner answers no more
     */
    <T> T ask(Question<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        synchronized (this) {
            if (over) {
                throw new IllegalStateException("it is closed, and answers no more");
            }
            waiting.add(() -> {
                try {
                    answer.complete(question.answer());
                } catch (IOException e) {
                    answer.completeExceptionally(new UncheckedIOException(e));
                } catch (RuntimeException e) {
                    answer.completeExceptionally(e);
                }
            });
        }
        wake.run();
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Whether there is something to answer. For the owner, before it waits: it may have been woken for something else as well. */
    synchronized boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** Answers all, and none after these if they are the last. For the owner. */
    void answer(boolean last) {
        Runnable[] all;
        synchronized (this) {
            over = last;
            all = waiting.toArray(Runnable[]::new);
            waiting.clear();
        }
        for (Runnable one : all) {
            one.run();
        }
    }
}
