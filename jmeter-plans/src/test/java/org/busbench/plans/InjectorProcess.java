package org.busbench.plans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A running injector, spoken to through its standard streams. Most tests share one: starting JMeter and compiling the plans' scripts takes longer
 * than the tests.
 */
final class InjectorProcess implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private static InjectorProcess shared;

    private final Process process;
    private final Writer commands;
    private final BufferedReader events;

    /** The one of this JVM. It needs no close: it ends with its standard input, which ends with this JVM. */
    static synchronized InjectorProcess shared() throws IOException {
        if (shared == null || !shared.process.isAlive()) {
            Path folder =
                    Path.of("target", "injector-" + ProcessHandle.current().pid());
            shared = new InjectorProcess(Files.createDirectories(folder).toAbsolutePath());
        }
        return shared;
    }

    InjectorProcess(Path folder) throws IOException {
        Path home = JMeterHome.HOME;
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbusbench.injector.log=" + folder.resolve("injector.log"),
                "-cp",
                home.resolve("bin/ApacheJMeter.jar") + ":" + home.resolve("lib/*") + ":" + home.resolve("lib/ext/*"),
                "org.busbench.injector.Injector",
                home.toString());
        process = new ProcessBuilder(command)
                .redirectError(folder.resolve("injector.err").toFile())
                .start();
        commands = process.outputWriter(StandardCharsets.UTF_8);
        events = process.inputReader(StandardCharsets.UTF_8);
        JsonNode ready = event();
        if (!ready.equals(JSON.readTree("{\"event\":\"ready\"}"))) {
            throw new IOException("the injector began with " + ready);
        }
    }

    /** The next event; any other line on standard output fails the test. */
    JsonNode event() throws IOException {
        String line = events.readLine();
        if (line == null) {
            throw new EOFException("the injector has ended");
        }
        return JSON.readTree(line);
    }

    void send(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
    }

    void start(Path plan, Path jtl, Map<String, String> properties) throws IOException {
        send(JSON.writeValueAsString(new TreeMap<>(
                Map.of("command", "run", "plan", plan.toString(), "jtl", jtl.toString(), "properties", properties))));
    }

    /** A whole run that must not fail. */
    Jtl run(String plan, Path jtl, Map<String, String> properties) throws IOException {
        start(JMeterHome.plan(plan), jtl, properties);
        expect("started");
        long samples = expect("finished").get("samples").asLong();
        Jtl result = Jtl.read(jtl);
        if (samples != result.samples().size()) {
            throw new IOException(samples + " samples were announced, " + jtl + " holds "
                    + result.samples().size());
        }
        return result;
    }

    JsonNode expect(String name) throws IOException {
        JsonNode event = event();
        if (!event.path("event").asText().equals(name)) {
            throw new IOException("event " + name + " expected, got " + event);
        }
        return event;
    }

    /** Ends the injector's standard input, as a dying harness does. */
    int end() throws IOException, InterruptedException {
        commands.close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IOException("the injector outlives its standard input");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        commands.close();
        events.close();
    }
}
