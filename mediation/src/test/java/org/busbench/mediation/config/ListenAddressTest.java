package org.busbench.mediation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.busbench.common.FreePorts;
import org.junit.jupiter.api.Test;

class ListenAddressTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void aPortThatIsTakenIsNamedWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            ListenAddress address = new ListenAddress("127.0.0.1", taken.getLocalPort());

            assertThatThrownBy(address::requireFree)
                    .isInstanceOf(BadConfigException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("--listen HOST:PORT");
        }
    }

    @Test
    void aHostThatNobodyKnowsIsNamed() {
        assertThatThrownBy(new ListenAddress("nobody.invalid", 8280)::requireFree)
                .isInstanceOf(BadConfigException.class)
                .hasMessageContaining("unknown host 'nobody.invalid'");
    }

    @Test
    void aPortWhoseOldConnectionsLingerIsFree() throws IOException {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
                Socket client = new Socket(LOOPBACK, server.getLocalPort());
                Socket accepted = server.accept()) {
            port = server.getLocalPort();
            // Whose side ends first keeps the connection in TIME_WAIT (RFC 9293 section 3.6.1).
            accepted.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }

        assertThatCode(new ListenAddress("127.0.0.1", port)::requireFree).doesNotThrowAnyException();
    }

    /** A listening probe took clients in and reset them. */
    @Test
    void aClientThatComesTooEarlyIsRefusedAndNotTakenInWhileThePortIsTried() throws Exception {
        ListenAddress address = new ListenAddress("127.0.0.1", FreePorts.inARow(1));
        CompletableFuture<Void> client = CompletableFuture.runAsync(() -> {
            for (int refused = 0; refused < 5_000; refused++) {
                assertThatThrownBy(() -> new Socket(LOOPBACK, address.port()).close())
                        .as("connection " + refused)
                        .isInstanceOf(ConnectException.class);
            }
        });

        while (!client.isDone()) {
            address.requireFree();
        }

        client.get();
    }
}
