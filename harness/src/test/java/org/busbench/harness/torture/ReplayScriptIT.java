package org.busbench.harness.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.torture.RawProxy.Habit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayScriptIT {
    @TempDir
    private Path folder;

    @Test
    void theScriptOfAWrongCaseShowsTheSameBytesOnBothSidesAgain() throws Exception {
        assumeTrue(isInstalled(), "no python3 here");
        Case one = CaseFile.readAll(ProjectFiles.ROOT.resolve("configs/torture")).stream()
                .filter(other -> other.id().equals("name-blank-tab"))
                .findFirst()
                .orElseThrow();
        int port = FreePorts.inARow(1);
        try (RawProxy proxy = new RawProxy(port, Habit.RELAYS)) {
            CaseMessages messages =
                    new CaseMessages(proxy.target(), one.exchange().with(), 1);
            Path script = folder.resolve(ReplayScript.NAME);
            Files.writeString(
                    script, ReplayScript.of(one, messages, proxy.target().url(), one.title()));
            Process python = new ProcessBuilder(
                            "python3", script.toString(), "--backend", Integer.toString(port), "--wait", "1")
                    .redirectErrorStream(true)
                    .start();
            String shown = new String(python.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

            assertThat(python.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(python.exitValue()).as(shown).isZero();
            assertThat(shown)
                    .contains("client sends      'X-Test\\t: a\\r\\n'")
                    .contains("backend receives  'X-Test\\t: a\\r\\n'")
                    .contains("backend sends     'HTTP/1.1 200 OK\\r\\n'")
                    .contains("client receives   'HTTP/1.1 200 OK\\r\\n'")
                    .contains(messages.nonce(0));
        }
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
