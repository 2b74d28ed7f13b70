package org.busbench.reports.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A report, opened from disk, and everything that the browser complained of or asked for. */
final class OpenPage implements AutoCloseable {

    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    OpenPage(Browser browser, Path run, int width, String hash) {
        this(browser, run.resolve("index.html").toAbsolutePath().toUri() + hash, width);
        drawn();
    }

    /** A page that a server sends, drawn or not. */
    OpenPage(Browser browser, String address, int width) {
        context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setColorScheme(ColorScheme.LIGHT)
                .setReducedMotion(ReducedMotion.REDUCE));
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address);
    }

    /** Waits until charts and tables stand; by an element, because the page's policy admits no evaluated text. */
    void drawn() {
        page.locator("html[data-drawn]").waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
    }

    void reload() {
        page.reload();
        drawn();
    }

    /** Chooses another message size, as a reader does. */
    void choosePayload(String payload) {
        if (page.locator("#choose-payload").isVisible()) {
            page.locator("#choose-payload label:has(input[value='" + payload + "'])")
                    .click();
        }
    }

    /** Everything that the page embeds, as JSON. */
    String data() {
        return (String) page.evaluate("JSON.stringify(module_data.run)");
    }

    Page page() {
        return page;
    }

    List<String> complaints() {
        return complaints;
    }

    List<String> requests() {
        return requests;
    }

    /** Attributes of all elements that a selector finds. */
    List<String> attributes(String selector, String attribute) {
        Object values = page.locator(selector)
                .evaluateAll("(found, name) => found.map(one => one.getAttribute(name))", attribute);
        return ((List<?>) values).stream().map(String.class::cast).toList();
    }

    @Override
    public void close() {
        context.close();
    }
}
