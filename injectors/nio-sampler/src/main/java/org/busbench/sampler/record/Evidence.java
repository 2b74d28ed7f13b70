package org.busbench.sampler.record;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.busbench.common.ErrorClass;

/**
 * Single requests and answers, kept as files: the first failures as bytes ({@code failure-01.request},
 * {@code failure-01.response}, a line each in {@code failures.jsonl}), every n-th verified answer as messages
 * ({@code kept-01.request.xml}, {@code kept-01.response.xml}, {@code kept.jsonl}), and verified answers that say what none
 * before them said ({@code content-01.request.xml} and so on, with their counts in {@code contents.csv}). Safe for any
 * thread; a thread of its own writes, so that no loop waits for the disk.
 */
public final class Evidence implements Closeable {
    private static final int MOST_FAILURES = 20;
    private static final long LAST_WRITES_SECONDS = 10;
    private static final String CONTENTS = "contents.csv";

    private final JsonMapper json = new JsonMapper();
    private final Path folder;
    private final int keepEvery;
    private final int mostKept;
    private final Contents contents;
    private final ExecutorService writer;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger kept = new AtomicInteger();
    private final AtomicReference<IOException> problem = new AtomicReference<>();

    /**
     * A failed request.
     *
     * @param row the values that the request was made with
     * @param millis when it ended, in ms since the epoch
     * @param whole whether the answer is all that came
     */
    public record Failure(ErrorClass error, String message, String row, long millis, boolean whole) {}

    private Evidence(Path folder, int keepEvery, int mostKept, int mostContents) {
        this.folder = folder;
        this.keepEvery = keepEvery;
        this.mostKept = mostKept;
        this.contents = new Contents(mostContents);
        this.writer = folder == null
                ? null
                : Executors.newSingleThreadExecutor(task -> {
                    Thread thread = new Thread(task, "nio-evidence");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Keeps nothing. */
    public static Evidence none() {
        return new Evidence(null, 0, 0, 0);
    }

    /**
     * Keeps the first 20 failures, and every n-th answer.
     *
     * @param folder where the files go; made when it is not there
     * @param keepEvery n; 0 for no answers
     * @param mostKept how many answers at most
     * @param mostContents how many answers of different content; 0 for none
     * @throws IOException when the folder cannot be made, or holds evidence of another load
     */
    public static Evidence in(Path folder, int keepEvery, int mostKept, int mostContents) throws IOException {
        Files.createDirectories(folder);
        for (String name : new String[] {"failures.jsonl", "kept.jsonl", CONTENTS}) {
            if (Files.exists(folder.resolve(name))) {
                throw new IOException(folder.resolve(name) + " exists already: it is of another load");
            }
        }
        return new Evidence(folder, keepEvery, mostKept, mostContents);
    }

    /** Whether one more failure should be handed in. */
    public boolean wantsFailure() {
        return folder != null && failures.get() < MOST_FAILURES;
    }

    /** Whether a loop's n-th verified answer, from 1, should be handed in: false for most. */
    public boolean wantsAnswer(long number) {
        return folder != null && keepEvery > 0 && number % keepEvery == 0 && kept.get() < mostKept;
    }

    /**
     * Keeps a failure.
     *
     * @param answer what came back, as it came; empty when nothing did
     */
    public void failed(Failure failure, byte[] request, byte[] answer) {
        int number = failures.incrementAndGet();
        if (number > MOST_FAILURES) {
            return;
        }
        String name = String.format("failure-%02d", number);
        write(() -> {
            Files.write(folder.resolve(name + ".request"), request);
            Files.write(folder.resolve(name + ".response"), answer);
            line(
                    "failures.jsonl",
                    json.createObjectNode()
                            .put("request", name + ".request")
                            .put("response", name + ".response")
                            .put("class", failure.error.key())
                            .put("message", failure.message)
                            .put("row", failure.row)
                            .put("millis", failure.millis)
                            .put("whole", failure.whole));
        });
    }

    /** Keeps a verified answer, and the request with the row that it was made with. */
    public void verified(String row, byte[] request, byte[] answer) {
        int number = kept.incrementAndGet();
        if (number > mostKept) {
            return;
        }
        String name = String.format("kept-%02d", number);
        write(() -> {
            Files.write(folder.resolve(name + ".request.xml"), request);
            Files.write(folder.resolve(name + ".response.xml"), answer);
            line(
                    "kept.jsonl",
                    json.createObjectNode()
                            .put("request", name + ".request.xml")
                            .put("response", name + ".response.xml")
                            .put("row", row));
        });
    }

    public Contents contents() {
        return contents;
    }

    /** Takes a verified answer that does not agree with the first one of its kind; a request without a nonce has an empty one. */
    public void differs(int kind, byte[] nonce, byte[] request, byte[] answer) {
        String name = contents.take(kind, nonce, answer, "content");
        if (name != null) {
            write(() -> {
                Files.write(folder.resolve(name + ".request.xml"), request);
                Files.write(folder.resolve(name + ".response.xml"), answer);
            });
        }
    }

    /** Something that writes files. */
    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing files) {
        writer.execute(() -> {
            try {
                files.run();
            } catch (IOException full) {
                problem.compareAndSet(null, full);
            }
        });
    }

    private void line(String file, ObjectNode line) throws IOException {
        Files.writeString(
                folder.resolve(file),
                json.writeValueAsString(line) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Waits for the last files; an error says that some of the evidence is missing. */
    @Override
    public void close() throws IOException {
        if (writer == null) {
            return;
        }
        List<String> rows = contents.rows();
        if (!rows.isEmpty()) {
            write(() -> Files.writeString(folder.resolve(CONTENTS), "name,answers\n" + String.join("\n", rows) + "\n"));
        }
        writer.shutdown();
        try {
            if (!writer.awaitTermination(LAST_WRITES_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the evidence in " + folder + " was not written in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the evidence in " + folder + " was given up: interrupted");
        }
        if (problem.get() != null) {
            throw new IOException("the evidence in " + folder + " cannot be written: " + problem.get(), problem.get());
        }
    }
}
