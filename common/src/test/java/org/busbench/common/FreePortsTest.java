package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final Path CLIENTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LOOK = 80;

    @Test
    void portsInARowCanBeListenedAtAndNoneIsGivenTwiceSoon() throws IOException {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < LOOK; i++) {
            int first = FreePorts.inARow(3);
            for (int port = first; port < first + 3; port++) {
                assertThat(given.add(port))
                        .as("%d is given for the first time", port)
                        .isTrue();
                listen(port).close();
            }
        }
    }

    @Test
    void aPortAtWhichSomebodyListensIsPassedOver() throws IOException {
        int free = FreePorts.inARow(1);
        try (ServerSocket taken = listen(free + 2)) {
            for (int i = 0; i < LOOK; i++) {
                int first = FreePorts.inARow(2);
                assertThat(taken.getLocalPort()).isNotIn(first, first + 1);
            }
        }
    }

    @Test
    void noClientGetsOneOfThem() throws IOException {
        int firstOfClients = 32_768;
        if (Files.exists(CLIENTS)) {
            // Such a file tells all of it at the first read, and nothing at a second.
            try (InputStream range = Files.newInputStream(CLIENTS);
                    Scanner numbers = new Scanner(range, StandardCharsets.US_ASCII)) {
                firstOfClients = numbers.nextInt();
            }
        }
        assertThat(FreePorts.inARow(1)).isLessThan(firstOfClients);
    }

    /** The class of another class loader has reservations of its own, as that of another process has. */
    @Test
    void anotherProcessIsGivenOtherPorts() throws Exception {
        URL classes = FreePorts.class.getProtectionDomain().getCodeSource().getLocation();
        Set<Integer> given = new HashSet<>();
        boolean first;
        do {
            first = given.add(FreePorts.inARow(1));
        } while (first);
        for (int i = 0; i < 3; i++) {
            try (URLClassLoader another = new URLClassLoader(new URL[] {classes}, null)) {
                Method inARow = another.loadClass(FreePorts.class.getName()).getMethod("inARow", int.class);
                int theirs = (int) inARow.invoke(null, 1);
                assertThat(given.add(theirs)).as("%d is given once", theirs).isTrue();
            }
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
}
