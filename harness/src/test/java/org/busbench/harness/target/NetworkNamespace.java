package org.busbench.harness.target;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.adapter.ProgramPath;

/**
 * A network of the test's own, with its own addresses and ports: another host, as far as sockets can tell. It lasts as long as
 * a process that waits for the end of its input, so nothing is left of it when a test is killed. A test is skipped, with the
 * reason, where none can be made.
 */
public final class NetworkNamespace implements AutoCloseable {
    private final Process holder;

    private NetworkNamespace(Process holder) {
        this.holder = holder;
    }

    /** A network with nothing but its loopback. */
    public static NetworkNamespace open() throws IOException {
        for (String program : List.of("unshare", "nsenter", "ip")) {
            assumeTrue(ProgramPath.ofEnvironment().find(program).isPresent(), program + " is not installed");
        }
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may make a network namespace");
        Process holder = new ProcessBuilder("unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec cat")
                .redirectErrorStream(true)
                .start();
        BufferedReader said = holder.inputReader(StandardCharsets.UTF_8);
        String first = said.readLine();
        if (!"up".equals(first)) {
            holder.destroy();
            abort("no network namespace can be made here: " + first);
        }
        return new NetworkNamespace(holder);
    }

    /** Joins both by a cable, with an address at each end, such as {@code 10.77.0.1/30}. */
    public void connect(String address, NetworkNamespace other, String otherAddress)
            throws IOException, InterruptedException {
        run("ip", "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", "" + other.holder.pid());
        for (NetworkNamespace end : List.of(this, other)) {
            end.run("ip", "address", "add", end == this ? address : otherAddress, "dev", "cable");
            end.run("ip", "link", "set", "cable", "up");
        }
    }

    /** A command that runs in it. */
    public List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=/proc/" + holder.pid() + "/ns/net", "--"));
        command.addAll(words);
        return command;
    }

    private void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(List.of(words)))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            abort("no other host can be made here: " + String.join(" ", words) + ": " + said);
        }
    }

    @Override
    public void close() {
        holder.destroy();
        holder.onExit().join();
    }
}
