package org.busbench.harness.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.busbench.common.ErrorClass;
import org.busbench.harness.process.JavaCommand;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Trial.Totals;

/**
 * JMeter, or Gatling, in a JVM that stays up for the whole run, so that every trial meets a warm injector. One plan runs at a time.
 * The child reads commands from its standard input and ends when that ends: it cannot outlive this process.
 */
public final class Injector implements Closeable {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration END_LIMIT = Duration.ofSeconds(30);
    private static final Duration MARK_LIMIT = Duration.ofSeconds(10);
    private static final ObjectNode GONE = new ObjectMapper().createObjectNode().put("event", "gone");

    private final ObjectMapper json = new ObjectMapper();
    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    private final Process process;
    private final Writer commands;
    private final Path log;
    /** The number of the last command. Events repeat it, so that a late event is not taken for the answer to another command. */
    private long given;
    /** The command that began a plan whose end is not known yet; 0 for none. */
    private long underWay;

    private Injector(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readEvents, "injector-events");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * An instant of a load.
     *
     * @param verified answers of the load until then; null when the plan's samplers do not count them
     * @param limited messages of the limited key; null where no key is limited
     * @param rivalVerified verified ones of the other side of a duet; null in any other load
     */
    public record Mark(long millis, Long verified, LimitedKey limited, Long rivalVerified) {}

    /** Messages of a limited key: those that were let through, those that a right limiter would have let through, and its burst. */
    public record LimitedKey(long letThrough, long allowed, long burst) {}

    /**
     * What became of all requests of a duet.
     *
     * @param rival those to the server that got every second user
     */
    public record BothTotals(Totals own, Totals rival) {}

    /**
     * Starts the warm injector and waits until it takes commands.
     *
     * @throws IOException when it does not come up
     * @throws InterruptedException when this thread was interrupted; nothing is left running
     */
    public static Injector start(Path java, InjectorProgram program, List<String> options, Path logs)
            throws IOException, InterruptedException {
        Path log = logs.resolve("injector.log");
        Path errors = logs.resolve("injector.err.log");
        List<String> command = new java.util.ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.add("-Dbusbench.injector.log=" + log.toAbsolutePath());
        command.addAll(List.of("-cp", program.classPath()));
        command.addAll(program.command());
        Process process = JavaCommand.process(command)
                .directory(logs.toFile())
                .redirectError(errors.toFile())
                .start();
        Injector injector = new Injector(process, errors);
        try {
            injector.await("ready", START_LIMIT);
            return injector;
        } catch (IOException | InterruptedException e) {
            injector.close();
            throw e;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Begins a plan and waits until it runs. A plan before it whose end was not seen, since something was not reported in
     * time, is ended first: on a busy machine what comes late must not take all later trials with it.
     *
     * @throws IOException when the plan is refused or the injector is gone
     */
    public void begin(LoadRequest request) throws IOException, InterruptedException {
        settle();
        ObjectNode command = command("run");
        command.put("plan", request.plan().file().toAbsolutePath().toString());
        request.properties().forEach(command.putObject("properties")::put);
        command.put("jtl", request.samples().toAbsolutePath().toString());
        send(command);
        underWay = given;
        await("started", START_LIMIT);
    }

    /**
     * Ends a plan that was begun and whose end was not seen.
     *
     * @return what became of its requests; empty when there was no such plan, or its samplers do not count them
     * @throws IOException when the injector is gone or does not end the plan
     */
    public Optional<Totals> settle() throws IOException, InterruptedException {
        if (underWay == 0) {
            return Optional.empty();
        }
        send(json.createObjectNode().put("command", "stop"));
        long endNanos = System.nanoTime() + START_LIMIT.toNanos();
        JsonNode event;
        do {
            event = events.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new InjectorException("the injector did not end the plan of the trial before within "
                        + START_LIMIT.toSeconds() + " s; see " + log);
            }
        } while (!isEnd(event));
        Optional<Totals> own = totals(event.path("totals"));
        Optional<Totals> rival = totals(event.path("rivalTotals"));
        return own.isPresent() && rival.isPresent() ? Optional.of(own.get().plus(rival.get())) : own;
    }

    /**
     * Parts what was counted before from what is counted after, where the injector keeps a log of intervals.
     *
     * @throws IOException when the injector is gone or no plan runs
     */
    public Mark mark() throws IOException, InterruptedException {
        send(command("mark"));
        JsonNode marked = await("marked", MARK_LIMIT);
        JsonNode millis = marked.path("millis");
        if (!millis.isIntegralNumber()) {
            throw new InjectorException("the injector marked no instant, but " + millis + "; see " + log);
        }
        return new Mark(
                millis.asLong(),
                number(marked.path("verified")),
                marked.has("allowed")
                        ? new LimitedKey(count(marked, "letThrough"), count(marked, "allowed"), count(marked, "burst"))
                        : null,
                number(marked.path("rivalVerified")));
    }

    private static Long number(JsonNode value) {
        return value.isIntegralNumber() ? (Long) value.asLong() : null;
    }

    /**
     * Ends the running plan, and returns when its sample log is complete.
     *
     * @return what became of all requests; empty when the plan's samplers do not count them
     * @throws IOException when the injector is gone or does not end the plan
     */
    public Optional<Totals> end() throws IOException, InterruptedException {
        return totals(finished().path("totals"));
    }

    /**
     * As {@link #end}, of a duet.
     *
     * @throws IOException when the injector is gone, does not end the plan, or did not count both sides
     */
    public BothTotals endDuet() throws IOException, InterruptedException {
        JsonNode finished = finished();
        Optional<Totals> own = totals(finished.path("totals"));
        Optional<Totals> rival = totals(finished.path("rivalTotals"));
        if (own.isEmpty() || rival.isEmpty()) {
            throw new InjectorException("the injector did not count both sides of a duet: " + finished);
        }
        return new BothTotals(own.get(), rival.get());
    }

    private JsonNode finished() throws IOException, InterruptedException {
        send(json.createObjectNode().put("command", "stop"));
        return await("finished", END_LIMIT);
    }

    private static Optional<Totals> totals(JsonNode totals) throws IOException {
        if (!totals.isObject()) {
            return Optional.empty();
        }
        Map<ErrorClass, Long> errors = new EnumMap<>(ErrorClass.class);
        for (ErrorClass kind : ErrorClass.values()) {
            errors.put(kind, count(totals.path("errors"), kind.key()));
        }
        return Optional.of(new Totals(
                count(totals, "sent"),
                count(totals, "verified"),
                ErrorCounts.of(errors),
                count(totals, "unfinished"),
                count(totals, "unsent"),
                count(totals, "refused")));
    }

    private static long count(JsonNode counts, String name) throws IOException {
        JsonNode count = counts.path(name);
        if (!count.isIntegralNumber() || count.asLong() < 0) {
            throw new InjectorException("the injector's totals have no count of '" + name + "': " + counts);
        }
        return count.asLong();
    }

    private ObjectNode command(String name) {
        return json.createObjectNode().put("command", name).put("id", ++given);
    }

    private void send(ObjectNode command) throws IOException {
        try {
            commands.write(json.writeValueAsString(command) + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new InjectorException("the injector is gone (" + e.getMessage() + "); see " + log);
        }
    }

    /** Skips events of commands that were given up. */
    private JsonNode await(String wanted, Duration limit) throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + limit.toNanos();
        JsonNode event;
        do {
            event = events.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new InjectorException(
                        "the injector did not report '" + wanted + "' within " + limit.toSeconds() + " s; see " + log);
            }
        } while (isStale(event));
        String name = event.path("event").asText();
        isEnd(event);
        if (name.equals(wanted)) {
            return event;
        }
        if (name.equals("failed")) {
            throw new InjectorException("the injector could not run the plan: "
                    + event.path("message").asText() + "; see " + log);
        }
        throw new InjectorException("the injector reported " + event + " where '" + wanted + "' was due");
    }

    private boolean isStale(JsonNode event) {
        long id = event.path("id").asLong(given);
        return id != given && id != underWay;
    }

    private boolean isEnd(JsonNode event) throws IOException {
        String name = event.path("event").asText();
        if (name.equals("gone")) {
            throw new InjectorException("the injector ended; see " + log);
        }
        boolean end = (name.equals("finished") || name.equals("failed"))
                && event.path("id").asLong(underWay) == underWay;
        underWay = end ? 0 : underWay;
        return end;
    }

    private void readEvents() {
        try (InputStream out = process.getInputStream();
                BufferedReader lines = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                events.add(json.readTree(line));
            }
        } catch (IOException | UncheckedIOException e) {
            events.add(json.createObjectNode()
                    .put("event", "failed")
                    .put("message", "its output cannot be read: " + e.getMessage()));
        } finally {
            events.add(GONE);
        }
    }

    /** Ends the process, at first by closing its standard input. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException e) {
            // A broken pipe means that it is ending already; what counts is whether it is gone, which is looked at
            // next.
            process.destroy();
        }
        try {
            if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
