package org.busbench.harness.process;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.HttpCaller;
import org.busbench.common.http.HttpMessage;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.process.BackendStats.Counts;
import org.busbench.harness.process.BackendStats.NonceCount;
import org.busbench.harness.process.ProcessSpec.ReadyCheck;
import org.busbench.harness.text.Problem;

/**
 * The SimpleStockQuote backend: three instances in one process. Methods that ask it of the messages that came to it do so over
 * HTTP, and block until the answer is there.
 */
public final class BackendProcess {
    private static final String MAIN = "org.busbench.backend.Backend";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    /** How long after a failed call a backend that is ending gets to have ended. */
    private static final Duration END_LIMIT = Duration.ofSeconds(1);

    private static final String RECEIVED = "/received";
    private static final String RECEIVED_ACTION = RECEIVED + "/action";
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);
    private static final int CLIENT_ERROR = 400;
    private static final int NOT_FOUND = 404;
    private static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

    private final ManagedProcess process;
    private final Backends backends;
    private final HttpCaller http = HttpCaller.within(REQUEST_LIMIT);

    private BackendProcess(ManagedProcess process, Backends backends) {
        this.process = process;
        this.backends = backends;
    }

    /**
     * The process to be started.
     *
     * @param project the project's root, whose backend must be built
     * @param arguments beside the addresses, for instance {@code --delay fixed:5ms}
     */
    public static ProcessSpec spec(
            Path project, Backends backends, List<String> jvmOptions, List<String> arguments, Path logs) {
        Path lib = project.resolve("backend-stockquote/target/backend/lib");
        List<String> command = new ArrayList<>(List.of(JavaCommand.PROGRAM.toString()));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", JavaCommand.joined(BuiltFolder.jars(lib)), MAIN));
        backends.ports()
                .forEach((letter, port) -> command.addAll(List.of(
                        "--listen",
                        Backends.nameOf(letter) + "=" + Backends.bracketed(backends.listen()) + ":" + port)));
        backends.keys()
                .ifPresent(keys -> command.addAll(
                        List.of("--tls", Backends.nameOf(Expressions.TLS_BACKEND) + "=" + keys.store())));
        command.addAll(arguments);
        return new ProcessSpec(
                "backend",
                command,
                Map.of(),
                project,
                logs,
                backends.ports().entrySet().stream()
                        .map(entry -> PortClaim.of(entry.getValue(), Backends.nameOf(entry.getKey()))
                                .at(backends.listen()))
                        .toList(),
                Optional.of(new ReadyCheck(statsUrl(backends), START_LIMIT)),
                Stop.DEFAULT,
                Optional.empty());
    }

    /** Starts what {@link #spec} describes, and waits until it is up. */
    public static BackendProcess start(Supervisor supervisor, ProcessSpec spec, Backends backends)
            throws InterruptedException {
        return new BackendProcess(supervisor.start(spec), backends);
    }

    public ManagedProcess process() {
        return process;
    }

    public Backends backends() {
        return backends;
    }

    public Map<String, URI> urls() {
        Map<String, URI> urls = new LinkedHashMap<>();
        backends.ports().keySet().forEach(letter -> urls.put(Backends.nameOf(letter), backends.url(letter)));
        return urls;
    }

    /**
     * What has been counted so far.
     *
     * @throws Problem when the backend does not say
     */
    public BackendStats count() {
        return read("GET");
    }

    /** The counts until now; from now on the backend remembers which nonces come. */
    public BackendStats countAndRemember() {
        return read("POST");
    }

    /**
     * Has all answers held back that are not given yet.
     *
     * @param length for how long at most; zero lets them go
     * @throws Problem when the backend does not do it
     */
    public void hold(Duration length) {
        command("/hold?millis=" + length.toMillis());
    }

    /** Has the backend keep the next messages that come, as they come. */
    public void wantNext(int most) {
        command(RECEIVED + "?" + most);
    }

    /** The bytes of a message that came since {@link #wantNext}, from 1; empty when fewer have come. */
    public Optional<byte[]> received(int number) {
        return shown(RECEIVED + "?" + number);
    }

    /** The SOAPAction of the last of them, or the action of its Content-Type; empty when it had neither. */
    public Optional<String> receivedAction() {
        return shown(RECEIVED_ACTION).map(text -> new String(text, StandardCharsets.UTF_8).strip());
    }

    /** Empty when there is nothing to show. */
    private Optional<byte[]> shown(String path) {
        URI url = backends.url("A").resolve(path);
        try {
            HttpMessage response = http.call("GET", url, "", null);
            return response.status() == NOT_FOUND
                    ? Optional.empty()
                    : Optional.of(successful(response).body());
        } catch (IOException unreadable) {
            throw failed("cannot read", url, unreadable);
        }
    }

    /** Of a backend that has ended its end says more than the call that failed. */
    private Problem failed(String what, URI url, IOException cause) {
        return process.endWithin(END_LIMIT)
                .<Problem>map(exit -> new Ended("the backend has ended (" + exit + "): see "
                        + process.spec().errors()))
                .orElseGet(() -> new Problem(what + " " + url + ": " + Problem.brief(cause), cause));
    }

    /** It has ended by itself: nothing can be measured any more. */
    public static final class Ended extends Problem {
        private static final long serialVersionUID = 1L;

        private Ended(String reason) {
            super(reason);
        }
    }

    private void command(String path) {
        URI url = backends.url("A").resolve(path);
        try {
            successful(http.call("POST", url, "", new byte[0]));
        } catch (IOException refused) {
            throw failed("the backend does not obey", url, refused);
        }
    }

    private static HttpMessage successful(HttpMessage response) throws IOException {
        if (response.status() >= CLIENT_ERROR) {
            throw new IOException("it answers with status " + response.status());
        }
        return response;
    }

    private BackendStats read(String method) {
        URI url = statsUrl(backends);
        try {
            HttpMessage response = http.call(method, url, "", method.equals("POST") ? new byte[0] : null);
            return JSON.readValue(successful(response).body(), Told.class).stats();
        } catch (IOException unreadable) {
            throw failed("cannot read", url, unreadable);
        }
    }

    /** The counts as the backend writes them, the sum of its nonces in hexadecimal digits. */
    private record Told(Map<String, Counts> instances, Nonces nonces, Long given) {
        private record Nonces(Long counted, String sum, Long repeated) {}

        BackendStats stats() throws IOException {
            if (instances == null || instances.isEmpty()) {
                throw new IOException("it names no instance");
            }
            boolean counted = nonces != null && nonces.counted != null;
            return new BackendStats(
                    instances,
                    counted
                            ? new NonceCount(nonces.counted, Long.parseUnsignedLong(nonces.sum, 16), nonces.repeated)
                            : null,
                    given);
        }
    }

    private static URI statsUrl(Backends backends) {
        return backends.url("A").resolve("/stats");
    }
}
