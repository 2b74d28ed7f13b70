package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.common.SocketTable;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Scenario;
import org.junit.jupiter.api.Test;

class AdapterCheckIT extends FakeProjectIT {

    @Test
    void oneThatServesAndKeepsToItselfHasNothingAgainstIt() throws IOException, InterruptedException {
        project.mediator("good", false);

        AdapterCheck check = check();

        assertThat(check.misbehaviours()).isEmpty();
        assertThat(check.verifications())
                .extracting(record -> record.scenario() + " " + record.outcome().key())
                .containsExactlyInAnyOrder("virtualization not-served", "cbr served", "xslt not-served");
    }

    @Test
    void eachSocketThatGoesBeyondTheLoopbackInterfaceIsNamed() throws Exception {
        InetAddress outside = address();
        try (ServerSocket peer = new ServerSocket(0, 1, outside)) {
            opening("0.0.0.0", outside.getHostAddress(), peer);

            String there = outside.getHostAddress() + ":" + peer.getLocalPort() + ", beyond 127.0.0.1";
            assertThat(check().misbehaviours())
                    .hasSize(4)
                    .anyMatch(fault -> fault.contains("listens on 0"))
                    .anyMatch(fault -> fault.contains("receives datagrams on 0"))
                    .anyMatch(fault -> fault.contains("is connected with " + there))
                    .anyMatch(fault -> fault.contains("sends datagrams to " + there));
        }
    }

    @Test
    void aSocketOnTheLoopbackInterfaceIsNobodysBusiness() throws Exception {
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            opening("127.0.0.1", "127.0.0.1", peer);

            assertThat(check().misbehaviours()).isEmpty();
        }
    }

    /** Which a process that was just forked has, too. */
    @Test
    void aSocketOfThisProcessIsNoFaultOfAnother() throws Exception {
        try (ServerSocket ours = new ServerSocket(0, 1, address());
                AdapterCheck.SocketWatch watch = AdapterCheck.SocketWatch.begin(Backends.free())) {
            List<Long> own = List.of(ProcessHandle.current().pid());
            assertThat(SocketTable.read().heldBy(own))
                    .anyMatch(socket -> socket.leavesLoopback() && socket.own().getPort() == ours.getLocalPort());

            watch.look(own);

            assertThat(watch.found()).isEmpty();
        }
    }

    /** A mediator with four sockets more than it needs: two that wait at an address, two that go to a peer. */
    private void opening(String at, String host, ServerSocket peer) throws IOException {
        project.mediator("open", false);
        Path file = root.resolve("configs/adapters/open/adapter.yaml");
        String there = host + " " + peer.getLocalPort();
        String more = Stream.of(
                        "listener " + at + " 0", "multicast " + at + " 0", "connection " + there, "datagrams " + there)
                .map(socket -> "\"--opens\", \"" + socket.replace(" ", "\", \"") + "\", ")
                .collect(Collectors.joining());
        Files.writeString(file, Files.readString(file).replace("[\"--mediator\", ", "[" + more + "\"--mediator\", "));
    }

    /** One of this machine that is not on the loopback interface; what is sent to it goes nowhere. */
    private static InetAddress address() throws IOException {
        Optional<InetAddress> address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .filter(own -> !own.isLoopbackAddress())
                .findFirst();
        assumeTrue(address.isPresent(), "no address but that of the loopback interface");
        return address.get();
    }

    private AdapterCheck check() throws IOException, InterruptedException {
        List<Adapter> adapters = project.settings("[cbr]", "1s", "[1]").adapters();
        Map<Scenario, List<String>> sizes = new LinkedHashMap<>();
        for (String name : List.of("virtualization", "cbr", "xslt")) {
            sizes.put(new Project(root).scenarios().find(name), List.of("500"));
        }
        TestBed.Settings plan = new TestBed.Settings(
                new Project(root),
                root.resolve("visit"),
                Backends.free(),
                adapters,
                List.copyOf(sizes.keySet()),
                List.of());
        return AdapterCheck.of(plan, sizes, note -> {});
    }
}
