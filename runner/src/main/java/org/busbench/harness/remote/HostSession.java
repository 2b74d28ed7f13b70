package org.busbench.harness.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import org.busbench.record.Host.Part;

/** The hosts of a run with an agent on each. For one thread. Closing it brings their logs here and ends everything there. */
final class HostSession implements AutoCloseable {
    /** Older ones run no class of ours. */
    static final int LOWEST_JAVA = 17;

    private static final String REMOVE = "rm -rf \"$1/runs/$2\"";

    private final Ssh ssh;
    private final String run;
    private final Path logs;
    private final Map<RemoteHost, RemoteHost.Found> agents = new LinkedHashMap<>();

    private HostSession(Ssh ssh, String run, Path logs) {
        this.ssh = ssh;
        this.run = run;
        this.logs = logs;
    }

    /**
     * Nothing is started yet.
     *
     * @param config of ssh; empty for the user's own
     * @param run names this run on the hosts
     * @param logs gets what the agents and their parts wrote
     */
    static HostSession open(Optional<Path> config, String run, Path logs) throws IOException {
        return new HostSession(Ssh.open(config), run, logs);
    }

    Ssh ssh() {
        return ssh;
    }

    /**
     * Starts an agent on each host, the injectors first, and copies busbench where it is not.
     *
     * @throws Problem when one of them is not fit, with its name; what was started ends when this is closed
     */
    void startAll(Project project, Hosts hosts, Consumer<String> notes) throws IOException, InterruptedException {
        Bundle bundle = Bundle.of(project);
        for (Hosts.Host host : hosts.all()) {
            RemoteHost.Found found = RemoteHost.look(ssh, host, bundle);
            objection(found).ifPresent(objection -> {
                throw new Problem(host.name() + ": " + objection + "; 'busbench doctor --hosts " + hosts.file()
                        + "' looks at everything");
            });
            start(bundle, host, found, notes);
        }
    }

    /** Starts an agent on a host that was looked at, and copies busbench before where it is not. */
    RemoteHost start(Bundle bundle, Hosts.Host host, RemoteHost.Found found, Consumer<String> notes)
            throws IOException, InterruptedException {
        if (!found.hasBundle()) {
            notes.accept("copying busbench to " + host.name());
            RemoteHost.copy(ssh, host, bundle, found);
        }
        RemoteHost agent = RemoteHost.start(ssh, host, bundle, found, run, logs);
        agents.put(agent, found);
        return agent;
    }

    /** Why nothing can be started on a host; empty when it can. */
    static Optional<String> objection(RemoteHost.Found found) {
        if (!found.missing().isEmpty()) {
            return Optional.of("there is no " + String.join(", no ", found.missing()) + " there: install it");
        }
        if (found.folder().isEmpty()) {
            return Optional.of("the folder of busbench cannot be made there: name another one with 'folder:'");
        }
        if (found.java().isEmpty()) {
            return Optional.of("there is no java there: install JDK " + LOWEST_JAVA + " or newer, or say 'java:'");
        }
        int feature = found.feature().orElse(0);
        return feature >= LOWEST_JAVA
                ? Optional.empty()
                : Optional.of(found.java() + " there says '" + found.version() + "': JDK " + LOWEST_JAVA
                        + " or newer is needed");
    }

    /** All agents in the order of their start. */
    List<RemoteHost> agents() {
        return List.copyOf(agents.keySet());
    }

    List<RemoteHost> agents(Part role) {
        return agents().stream().filter(agent -> agent.host().role() == role).toList();
    }

    /** The one of a role that only one host has. */
    RemoteHost agent(Part role) {
        return agents(role).get(0);
    }

    @Override
    public void close() {
        List<Problem> problems = new ArrayList<>();
        try (ssh) {
            for (RemoteHost agent : agents.keySet()) {
                boolean reached = bring(agent, problems);
                try {
                    agent.close();
                } catch (Problem stuck) {
                    problems.add(stuck);
                }
                if (reached) {
                    remove(agent, problems);
                }
            }
        }
        problems.forEach(problem -> System.err.println("busbench: " + problem.getMessage()));
    }

    /** False when it is lost, which was told before. */
    private boolean bring(RemoteHost agent, List<Problem> problems) {
        if (agent.isLost()) {
            return false;
        }
        try {
            agent.fetch(
                    "logs",
                    logs.resolve(agent.host().role().key() + "-" + agent.host().name()));
            return true;
        } catch (Problem | IOException broken) {
            problems.add(new Problem("the logs of " + agent.name() + " stay there: " + Problem.brief(broken), broken));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void remove(RemoteHost agent, List<Problem> problems) {
        try {
            ssh.run(agent.host(), null, REMOVE, agents.get(agent).folder(), run);
        } catch (Problem | IOException broken) {
            problems.add(new Problem(
                    "the folder of this run on " + agent.host().name() + " stays there: " + Problem.brief(broken),
                    broken));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
