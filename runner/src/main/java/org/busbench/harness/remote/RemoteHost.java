package org.busbench.harness.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.Rig;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;

/**
 * An {@link Agent} on another host, as it is seen from here. It is asked for its clock every second: a host from which nothing
 * comes for {@link #SILENCE_SECONDS} seconds is lost, and every question to it then fails with its name and the reason. Safe for
 * several threads. Closing it ends the agent, and with it all that runs there.
 */
public final class RemoteHost implements AutoCloseable {
    /** After which a host is lost. */
    public static final int SILENCE_SECONDS = 6;

    private static final int END_SECONDS = 45;
    private static final int CLOCK_READINGS = 20;
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofSeconds(15);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PROBE = """
            java=${3:+$3/bin/java}
            [ -n "$java" ] || java=${JAVA_HOME:+$JAVA_HOME/bin/java}
            [ -n "$java" ] || java=$(command -v java)
            echo "busbench java=$java"
            [ -z "$java" ] || echo "busbench version=$("$java" -version 2>&1 | grep -v -e '^Picked up ' -e '^NOTE: ' | head -n 1)"
            echo "busbench files=$(ulimit -n)"
            for tool in tar sh mkdir mv grep; do command -v $tool >/dev/null || echo "busbench missing=$tool"; done
            mkdir -p "$1" && cd "$1" || exit 1
            echo "busbench folder=$(pwd -P)"
            [ ! -d "$2" ] || echo "busbench bundle=there"
            """;

    private static final String UNPACK = """
            set -e
            cd "$1"
            part="$2.part.$$"
            trap 'rm -rf "$part"' EXIT
            mkdir "$part"
            tar -x -f - -C "$part"
            [ -d "$2" ] || mv "$part" "$2"
            """;

    private static final String START = """
            cd "$1" || exit
            unset JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS
            export LC_ALL=C.UTF-8
            exec "$2" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m "-Dbusbench.project=$1" \
              "-Dbusbench.rigJvm=$4" -cp "$1/harness/target/harness/lib/*" org.busbench.harness.remote.Agent "$3"
            """;

    private final Hosts.Host host;
    private final Process process;
    private final Writer questions;
    private final Path errors;
    private final Map<Long, CompletableFuture<JsonNode>> pending = new HashMap<>();
    private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
    private long asked;
    private String lost;
    private boolean closing;
    /** The clock as it was last measured; null before the first reading. */
    private Measured clock;
    /** The reading that contradicted the clock; null while none did. */
    private ClockDifference contradiction;

    private volatile long heardNanos = System.nanoTime();

    private RemoteHost(Hosts.Host host, Process process, Path errors) {
        this.host = host;
        this.process = process;
        this.errors = errors;
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        daemon(this::readAnswers, "answers of " + host.name());
        daemon(this::watch, "watch of " + host.name());
    }

    private static void daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * What a host is found to be before anything of ours runs there.
     *
     * @param java path of the program; empty for none
     * @param version its first line on its version
     * @param files limit of open files, as the shell says it
     * @param missing programs that are needed and not there
     * @param folder absolute; empty when it cannot be made
     * @param hasBundle whether what would be copied is there
     */
    public record Found(
            String java, String version, String files, List<String> missing, String folder, boolean hasBundle) {

        /** The version of Java, such as 17; empty when the line does not say. */
        public Optional<Integer> feature() {
            return Optional.of(version.replaceFirst("^[^\"]*\"(?:1\\.)?([0-9]+)[^\"]*\".*", "$1"))
                    .filter(number -> number.matches("[0-9]{1,4}"))
                    .map(Integer::valueOf);
        }
    }

    /**
     * Looks at a host.
     *
     * @throws Problem when it is not reached
     */
    static Found look(Ssh ssh, Hosts.Host host, Bundle bundle) throws IOException, InterruptedException {
        String folder = host.folder().orElse(".cache/busbench/hosts");
        Ssh.Said said = ssh.run(
                host, null, PROBE, folder, bundle.checksum(), host.java().orElse(""));
        Map<String, String> facts = new HashMap<>();
        List<String> missing = new ArrayList<>();
        said.out().lines().filter(line -> line.startsWith("busbench ")).forEach(line -> {
            String[] words = line.substring("busbench ".length()).split("=", 2);
            if (words[0].equals("missing")) {
                missing.add(words[1]);
            } else {
                facts.put(words[0], words[1]);
            }
        });
        if (facts.isEmpty()) {
            throw new Problem(host.name() + ": a command there said nothing: " + Ssh.lastLine(said.errors()));
        }
        return new Found(
                facts.getOrDefault("java", ""),
                facts.getOrDefault("version", ""),
                facts.getOrDefault("files", "?"),
                missing,
                facts.getOrDefault("folder", ""),
                facts.containsKey("bundle"));
    }

    /**
     * Copies what a host needs.
     *
     * @throws Problem when it does not arrive
     */
    static void copy(Ssh ssh, Hosts.Host host, Bundle bundle, Found found) throws IOException, InterruptedException {
        Ssh.Said said = ssh.run(host, bundle.tar(), UNPACK, found.folder(), bundle.checksum());
        if (said.exitCode() != 0) {
            throw new Problem(host.name() + ": busbench cannot be copied to " + found.folder() + ": "
                    + Ssh.lastLine(said.errors()));
        }
    }

    /**
     * Starts the agent.
     *
     * @param run name of the folder that this run gets there
     * @param logs a folder here
     * @throws Problem when it does not start
     */
    static RemoteHost start(Ssh ssh, Hosts.Host host, Bundle bundle, Found found, String run, Path logs)
            throws IOException, InterruptedException {
        Files.createDirectories(logs);
        Path errors = logs.resolve(host.role().key() + "-" + host.name() + ".ssh.log");
        String folder = found.folder() + "/runs/" + run + "/" + host.role().key() + "-" + host.name();
        Process process = new ProcessBuilder(ssh.command(
                        host,
                        START,
                        found.folder() + "/" + bundle.checksum(),
                        found.java(),
                        folder,
                        System.getProperty("busbench.rigJvm", "")))
                .redirectError(errors.toFile())
                .start();
        RemoteHost started = new RemoteHost(host, process, errors);
        try {
            started.await(started.ready, "its start", START_LIMIT);
            return started;
        } catch (InterruptedException e) {
            started.close();
            throw e;
        } catch (Problem unfit) {
            started.close();
            throw new Problem(unfit.getMessage(), unfit);
        }
    }

    public Hosts.Host host() {
        return host;
    }

    /** Its role and its name, for people. */
    public String name() {
        return host.role().key() + " " + host.name();
    }

    /** A question without content. */
    static ObjectNode question() {
        return JSON.createObjectNode();
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws Problem with this host's name, when it is lost, says that it cannot, or does not answer in time
     */
    JsonNode call(String verb, ObjectNode question, Duration limit) throws InterruptedException {
        return await(ask(verb, question), verb, limit);
    }

    /** Asks what is answered at once. */
    JsonNode call(String verb, ObjectNode question) throws InterruptedException {
        return call(verb, question, SHORT);
    }

    /** Asks; the answer fails with a {@link Problem} that has this host's name. */
    CompletableFuture<JsonNode> ask(String verb, ObjectNode question) {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        synchronized (this) {
            if (lost != null) {
                answer.completeExceptionally(new Rig.Lost(lost));
                return answer;
            }
            asked++;
            pending.put(asked, answer);
            question.put("id", asked).put("verb", verb);
        }
        try {
            synchronized (questions) {
                questions.write(question + "\n");
                questions.flush();
            }
        } catch (IOException gone) {
            lose("the connection broke: " + Problem.brief(gone));
        }
        return answer;
    }

    static ObjectNode question(Target target) {
        return question()
                .put("adapter", target.adapter())
                .put("mediator", target.mediator())
                .put("scenario", target.scenario())
                .put("sends", target.sends().name())
                .put("url", Objects.toString(target.url(), null))
                .put("route", target.route())
                .put("wsdl", target.reach().wsdl().map(URI::toString).orElse(null));
    }

    /** The target of such a question; {@code project} knows its adapter and its scenarios. */
    static Target target(JsonNode question, Project project) {
        Adapter adapter = project.catalog().find(question.path("adapter").asText());
        return new Target(
                adapter.name(),
                question.path("mediator").asBoolean(),
                question.path("scenario").asText(),
                project.scenarios().find(question.path("sends").asText()),
                uri(question.path("url")).orElse(null),
                question.path("route").textValue(),
                adapter.reach().publishing(uri(question.path("wsdl"))));
    }

    private static Optional<URI> uri(JsonNode text) {
        return Optional.ofNullable(text.textValue()).map(URI::create);
    }

    static <T> T tree(JsonNode node, Class<T> type) throws IOException {
        try {
            return JSON.treeToValue(node, type);
        } catch (JsonProcessingException other) {
            throw new IOException("an agent told something else than " + type.getSimpleName() + ": " + node, other);
        }
    }

    /**
     * Waits for an answer.
     *
     * @throws Problem as {@link #call}
     */
    JsonNode await(CompletableFuture<JsonNode> answer, String what, Duration limit) throws InterruptedException {
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new Problem(name() + " did not answer to '" + what + "' within " + limit.toSeconds() + " s", late);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Problem problem
                    ? problem
                    : new Problem(name() + ": " + Problem.brief(failed.getCause()), failed);
        }
    }

    /**
     * Measures its clock against this host's.
     *
     * @throws Problem when it is lost
     */
    ClockDifference clock() throws InterruptedException {
        List<ClockDifference.RoundTrip> trips = new ArrayList<>();
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long sent = SteadyClock.micros();
            long there = call("clock", question()).path("micros").asLong();
            trips.add(new ClockDifference.RoundTrip(sent, there, SteadyClock.micros()));
        }
        ClockDifference measured = ClockDifference.of(trips);
        synchronized (this) {
            clock = new Measured(measured, System.nanoTime());
            contradiction = null;
        }
        return measured;
    }

    private record Measured(ClockDifference difference, long nanos) {

        boolean agrees(ClockDifference later) {
            return difference.steadyUntil(later, Duration.ofNanos(System.nanoTime() - nanos));
        }
    }

    /**
     * Asks whether its clock, which is read every second, still is what {@link #clock} measured last.
     *
     * @throws ClockWasSet when it is not
     */
    synchronized void requireSteady() {
        if (contradiction != null) {
            throw new ClockWasSet(this, clock.difference(), contradiction);
        }
    }

    /**
     * Asks the same of two measurements.
     *
     * @throws ClockWasSet when they contradict each other
     */
    void requireSteady(ClockDifference before, ClockDifference after, Duration between) {
        if (!before.steadyUntil(after, between)) {
            throw new ClockWasSet(this, before, after);
        }
    }

    /** The clock of a host was set while a window was measured, so that its times cannot be converted. */
    static final class ClockWasSet extends Problem {
        private static final long serialVersionUID = 1L;

        private ClockWasSet(RemoteHost host, ClockDifference before, ClockDifference after) {
            super(host.name() + ": its clock was set during the trial: it was " + before.words() + ", and is "
                    + after.words());
        }
    }

    private CompletableFuture<JsonNode> beat() {
        long sent = SteadyClock.micros();
        CompletableFuture<JsonNode> asked = ask("clock", question());
        return asked.whenComplete((answer, lost) -> {
            if (answer != null) {
                compare(new ClockDifference.RoundTrip(
                        sent, answer.path("micros").asLong(), SteadyClock.micros()));
            }
        });
    }

    private synchronized void compare(ClockDifference.RoundTrip trip) {
        ClockDifference now = ClockDifference.of(List.of(trip));
        if (clock != null && contradiction == null && !clock.agrees(now)) {
            contradiction = now;
        }
    }

    /**
     * Brings a folder of this run back.
     *
     * @param to gets its files
     */
    void fetch(String folder, Path to) throws IOException, InterruptedException {
        JsonNode files = call("files", question().put("folder", folder)).path("files");
        for (Map.Entry<String, JsonNode> file : files.properties()) {
            Path target = to.resolve(file.getKey()).normalize();
            if (!target.startsWith(to)) {
                throw new Problem(name() + " names a file outside its folder: " + file.getKey());
            }
            Files.createDirectories(target.getParent());
            try (OutputStream out = Files.newOutputStream(target)) {
                long size = file.getValue().asLong();
                for (long offset = 0; offset < size; ) {
                    byte[] piece = call(
                                    "read",
                                    question()
                                            .put("file", folder + "/" + file.getKey())
                                            .put("offset", offset))
                            .path("bytes")
                            .binaryValue();
                    if (piece.length == 0) {
                        throw new Problem(
                                name() + ": " + file.getKey() + " ends at " + offset + " of " + size + " bytes");
                    }
                    out.write(piece);
                    offset += piece.length;
                }
            }
        }
    }

    private void readAnswers() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heardNanos = System.nanoTime();
                // What a login shell prints comes before the agent's first line.
                if (line.startsWith("{")) {
                    take(JSON.readTree(line));
                }
            }
            process.onExit().join();
            lose("the connection ended: " + Ssh.lastLine(Files.readString(errors)));
        } catch (IOException broken) {
            lose("the connection broke: " + Problem.brief(broken));
        }
    }

    private void take(JsonNode answer) {
        if (answer.path("event").asText().equals("ready")) {
            ready.complete(answer);
            return;
        }
        CompletableFuture<JsonNode> waiting;
        synchronized (this) {
            waiting = pending.remove(answer.path("id").asLong());
        }
        if (waiting == null) {
            lose("it answered a question that was not asked: " + answer);
        } else if (answer.has("error")) {
            waiting.completeExceptionally(
                    new Problem(name() + ": " + answer.path("error").asText()));
        } else {
            waiting.complete(answer);
        }
    }

    private void watch() {
        try {
            CompletableFuture<JsonNode> beat = ready;
            while (process.isAlive()) {
                Thread.sleep(1000);
                if (ready.isDone()) {
                    beat = beat.isDone() ? beat() : beat;
                    if (System.nanoTime() - heardNanos > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
                        lose("it fell silent: nothing came from it for " + SILENCE_SECONDS + " s");
                    }
                }
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first reason counts. */
    private void lose(String reason) {
        List<CompletableFuture<JsonNode>> waiting;
        Problem problem;
        synchronized (this) {
            if (lost == null) {
                lost = name() + ": " + (closing ? "it was ended" : reason);
            }
            problem = new Rig.Lost(lost);
            waiting = new ArrayList<>(pending.values());
            pending.clear();
        }
        ready.completeExceptionally(problem);
        waiting.forEach(answer -> answer.completeExceptionally(problem));
    }

    /** Whether nothing can be asked any more. */
    public synchronized boolean isLost() {
        return lost != null;
    }

    /** Ends the agent by closing its input, and waits for it; one that is lost is not waited for. */
    @Override
    public void close() {
        boolean waits;
        synchronized (this) {
            waits = lost == null;
            closing = true;
        }
        try {
            synchronized (questions) {
                questions.close();
            }
            if (waits && !process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new Problem(name() + " did not end within " + END_SECONDS + " s; it ends by itself "
                        + Agent.SILENCE_SECONDS + " s after the connection");
            }
        } catch (IOException broken) {
            // Then the connection is gone already, and the agent ends by itself.
            process.destroy();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
