package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
