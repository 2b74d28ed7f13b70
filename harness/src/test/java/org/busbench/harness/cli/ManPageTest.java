package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The manual page. */
@ResourceLock(Resources.SYSTEM_OUT)
class ManPageTest {

    @Test
    void hasEveryCommandAndOptionAsRoffReadsIt() {
        String page = page();

        assertThat(page)
                .startsWith(".TH BUSBENCH 1")
                .contains(".SS busbench run", ".SS busbench adapter new", ".B \\-\\-runs DIR");
        assertThat(page).doesNotContain("${");
        List<String> requests =
                page.lines().filter(line -> line.startsWith(".")).toList();
        assertThat(requests).allMatch(line -> line.matches("\\.(TH|SH|SS|TP|B)( .*)?"));
        assertThat(page.lines()).noneMatch(line -> line.isBlank() || line.startsWith("'"));
    }

    private static String page() {
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            assertThat(Busbench.execute("--man")).isZero();
        } finally {
            System.setOut(out);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
