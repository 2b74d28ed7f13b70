package org.busbench.harness.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.torture.RawProxy.Habit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayScriptIT {
    @TempDir
    private Path folder;

    private String nonce;

    @Test
    void theScriptOfAnOverloadShowsAGoodRequestBesideTheOthers() throws Exception {
        assumeTrue(isInstalled(), "no python3 here");
        String shown = shown("half-head-500", "--others", "5");

        assertThat(shown)
                .contains("client sends      'POST /services/Proxy HTTP/1.1\\r\\n'")
                .contains("client receives   'HTTP/1.1 200 OK\\r\\n'");
        assertThat(shown.split("backend receives {2}'Content-\\\\n'", -1)).hasSize(6);
    }

    @Test
    void theScriptOfAWrongCaseShowsTheSameBytesOnBothSidesAgain() throws Exception {
        assumeTrue(isInstalled(), "no python3 here");
        String shown = shown("name-blank-tab");

        assertThat(shown)
                .contains("client sends      'X-Test\\t: a\\r\\n'")
                .contains("backend receives  'X-Test\\t: a\\r\\n'")
                .contains("backend sends     'HTTP/1.1 200 OK\\r\\n'")
                .contains("client receives   'HTTP/1.1 200 OK\\r\\n'");
        assertThat(shown.split(nonce, -1)).hasSizeGreaterThan(4);
    }

    /** What the script of a case prints when it is run before a proxy that relays all bytes. */
    private String shown(String id, String... options) throws Exception {
        Case one = CaseFile.readAll(ProjectFiles.ROOT.resolve("configs/torture")).stream()
                .filter(other -> other.id().equals(id))
                .findFirst()
                .orElseThrow();
        int port = FreePorts.inARow(1);
        try (RawProxy proxy = new RawProxy(port, Habit.RELAYS)) {
            CaseMessages messages =
                    new CaseMessages(proxy.target(), one.exchange().with(), 1);
            nonce = messages.nonce(0);
            Path script = folder.resolve(ReplayScript.NAME);
            Files.writeString(
                    script, ReplayScript.of(one, messages, proxy.target().url(), one.title()));
            List<String> command = new ArrayList<>(
                    List.of("python3", script.toString(), "--backend", Integer.toString(port), "--wait", "1"));
            command.addAll(List.of(options));
            Process python =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String shown = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(python.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(python.exitValue()).as(shown).isZero();
            return shown;
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
