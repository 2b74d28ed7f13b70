package org.busbench.harness.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a command prints during a test, instead of on the real console. */
final class CapturedConsole implements BeforeEachCallback, AfterEachCallback {

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext context) {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    /** What was printed on standard output. */
    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What was printed on standard error. */
    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Forgets what was printed until now. */
    void clear() {
        out.reset();
        err.reset();
    }
}
