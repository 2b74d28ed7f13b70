package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.busbench.common.http.Access;

/** A shell script in place of the injector's JVM, and a load to ask it for. */
public final class ScriptedInjector {

    private ScriptedInjector() {}

    /**
     * Starts one that ends with an event of its own when it hears what it should not.
     *
     * @param course lines of {@code heard COMMAND} and {@code say EVENT [ID [MORE]]}; {@code $id} is that of the command
     *     heard last, {@code $run} that of the last {@code run}
     */
    public static Injector start(Path folder, String course) throws IOException, InterruptedException {
        Path home = folder.resolve("jmeter");
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("bin/ApacheJMeter.jar"));
        Path program = Files.writeString(folder.resolve("program"), """
                #!/bin/sh
                say() { printf '{"event":"%s"%s%s}\\n' "$1" "${2:+,\\"id\\":$2}" "${3:-}"; }
                heard() {
                  read -r line
                  case $line in *'"command":"'$1'"'*) ;; *) say "heard $line where $1 was due"; exit 1 ;; esac
                  id=$(echo "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                  [ "$1" = run ] && run=$id
                  return 0
                }
                say ready
                """ + course + "read -r end\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return Injector.start(program, new JmeterHome(home), List.of(), folder);
    }

    /** A load of one client for a second. */
    public static LoadRequest load(Path folder) {
        return new LoadRequest(
                new LoadRequest.Plan(folder.resolve("plan.jmx"), folder, "500", false, Optional.empty()),
                URI.create("http://127.0.0.1:1/"),
                Access.USUAL,
                1,
                Duration.ofSeconds(1),
                null,
                folder.resolve("samples.jtl"),
                new LoadRequest.Pace(Duration.ZERO, Optional.empty()),
                null,
                false,
                1);
    }
}
