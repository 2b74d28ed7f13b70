package org.busbench.harness.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.Tool;
import org.busbench.harness.adapter.ContainerEngine;
import org.busbench.harness.text.Problem;

/**
 * A container that a process of ours, the engine's program, runs in the foreground. It carries a label, so that whatever ends
 * the harness, it can be found and removed.
 *
 * @param name unique on this engine; also the value of its label {@value #LABEL}
 */
public record Container(ContainerEngine engine, String name) {
    /** The label of every container that busbench starts. */
    public static final String LABEL = "busbench.run";

    /**
     * What is asked of the engine.
     *
     * @param environment of the container
     * @param limits options for memory and CPUs
     */
    record Wish(
            String image,
            List<String> arguments,
            Optional<String> network,
            List<String> ports,
            List<String> mounts,
            Map<String, String> environment,
            List<String> limits) {}

    /** The command that runs it in the foreground. Nothing is downloaded: what is not here is not measured. */
    List<String> command(String program, Wish wish) {
        List<String> words = new ArrayList<>(
                List.of(program, "run", "--rm", "--pull=never", "--name=" + name, "--label=" + LABEL + "=" + name));
        wish.network().ifPresent(network -> words.add("--network=" + network));
        wish.ports().forEach(port -> words.add("--publish=" + addressed(port)));
        wish.mounts().forEach(mount -> words.add("--volume=" + mount));
        wish.environment().forEach((key, value) -> words.add("--env=" + key + "=" + value));
        words.addAll(wish.limits());
        words.add(wish.image());
        words.addAll(wish.arguments());
        return words;
    }

    /** Without an address the engine would publish to the whole network. */
    private static String addressed(String port) {
        return port.indexOf(':') == port.lastIndexOf(':') ? Backends.HOST + ":" + port : port;
    }

    /** The first process in it, as this machine counts; empty while it does not run. */
    public Optional<Long> init() {
        return ask("inspect", "--type=container", "--format={{.State.Pid}}", name)
                .filter(text -> text.matches("[1-9][0-9]*"))
                .map(Long::valueOf);
    }

    /** The engine's description of the container. The format is a template of Go; empty when the engine does not tell. */
    public Optional<String> inspect(String format) {
        return ask("inspect", "--type=container", "--format=" + format, name);
    }

    /** Whether the engine still has it, running or not. */
    boolean exists() {
        return ask("ps", "--all", "--quiet", "--filter=name=^/?" + name + "$")
                .filter(id -> !id.isEmpty())
                .isPresent();
    }

    /**
     * Removes it with its anonymous volumes, and ends it first if it runs.
     *
     * @throws Problem when it is still there then
     */
    void remove() {
        Tool.Said said = engine.ask(List.of("rm", "--force", "--volumes", name));
        if (!said.well() && exists()) {
            throw new Problem("cannot remove the container " + name + ": " + said.reason() + "; remove it with '"
                    + engine.key() + " rm --force " + name + "'");
        }
    }

    private Optional<String> ask(String... words) {
        Tool.Said said = engine.ask(List.of(words));
        return said.well() ? Optional.of(said.output()) : Optional.empty();
    }
}
