package org.busbench.reports.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Chromium of this machine, open from the first class of tests in this JVM that wants it until the JVM ends; each test
 * opens pages of its own. Classes are skipped where there is none. None is ever downloaded.
 */
final class Chromium implements BeforeAllCallback {

    /** The one without windows comes first: it draws the same for two thirds of the CPU time. */
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");

    /** Playwright is for one thread, and so are the tests of a JVM. */
    private static Browser browser;

    @Override
    public void beforeAll(ExtensionContext tests) {
        Optional<Path> executable = installed();
        assumeTrue(
                executable.isPresent(),
                "SKIPPED: no Chromium on the PATH (looked for " + NAMES
                        + "); install it, for example with: apt-get install chromium");
        if (browser == null) {
            browser = launched(executable.orElseThrow());
        }
    }

    private static Browser launched(Path executable) {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        // And with it the browser.
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close, "close-chromium"));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    private static Optional<Path> installed() {
        return NAMES.stream()
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Browser browser() {
        return browser;
    }
}
