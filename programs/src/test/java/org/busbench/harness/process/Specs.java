package org.busbench.harness.process;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.process.ProcessSpec.ReadyCheck;
import org.busbench.harness.text.Template;

/** Processes for tests. */
final class Specs {
    private Specs() {}

    /** A shell that runs a script, ready at once. */
    static ProcessSpec shell(Path folder, String name, String script, String signal) {
        return spec(folder, name, List.of("sh", "-c", script), signal, List.of(), Optional.empty());
    }

    static ProcessSpec shell(Path folder, String name, String script) {
        return shell(folder, name, script, "TERM");
    }

    /** A shell that is ready when a server answers at a port. */
    static ProcessSpec shell(Path folder, String script, int port, Duration within) {
        ReadyCheck check = new ReadyCheck(URI.create("http://127.0.0.1:" + port + "/up"), within);
        return spec(folder, "shell", List.of("sh", "-c", script), "TERM", List.of(), Optional.of(check));
    }

    /** A JVM that listens on a port. */
    static ProcessSpec server(Path folder, int port) {
        ReadyCheck check = new ReadyCheck(URI.create("http://127.0.0.1:" + port + "/up"), Duration.ofSeconds(30));
        PortClaim claim = new PortClaim(port, "http", folder.resolve("adapter.yaml"), 7);
        List<String> command = java(SlowServer.class, Integer.toString(port));
        return spec(folder, "server", command, "TERM", List.of(claim), Optional.of(check));
    }

    static Template text(String text) {
        return Template.parse(text, Path.of("adapter.yaml"), 1);
    }

    /** The expansion of templates without expressions. */
    static String asItIs(Template template, UnaryOperator<String> change) {
        return template.text();
    }

    /** The command that runs a class of the tests. */
    static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                JavaCommand.PROGRAM.toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static ProcessSpec spec(
            Path folder,
            String name,
            List<String> command,
            String signal,
            List<PortClaim> ports,
            Optional<ReadyCheck> ready) {
        return new ProcessSpec(
                name,
                command,
                Map.of("GREETING", "hello"),
                folder,
                folder.resolve("logs"),
                ports,
                ready,
                new Stop(signal, Duration.ofSeconds(5)),
                Optional.empty());
    }
}
