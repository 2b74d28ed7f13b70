package org.busbench.mediation.rig;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.common.FreePorts;
import org.busbench.mediation.http.rig.Transport;
import org.busbench.mediation.http.rig.Wire;

/** A mediator in a JVM of its own: ours, or Synapse on its stock transport. */
public final class Child implements Closeable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");
    private static final List<String> JAVA =
            List.of(BIN.resolve("java").toString(), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final String STOCK_JARS = Path.of("target/stock/lib").toAbsolutePath() + "/*";

    private final Process process;
    private final int port;
    private final Path out;
    private final Path err;

    private Child(Path folder, int port, List<String> command) throws IOException {
        this.port = port;
        this.out = Files.createTempFile(folder, "out", ".log");
        this.err = Files.createTempFile(folder, "err", ".log");
        this.process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    /** Runs our mediator with these arguments, whatever comes of it. */
    public static Child run(Path folder, String... arguments) throws IOException {
        List<String> command = java();
        command.add("org.busbench.mediation.Mediator");
        command.addAll(List.of(arguments));
        return new Child(folder, 0, command);
    }

    /** Starts our mediator with these options more and waits for its ready line. */
    public static Child ours(Home home, String... options) throws IOException, InterruptedException {
        return ours(List.of("-XX:TieredStopAtLevel=1"), home, options);
    }

    /** The same, with these options of the JVM instead of the one that compiles for a short life. */
    public static Child ours(List<String> jvm, Home home, String... options) throws IOException, InterruptedException {
        int port = freePort();
        List<String> command = java();
        command.remove("-XX:TieredStopAtLevel=1");
        command.addAll(1, jvm);
        command.addAll(List.of(
                "org.busbench.mediation.Mediator",
                "--config",
                home.folder().toString(),
                "--listen",
                "127.0.0.1:" + port));
        command.addAll(List.of(options));
        Child child = new Child(home.folder(), port, command);
        child.awaitStart(() -> child.stdout().contains("ready http://127.0.0.1:" + port));
        return child;
    }

    /** Starts stock Synapse with these JVM options: the same home, the same Axis2 configuration, but its own listener and sender. */
    public static Child stock(Home home, String... options) throws IOException, InterruptedException {
        Child child = stockChild(home, options);
        child.awaitStart(child::answersWsdl);
        return child;
    }

    /** Starts stock Synapse on a home with any proxies, and waits until it listens. */
    public static Child stockListening(Home home) throws IOException, InterruptedException {
        Child child = stockChild(home);
        child.awaitStart(child::listens);
        // Its transport listens before its configuration is deployed.
        Thread.sleep(1500);
        return child;
    }

    private static Child stockChild(Home home, String... options) throws IOException {
        int port = freePort();
        Path folder = home.folder();
        Path repository = folder.resolve("repository");
        Files.createDirectories(repository.resolve("modules"));
        Files.createDirectories(repository.resolve("services"));
        try (InputStream template = Child.class.getResourceAsStream("/org/busbench/mediation/engine/axis2.xml")) {
            String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(
                            "org.busbench.mediation.engine.EngineListener",
                            "org.apache.synapse.transport.passthru.PassThroughHttpListener")
                    .replace(
                            "org.busbench.mediation.engine.EngineSender",
                            "org.apache.synapse.transport.passthru.PassThroughHttpSender")
                    .replace(
                            "org.busbench.mediation.engine.PlainXmlBuilder",
                            "org.apache.axis2.builder.ApplicationXMLBuilder")
                    .replace("${host}", "127.0.0.1")
                    .replace("${port}", Integer.toString(port));
            Files.writeString(folder.resolve("axis2.xml"), text);
        }
        List<String> command = java();
        // Its transport turns idle connections without end on newer jars of HttpCore than its own.
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, STOCK_JARS + File.pathSeparator + command.get(classPath));
        command.addAll(1, List.of(options));
        command.add(1, "-Dbusbench.mediation.log=ERROR");
        command.add(1, "-Djavax.xml.transform.TransformerFactory=net.sf.saxon.TransformerFactoryImpl");
        command.addAll(List.of(
                "org.apache.synapse.SynapseServer",
                repository.toString(),
                folder.resolve("axis2.xml").toString(),
                folder.toString(),
                folder.resolve("synapse-config").toString(),
                folder.toString()));
        return new Child(folder, port, command);
    }

    /** {@return the port that it listens on} */
    public int port() {
        return port;
    }

    /** Asks it to stop, as SIGTERM does. */
    public void terminate() {
        process.destroy();
    }

    /** Tells it to hang up, as a terminal does that goes away. */
    public void hangUp() throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -HUP: exit code " + code);
        }
    }

    /** {@return the exit code; it is an error when it does not end in that time} */
    public int exitCode(Duration within) throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("still running after " + within);
        }
        return process.exitValue();
    }

    /** {@return what it wrote to stdout} */
    public String stdout() throws IOException {
        return Files.readString(out);
    }

    /** Waits until it has written this to stdout. */
    public void awaitStdout(String part) throws IOException, InterruptedException {
        await(() -> stdout().contains(part));
    }

    /** Waits until it has written this to stderr: a line of the log may be later than the answer. */
    public void awaitStderr(String part) throws IOException, InterruptedException {
        await(() -> stderr().contains(part));
    }

    /** {@return what it wrote to stderr} */
    public String stderr() throws IOException {
        return Files.readString(err);
    }

    /** {@return what it wrote to stderr after so many bytes} */
    public String stderr(long afterBytes) throws IOException {
        try (InputStream all = Files.newInputStream(err)) {
            all.skipNBytes(afterBytes);
            return new String(all.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** {@return how many bytes it wrote to stderr} */
    public long stderrBytes() throws IOException {
        return Files.size(err);
    }

    /** {@return how many bytes of memory it occupies now} */
    public long residentBytes() throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
        return status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElseThrow(() -> new IOException("the mediator has ended"));
    }

    /** {@return the stacks of all its threads, as the JDK's own tool prints them} */
    public String threads() throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        BIN.resolve("jcmd").toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        Long.toString(process.pid()),
                        "Thread.print")
                .redirectErrorStream(true)
                .start();
        String stacks = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException("jcmd: " + stacks);
        }
        return stacks;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** {@return a port that nothing listens on} */
    public static int freePort() throws IOException {
        return FreePorts.inARow(1);
    }

    private static List<String> java() throws IOException {
        List<String> command = new ArrayList<>(JAVA);
        command.addAll(new Classes(JAVA).options());
        command.addAll(Transport.options());
        return command;
    }

    private boolean listens() throws IOException {
        try (Wire wire = new Wire(port)) {
            return wire != null;
        } catch (java.net.ConnectException e) {
            return false;
        }
    }

    private boolean answersWsdl() throws IOException {
        try {
            String request = "GET /services/VirtualizationProxy?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n";
            return Wire.exchange(port, request.getBytes(StandardCharsets.US_ASCII))
                            .status()
                    == 200;
        } catch (java.net.ConnectException e) {
            return false;
        }
    }

    private void awaitStart(Condition condition) throws IOException, InterruptedException {
        try {
            await(condition);
        } catch (IllegalStateException e) {
            close();
            throw e;
        }
    }

    private void await(Condition condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!condition.holds()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException("waited in vain for the mediator, which said: " + stdout() + stderr());
            }
            Thread.sleep(50);
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }
}
