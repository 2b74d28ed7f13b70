package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.process.Backends;
import org.busbench.harness.run.Finding;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import org.busbench.record.Host.Part;

/** Are the hosts of a file fit for a run? It copies busbench to them, as a run does. For one thread. */
public final class HostsCheck {
    private static final long GIB = 1 << 30;

    private final Project project;
    private final Hosts hosts;
    private final List<Finding> findings = new ArrayList<>();

    /** Prepares the check; nothing is looked at yet. */
    public HostsCheck(Project project, Hosts hosts) {
        this.project = project;
        this.hosts = hosts;
    }

    /**
     * Looks at all hosts.
     *
     * @param config of ssh; empty for the user's own
     * @param logs a folder here for what the agents write
     * @throws Problem when nothing can be looked at, for instance since the project is not built
     */
    public List<Finding> look(Optional<Path> config, Path logs) throws IOException, InterruptedException {
        Bundle bundle = Bundle.of(project);
        String run = "doctor-" + ProcessHandle.current().pid();
        try (HostSession session = HostSession.open(config, run, logs)) {
            for (Hosts.Host host : hosts.all()) {
                look(session, bundle, host);
            }
            ports(session);
            ways(session);
        }
        return List.copyOf(findings);
    }

    private void look(HostSession session, Bundle bundle, Hosts.Host host) throws IOException, InterruptedException {
        String name = host.role().key() + " " + host.name();
        try {
            RemoteHost.Found found = RemoteHost.look(session.ssh(), host, bundle);
            add(name, Finding.ok("ssh", "reached"));
            Optional<String> objection = HostSession.objection(found);
            if (objection.isPresent()) {
                add(name, Finding.fail("programs", objection.get(), "then ask the doctor again"));
                return;
            }
            add(name, Finding.ok("JDK", found.version() + " at " + found.java()));
            add(name, Finding.openFiles(found.files(), "raise 'nofile' in /etc/security/limits.conf there"));
            RemoteHost agent = session.start(bundle, host, found, note -> {});
            add(
                    name,
                    Finding.ok(
                            "busbench",
                            (found.hasBundle() ? "was there" : "was copied now") + ", in " + found.folder()));
            machine(agent);
            clock(agent);
        } catch (Problem unfit) {
            add(name, Finding.fail("ssh", unfit.getMessage(), "try 'ssh -o BatchMode=yes " + host.name() + " true'"));
        }
    }

    private void machine(RemoteHost agent) throws IOException, InterruptedException {
        MachineFacts machine =
                RemoteHost.tree(agent.call("facts", RemoteHost.question()).path("machine"), MachineFacts.class);
        double available = machine.availableMemoryBytes() / (double) GIB;
        String found = String.format(
                Locale.ROOT,
                "%d x %s, %.1f of %.1f GB free",
                machine.logicalCpus(),
                machine.cpu(),
                available,
                machine.memoryBytes() / (double) GIB);
        add(
                agent.name(),
                available >= 2
                        ? Finding.ok("machine", found)
                        : Finding.fail("machine", found, "2 GB must be free for a JVM and its messages"));
    }

    private void clock(RemoteHost agent) throws InterruptedException {
        ClockDifference clock = agent.clock();
        String advice = "a run converts its times; synchronise it all the same (chronyc tracking)";
        add(
                agent.name(),
                clock.isWrong() ? Finding.warn("clock", clock.words(), advice) : Finding.ok("clock", clock.words()));
    }

    /** Where each role is to listen. */
    private void ports(HostSession session) throws InterruptedException {
        for (RemoteHost agent : session.agents()) {
            Collection<Integer> wanted = wanted(agent.host().role());
            if (wanted.isEmpty()) {
                continue;
            }
            String check = "ports of " + agent.host().address();
            try {
                ObjectNode question = RemoteHost.question()
                        .put("address", agent.host().address())
                        .put("what", agent.host().role().key());
                ArrayNode ports = question.putArray("ports");
                wanted.forEach(ports::add);
                JsonNode taken = agent.call("free", question).path("taken");
                taken.forEach(port -> add(agent.name(), Finding.fail(check, port.asText(), "end it there")));
                if (taken.isEmpty()) {
                    add(agent.name(), Finding.ok(check, wanted.size() + " free"));
                }
            } catch (Problem unfit) {
                add(agent.name(), Finding.fail(check, unfit.getMessage(), "correct the address in " + hosts.file()));
            }
        }
    }

    private Collection<Integer> wanted(Part role) {
        if (role == Part.BACKEND) {
            return Backends.usual().ports().values();
        }
        Set<Integer> ports = new LinkedHashSet<>();
        if (role == Part.MEDIATOR) {
            for (Adapter adapter : project.catalog().all(System.err::println)) {
                adapter.ports().values().forEach(port -> ports.add(port.number()));
            }
        }
        return ports;
    }

    /** Whether messages get from host to host: for a moment the one listens, and the others connect. */
    private void ways(HostSession session) throws InterruptedException {
        if (session.agents().size() < hosts.all().size()) {
            return;
        }
        RemoteHost mediator = session.agent(Part.MEDIATOR);
        RemoteHost backend = session.agent(Part.BACKEND);
        List<RemoteHost> askers = new ArrayList<>(session.agents(Part.INJECTOR));
        askers.add(backend);
        for (RemoteHost asker : askers) {
            way(asker, mediator, wanted(Part.MEDIATOR).iterator().next());
        }
        way(mediator, backend, wanted(Part.BACKEND).iterator().next());
    }

    private void way(RemoteHost from, RemoteHost to, int port) throws InterruptedException {
        String address = to.host().address();
        String check = "way to " + to.host().role().key();
        try {
            to.call("open", RemoteHost.question().put("address", address).put("port", port));
            from.call("reach", RemoteHost.question().put("address", address).put("port", port));
            add(from.name(), Finding.ok(check, address + " port " + port + " is reached"));
        } catch (Problem closed) {
            add(from.name(), Finding.fail(check, closed.getMessage(), "open the ports between the hosts (firewall)"));
        } finally {
            to.ask("shut", RemoteHost.question()).exceptionally(lost -> null).join();
        }
    }

    private void add(String host, Finding finding) {
        findings.add(finding.on(host));
    }
}
