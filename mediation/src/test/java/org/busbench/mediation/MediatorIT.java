package org.busbench.mediation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One mediator and three backends for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MediatorIT {

    StubBackend backendA;
    StubBackend backendB;
    StubBackend backendC;
    Child mediator;

    @BeforeAll
    final void start(@TempDir Path folder) throws IOException, InterruptedException {
        backendA = new StubBackend("backend-A");
        backendB = new StubBackend("backend-B");
        backendC = new StubBackend("backend-C");
        Home home = Home.copy(folder.resolve("home"), backendA.port(), backendB.port(), backendC.port());
        configure(home);
        mediator = Child.ours(home, "--lanes", lanes());
    }

    @AfterAll
    final void stop() throws IOException {
        mediator.close();
        backendA.close();
        backendB.close();
        backendC.close();
    }

    /** Which lanes there are: every promise of the fast lane is one of the engine lane, too. */
    String lanes() {
        return "fast";
    }

    /** What a test class wants otherwise than it is built. */
    void configure(Home home) throws IOException {
        // The built home serves most of them.
    }

    HttpMessage exchange(byte[] request) throws IOException {
        return Wire.exchange(mediator.port(), request);
    }

    HttpMessage get(String path) throws IOException {
        return exchange(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}
