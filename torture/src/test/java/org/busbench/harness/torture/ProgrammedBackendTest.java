package org.busbench.harness.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.busbench.harness.process.Backends;
import org.junit.jupiter.api.Test;

/** The backend by itself. */
class ProgrammedBackendTest {
    private static final int CONNECTIONS = 1500;
    private static final int QUESTIONS_MEANWHILE = 6;

    private final Backends backends = Backends.free();

    @Test
    void answersWhatIsAskedInTheInstantInWhichAConnectionEnds() {
        // Nothing comes afterwards that would wake a backend which has missed the question.
        try (ProgrammedBackend backend = ProgrammedBackend.open(backends)) {
            CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < CONNECTIONS; i++) {
                    endConnection();
                    for (int j = 0; j < QUESTIONS_MEANWHILE; j++) {
                        backend.goodTrafficBeside(false);
                    }
                }
            });

            assertThat(asked).succeedsWithin(Duration.ofSeconds(20));
        }
    }

    private void endConnection() {
        try {
            new Socket(backends.listen(), backends.ports().get("A")).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
