package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FootprintTest {

    @ParameterizedTest(name = "{0}: {1} MB")
    @CsvSource({
        "/usr/bin/java -Xmx1g -cp x Main, 1216",
        "java -Xmx1g -Xmx256m Main, 448",
        "java -Xmx262144k Main, 448",
        "java Main, 1216",
        "/usr/sbin/nginx -c file, 128"
    })
    void theLastHeapOfTheCommandLineCountsInFullAndSomethingBesideIt(String command, long megabytes) {
        assertThat(Footprint.of(List.of(command.split(" ")))).isEqualTo(megabytes << 20);
    }
}
