package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.adapter.Version;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/** The version of what an adapter would start here. */
public final class InstalledVersion {
    private static final int LIMIT_SECONDS = 20;

    private InstalledVersion() {}

    /** The stated version, or the one that the adapter's command prints. */
    public static String of(Adapter adapter) throws InterruptedException {
        if (adapter.version() instanceof Version.Stated stated) {
            return stated.version();
        }
        Version.Printed printed = (Version.Printed) adapter.version();
        List<String> command = new ArrayList<>(printed.command());
        ProgramPath.ofEnvironment().find(command.get(0)).ifPresent(path -> command.set(0, path.toString()));
        try {
            String output = outputOf(command);
            Matcher matcher = printed.pattern().matcher(output);
            if (matcher.find()) {
                return matcher.group(1);
            }
            throw new ConfigProblem(
                    adapter.file(),
                    printed.line(),
                    "'" + String.join(" ", command) + "' prints no version that matches '" + printed.pattern()
                            + "', but: " + output.lines().findFirst().orElse("nothing"));
        } catch (IOException failed) {
            throw new ConfigProblem(
                    adapter.file(),
                    printed.line(),
                    "cannot run '" + String.join(" ", command) + "': " + Problem.brief(failed),
                    failed);
        }
    }

    private static String outputOf(List<String> command) throws IOException, InterruptedException {
        java.nio.file.Path file = java.nio.file.Files.createTempFile("busbench-version", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(file.toFile())
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException("it did not end within " + LIMIT_SECONDS + " s");
            }
            return java.nio.file.Files.readString(file, StandardCharsets.UTF_8);
        } finally {
            java.nio.file.Files.delete(file);
        }
    }
}
