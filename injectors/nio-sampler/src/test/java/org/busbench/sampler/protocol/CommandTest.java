package org.busbench.sampler.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    @Test
    void aRunNamesPlanPropertiesAndJtl() throws JsonProcessingException {
        assertThat(Command.parse("{\"command\":\"run\",\"plan\":\"/p/cbr.jmx\",\"properties\":{\"UserThreads\":\"20\"},"
                        + "\"jtl\":\"/r/x.jtl\"}"))
                .isEqualTo(
                        new Command.Run(Path.of("/p/cbr.jmx"), Map.of("UserThreads", "20"), Path.of("/r/x.jtl"), null));
    }

    @Test
    void aRunWithoutPropertiesHasNone() throws JsonProcessingException {
        assertThat(Command.parse("{\"command\":\"run\",\"plan\":\"/p\",\"jtl\":\"/x\"}"))
                .isEqualTo(new Command.Run(Path.of("/p"), Map.of(), Path.of("/x"), null));
    }

    @Test
    void stopStandsAloneOrSaysHowLongUsersMayTake() throws JsonProcessingException {
        assertThat(Command.parse("{\"command\":\"stop\"}")).isEqualTo(new Command.Stop(null));
        assertThat(new Command.Stop(null).grace()).hasSeconds(12);
        assertThat(Command.parse("{\"command\":\"stop\",\"graceMillis\":10000}"))
                .isEqualTo(new Command.Stop(10_000L));
    }

    @Test
    void markStandsAlone() throws JsonProcessingException {
        assertThat(Command.parse("{\"command\":\"mark\",\"id\":7}")).isEqualTo(new Command.Mark(7L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "{}",
                "{\"command\":\"halt\"}",
                "{\"command\":\"stop\",\"now\":true}",
                "{\"command\":\"stop\"} {}",
                "{\"command\":\"stop\",\"graceMillis\":-1}",
                "{\"command\":\"mark\",\"now\":true}",
                "{\"command\":\"run\",\"plan\":\"/p\"}",
                "{\"command\":\"run\",\"plan\":\"/p\",\"jtl\":null}",
                "{\"command\":\"run\",\"jtl\":\"/x\"}",
                "{\"command\":\"run\",\"plan\":\"/p\",\"jtl\":\"/x\",\"user\":1}",
                "{\"command\":\"run\",\"plan\":\"/p\",\"jtl\":\"/x\",\"properties\":[]}"
            })
    void anythingElseIsRefused(String line) {
        assertThatThrownBy(() -> Command.parse(line)).isInstanceOf(JsonProcessingException.class);
    }
}
