package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The harness's end of the protocol, spoken with a shell script in place of the injector's JVM. */
@Timeout(60)
class InjectorTest {

    @TempDir
    private Path folder;

    @Test
    void aPlanWhoseEndWasNotSeenIsEndedBeforeTheNextOneBegins() throws Exception {
        try (Injector injector = start("""
                heard run;    say started
                heard mark;   say nonsense
                heard stop;   say marked; say finished
                heard run;    say started
                heard stop;   say finished
                """)) {
            injector.begin(load());
            assertThatThrownBy(injector::mark).hasMessageContaining("where 'marked' was due");

            injector.begin(load());

            assertThat(injector.end()).isEmpty();
        }
    }

    /** It says of a mark on which nobody waits any more that there was nothing to mark, and then that the plan has ended. */
    @Test
    void whatComesLateIsNotTakenForTheAnswerToSomethingElse() throws Exception {
        try (Injector injector = start("""
                heard run;    say started
                heard mark;   say nonsense; late=$id
                heard stop;   say failed $late; say finished $run
                heard run;    say marked $late; say started
                heard mark;   say marked $late; say marked $id ',"millis":5'
                heard stop;   say finished $run
                """)) {
            injector.begin(load());
            assertThatThrownBy(injector::mark).hasMessageContaining("where 'marked' was due");

            injector.begin(load());

            assertThat(injector.mark().millis()).isEqualTo(5);
            assertThat(injector.end()).isEmpty();
        }
    }

    @Test
    void aPlanThatWasRefusedOrHasEndedNeedsNoEnd() throws Exception {
        try (Injector injector = start("""
                heard run;    say failed
                heard run;    say started
                heard stop;   say finished
                heard run;    say started
                """)) {
            assertThatThrownBy(() -> injector.begin(load())).hasMessageContaining("could not run the plan");
            injector.begin(load());
            assertThat(injector.end()).isEmpty();

            injector.begin(load());

            assertThat(injector.isAlive()).isTrue();
        }
    }

    @Test
    void anInjectorThatEndsIsNamedAndItsLogWithIt() throws Exception {
        try (Injector injector = start("heard run; exit 0\n")) {
            assertThatThrownBy(() -> injector.begin(load()))
                    .isInstanceOf(InjectorException.class)
                    .hasMessageStartingWith("the injector ended; see ")
                    .hasMessageContaining("injector.err.log");
        }
    }

    /** A script that ends with an event of its own when it hears what it should not. */
    private Injector start(String course) throws IOException, InterruptedException {
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

    private LoadRequest load() {
        return new LoadRequest(
                folder.resolve("plan.jmx"),
                URI.create("http://127.0.0.1:1/"),
                "500",
                1,
                Duration.ofSeconds(1),
                null,
                folder.resolve("samples.jtl"),
                new LoadRequest.Pace(Duration.ZERO, Optional.empty()),
                false,
                1);
    }
}
