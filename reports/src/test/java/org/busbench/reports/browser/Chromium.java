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
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Chromium of this machine, open while the tests of a class run, which are skipped where there is none. None is ever
 * downloaded.
 */
final class Chromium implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private Playwright playwright;
    private Browser browser;

    @Override
    public void beforeAll(ExtensionContext tests) {
        Optional<Path> executable = installed();
        assumeTrue(
                executable.isPresent(),
                "SKIPPED: no Chromium on the PATH (looked for " + NAMES
                        + "); install it, for example with: apt-get install chromium");
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable.orElseThrow())
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        if (playwright != null) {
            // And with it the browser.
            playwright.close();
        }
    }

    private static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Browser browser() {
        return browser;
    }
}
