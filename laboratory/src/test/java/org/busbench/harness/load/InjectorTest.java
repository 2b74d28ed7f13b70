package org.busbench.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
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

    /** It answers a mark that came too late with "nothing to mark", and then says that the plan has ended. */
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

    private Injector start(String course) throws IOException, InterruptedException {
        return ScriptedInjector.start(folder, course);
    }

    private LoadRequest load() {
        return ScriptedInjector.load(folder);
    }
}
