package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;

/**
 * The part of busbench that runs on another host. Each line of standard input is a question, a JSON object with {@code id} and
 * {@code verb}; each line of standard output is the answer to one, with its {@code id}, or {@code {"event": "ready"}} at the
 * beginning. Questions are answered side by side, and clock readings at once.
 *
 * <p>The process ends, and everything that it started with it, when its standard input ends, and when it has heard nothing for
 * {@link #SILENCE_SECONDS} seconds: a cut network says nothing. If it is killed, the guardian of its processes ends them.
 */
public final class Agent {
    /** The longest silence: the harness sends at least one line a second. */
    static final int SILENCE_SECONDS = 20;

    private static final int CLOSE_SECONDS = 40;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private final HostParts parts;
    private final ExecutorService workers = Executors.newCachedThreadPool(work -> {
        Thread worker = new Thread(work, "agent-worker");
        worker.setDaemon(true);
        return worker;
    });
    private volatile long heardNanos = System.nanoTime();

    private Agent(PrintStream out, HostParts parts) {
        this.out = out;
        this.parts = parts;
    }

    /** Serves the run of a folder on this host until its input ends. */
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        System.setOut(System.err);
        if (arguments.length != 1) {
            System.err.println("usage: Agent FOLDER");
            System.exit(2);
        }
        try {
            Path folder = Path.of(arguments[0]).toAbsolutePath().normalize();
            Agent agent = new Agent(out, new HostParts(Project.current(), folder));
            agent.say(JSON.createObjectNode().put("event", "ready"));
            agent.listenForSilence();
            agent.serve();
            agent.end("the connection ended");
        } catch (IOException | Problem unfit) {
            System.err.println(Problem.brief(unfit));
            System.exit(1);
        }
    }

    private void serve() throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            heardNanos = System.nanoTime();
            JsonNode question = JSON.readTree(line);
            if (question.path("verb").asText().equals("clock")) {
                answer(question, JSON.createObjectNode().put("micros", nowMicros()));
            } else {
                workers.execute(() -> obey(question));
            }
        }
    }

    /** The time of this host's clock, in µs since the epoch. */
    static long nowMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
    }

    private void obey(JsonNode question) {
        try {
            answer(question, parts.obey(question.path("verb").asText(), question));
        } catch (Problem | IOException | IllegalArgumentException fault) {
            answer(question, JSON.createObjectNode().put("error", Problem.brief(fault)));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error defect) {
            StackTraceElement[] trace = defect.getStackTrace();
            String place = trace.length == 0 ? "" : " at " + trace[0];
            answer(question, JSON.createObjectNode().put("error", defect + place));
        }
    }

    private void answer(JsonNode question, ObjectNode answer) {
        say(answer.put("id", question.path("id").asLong()));
    }

    private void say(ObjectNode line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    private void listenForSilence() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.nanoTime() - heardNanos < TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
                            Thread.sleep(500);
                        }
                        end("nothing was heard for " + SILENCE_SECONDS + " s");
                    } catch (InterruptedException ending) {
                        Thread.currentThread().interrupt();
                    }
                },
                "agent-silence");
        watch.setDaemon(true);
        watch.start();
    }

    /** Only the first caller gets to the end. */
    private synchronized void end(String why) {
        System.err.println("agent: " + why + "; everything is ended");
        Thread last = new Thread(
                () -> {
                    try {
                        Thread.sleep(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
                        Runtime.getRuntime().halt(1);
                    } catch (InterruptedException ending) {
                        Thread.currentThread().interrupt();
                    }
                },
                "agent-last");
        last.setDaemon(true);
        last.start();
        workers.shutdownNow();
        parts.close();
        System.exit(0);
    }
}
