package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SocketTableTest {

    private static final List<Long> SELF = List.of(ProcessHandle.current().pid());

    @Test
    void aSocketThatOthersCanReachIsToldFromOneThatTheyCannot() throws IOException {
        try (ServerSocket reachable = new ServerSocket(0);
                ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<OpenSocket> held = SocketTable.read().heldBy(SELF);

            assertThat(held)
                    .anyMatch(socket -> socket.own().getPort() == reachable.getLocalPort() && socket.leavesLoopback())
                    .anyMatch(socket -> socket.own().getPort() == own.getLocalPort() && !socket.leavesLoopback());
        }
    }

    @Test
    void aPortIsTakenWhileSomebodyListensAndNoLonger() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
            assertThat(SocketTable.read().anyListensOn(port)).isTrue();
            assertThat(SocketTable.read().heldBy(List.of(1L << 40))).isEmpty();
        }
        assertThat(SocketTable.read().anyListensOn(port)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0100007F:1F90, 127.0.0.1, 8080, true",
        "00000000:0050, 0.0.0.0, 80, false",
        "00000000000000000000000001000000:0050, 0:0:0:0:0:0:0:1, 80, true",
        "0000000000000000FFFF00000100007F:1F90, 127.0.0.1, 8080, true",
        "0000000000000000FFFF00000200A8C0:1F90, 192.168.0.2, 8080, false",
    })
    void theKernelsHexadecimalAddressesAreRead(String text, String host, int port, boolean loopback)
            throws IOException {
        InetSocketAddress address = SocketTable.address(text);

        assertThat(address.getAddress().getHostAddress()).isEqualTo(host);
        assertThat(address.getPort()).isEqualTo(port);
        assertThat(address.getAddress().isLoopbackAddress()).isEqualTo(loopback);
    }
}
