package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingCheckIT {
    private static final CostSource SELF =
            new CostSource.Tree(ProcessHandle.current().pid());

    @Test
    void aProcessThatListensItselfIsMeasured() throws IOException {
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ServingCheck.of(SELF, List.of(url("127.0.0.1", own.getLocalPort()))))
                    .isEqualTo(SELF);
        }
    }

    @Test
    void aSocketThatListensAtAllAddressesServesEachOfThem() throws IOException {
        try (ServerSocket own = new ServerSocket(0)) {
            assertThat(ServingCheck.of(SELF, List.of(url("localhost", own.getLocalPort()))))
                    .isEqualTo(SELF);
        }
    }

    @Test
    void aProcessWhoseUrlAnotherOneServesIsNotMeasured() throws IOException {
        Process other = new ProcessBuilder("sleep", "60").start();
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CostSource found =
                    ServingCheck.of(new CostSource.Tree(other.pid()), List.of(url("127.0.0.1", own.getLocalPort())));

            assertThat(found).isInstanceOfSatisfying(CostSource.None.class, none -> {
                assertThat(none.why())
                        .isEqualTo("port " + own.getLocalPort() + " is served by process "
                                + ProcessHandle.current().pid() + " (java), not by a process of those started");
                assertThat(none.pids()).isEqualTo(Set.of(ProcessHandle.current().pid()));
            });
        } finally {
            other.destroyForcibly();
        }
    }

    /** The engine of containers forwards to processes that it does not name: what these use is not what strangers use. */
    @Test
    void behindAForwarderOfContainersThereAreProcessesThatCannotBeSeen(@TempDir Path folder) throws Exception {
        Path forwarder = Files.writeString(folder.resolve("docker-proxy"), """
                #!/usr/bin/perl
                use IO::Socket::INET;
                my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1', LocalPort => 0) or die;
                $| = 1;
                print $s->sockport, "\\n";
                <STDIN>;
                """);
        assertThat(forwarder.toFile().setExecutable(true)).isTrue();
        Process process = new ProcessBuilder(forwarder.toString()).start();
        try {
            int port = Integer.parseInt(process.inputReader().readLine());

            assertThat(ServingCheck.servers(List.of(url("127.0.0.1", port))))
                    .containsExactlyInAnyOrder(process.pid(), ServingCheck.UNSEEN);
        } finally {
            process.destroyForcibly();
        }
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ServingCheck.servers(List.of(url("127.0.0.1", own.getLocalPort()))))
                    .containsExactly(ProcessHandle.current().pid());
        }
    }

    @Test
    void oneUrlOfManyThatAnotherServesIsEnough() throws IOException {
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int free;
            try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                free = closed.getLocalPort();
            }
            CostSource found =
                    ServingCheck.of(SELF, List.of(url("127.0.0.1", own.getLocalPort()), url("127.0.0.1", free)));

            assertThat(found)
                    .isEqualTo(new CostSource.None(
                            "no socket of this machine's own network listens on port " + free, Set.of()));
        }
    }

    @Test
    void anotherMachineIsNotMeasured() throws IOException {
        assertThat(ServingCheck.of(SELF, List.of(url("203.0.113.7", 8080))))
                .isEqualTo(new CostSource.None("203.0.113.7:8080 is on another machine", Set.of()));
    }

    private static URI url(String host, int port) {
        return URI.create("http://" + host + ":" + port + "/services/VirtualizationProxy");
    }
}
