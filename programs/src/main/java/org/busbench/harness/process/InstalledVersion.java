package org.busbench.harness.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.busbench.common.Tool;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Version;
import org.busbench.harness.process.Launch.ArtifactFiles;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;

/** The version of what an adapter would start here. */
public final class InstalledVersion {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private InstalledVersion() {}

    /** The stated version, or the one that the adapter's command prints; {@code programs} are its own, by name. */
    public static String of(Adapter adapter, Map<String, Path> programs) throws InterruptedException {
        if (adapter.version() instanceof Version.Stated stated) {
            return stated.version();
        }
        Version.Printed printed = (Version.Printed) adapter.version();
        List<String> command = ArtifactFiles.located(printed.command(), programs);
        try {
            String output = new Tool(command, LIMIT).run().text();
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
}
