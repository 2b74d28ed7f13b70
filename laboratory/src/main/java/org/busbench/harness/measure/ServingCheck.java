package org.busbench.harness.measure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.busbench.common.SocketTable;
import org.busbench.common.tls.ClientTls;

/**
 * Whether the processes that would be measured are those that serve: every process that holds a socket on which the URLs are
 * served must be one of them. A program that only talks to a server (the {@code docker} command, {@code systemctl},
 * {@code ssh}), or that left one behind, must not pass its own small cost for the server's. Reads {@code /proc} alone, a few
 * milliseconds; not within a window.
 */
public final class ServingCheck {
    /** Among the processes that serve, stands for those that cannot be seen: another user's, or a container's behind its engine. */
    static final long UNSEEN = -1;

    private static final Set<String> FORWARDERS =
            Set.of(" (docker-proxy)", " (rootlessport)", " (slirp4netns)", " (pasta)", " (conmon)");

    private final SocketTable sockets;
    private final Map<Long, Set<Long>> holders = new HashMap<>();

    private ServingCheck(SocketTable sockets) {
        this.sockets = sockets;
    }

    /**
     * Looks who serves.
     *
     * @param source whose cost would be taken
     * @param urls of all scenarios
     * @return the source, or {@link CostSource.None} with the reason
     * @throws IOException when the table of sockets cannot be read
     */
    public static CostSource of(CostSource source, Collection<URI> urls) throws IOException {
        if (source instanceof CostSource.None) {
            return source;
        }
        ServingCheck check = new ServingCheck(SocketTable.readTcp());
        for (URI url : new LinkedHashSet<>(urls)) {
            Optional<CostSource.None> objection = check.objection(source, url);
            if (objection.isPresent()) {
                return objection.get();
            }
        }
        return source;
    }

    /**
     * The serving process of a system whose cost is not measured.
     *
     * @param urls of all scenarios
     * @return processes of this machine, as far as this user can see them; none where another machine serves
     * @throws IOException when the table of sockets cannot be read
     */
    public static Set<Long> servers(Collection<URI> urls) throws IOException {
        ServingCheck check = new ServingCheck(SocketTable.readTcp());
        Set<Long> servers = new TreeSet<>();
        for (URI url : new LinkedHashSet<>(urls)) {
            List<InetAddress> here = new ArrayList<>();
            for (InetAddress address : addresses(url)) {
                if (isOfThisMachine(address)) {
                    here.add(address);
                }
            }
            if (!here.isEmpty()) {
                check.sockets
                        .listenersAt(here, ClientTls.port(url))
                        .forEach(inode -> servers.addAll(check.serving(inode)));
            }
        }
        return servers;
    }

    /** The addresses of the host; empty for an unknown one. */
    private static List<InetAddress> addresses(URI url) {
        try {
            return List.of(InetAddress.getAllByName(url.getHost()));
        } catch (UnknownHostException unknown) {
            return List.of();
        }
    }

    private Optional<CostSource.None> objection(CostSource source, URI url) throws IOException {
        int port = ClientTls.port(url);
        List<InetAddress> addresses = addresses(url);
        if (addresses.isEmpty()) {
            return none("the address of " + url.getHost() + " is not known here", Set.of());
        }
        for (InetAddress address : addresses) {
            if (!isOfThisMachine(address)) {
                return none(url.getHost() + ":" + port + " is on another machine", Set.of());
            }
        }
        Set<Long> listeners = sockets.listenersAt(addresses, port);
        if (listeners.isEmpty()) {
            return none("no socket of this machine's own network listens on port " + port, Set.of());
        }
        Set<Long> measured = source.pids();
        Set<Long> servers = new TreeSet<>();
        for (long inode : listeners) {
            servers.addAll(serving(inode));
            if (holders(inode).isEmpty()) {
                return none(
                        "who serves port " + port + " cannot be seen: it belongs to another user, or to a container",
                        servers);
            }
        }
        Set<Long> strangers = new TreeSet<>(servers);
        strangers.removeAll(measured);
        strangers.remove(UNSEEN);
        return strangers.isEmpty()
                ? Optional.empty()
                : none(
                        "port " + port + " is served by " + named(strangers) + ", not by a process of those started",
                        servers);
    }

    private static Optional<CostSource.None> none(String why, Set<Long> servers) {
        return Optional.of(new CostSource.None(why, servers));
    }

    private static boolean isOfThisMachine(InetAddress address) throws IOException {
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    private Set<Long> serving(long inode) {
        Set<Long> serving = new TreeSet<>(holders(inode));
        if (serving.stream().map(ServingCheck::name).allMatch(FORWARDERS::contains)) {
            serving.add(UNSEEN);
        }
        return serving;
    }

    /** All processes that hold the socket, as far as this user can see them. */
    private Set<Long> holders(long inode) {
        if (holders.isEmpty()) {
            ProcessHandle.allProcesses()
                    .map(ProcessHandle::pid)
                    .forEach(pid -> SocketTable.descriptorsOf(pid)
                            .keySet()
                            .forEach(held -> holders.computeIfAbsent(held, unused -> new TreeSet<>())
                                    .add(pid)));
        }
        return holders.getOrDefault(inode, Set.of());
    }

    private static String named(Set<Long> pids) {
        return pids.stream().map(pid -> "process " + pid + name(pid)).collect(Collectors.joining(" and "));
    }

    private static String name(long pid) {
        try {
            String name = Files.readString(Path.of("/proc", Long.toString(pid), "comm"), StandardCharsets.ISO_8859_1);
            return " (" + name.strip() + ")";
        } catch (IOException ended) {
            return "";
        }
    }
}
