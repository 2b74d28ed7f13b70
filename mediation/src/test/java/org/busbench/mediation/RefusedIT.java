package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.busbench.mediation.wire.uring.SystemCallFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A mediator that is told to use io_uring and cannot have it: its machine denies it, by the filter of system calls that containers have, or its Java is too
 * old.
 */
class RefusedIT {
    private static final boolean JAVA_IS_NEW = Runtime.version().feature() >= 22;
    private static final String REASON = JAVA_IS_NEW
            ? "io_uring_setup is refused: not permitted (1)"
            : "it needs Java 22 or newer, and this is Java " + Runtime.version().feature();

    @TempDir
    private Path folder;

    @Test
    void servesWithNioAndSaysSoInOneLine() throws Exception {
        try (StubBackend backend = new StubBackend("backend-A");
                Child mediator = startedWhereItIsDenied(Home.copy(folder.resolve("home"), backend))) {
            HttpMessage answer = Wire.exchange(
                    mediator.port(), Scenario.VIRTUALIZATION.post(Scenario.VIRTUALIZATION.request("500")));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(mediator.stdout())
                    .contains("\ntransport nio (--transport uring cannot be had: " + REASON + ")\n");
            assertThat(mediator.stderr())
                    .isEqualTo("mediator: nio serves, --transport uring cannot be had: " + REASON + "\n");
            mediator.terminate();
            assertThat(mediator.exitCode(Duration.ofSeconds(20))).isZero();
        }
    }

    private static Child startedWhereItIsDenied(Home home) throws Exception {
        List<String> options = JAVA_IS_NEW
                ? List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED")
                : List.of("-XX:TieredStopAtLevel=1");
        CompletableFuture<Child> started = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        if (JAVA_IS_NEW) {
                            SystemCallFilter.denyRings();
                        }
                        started.complete(Child.ours(options, home, "--transport", "uring"));
                    } catch (Exception | Error e) {
                        started.completeExceptionally(e);
                    }
                })
                .start();
        return started.get(2, TimeUnit.MINUTES);
    }
}
