package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.reports.HostileRun;
import org.busbench.reports.Report;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader sees of hostile exchanges. */
class IntegrityInBrowserIT {
    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void draw() throws IOException {
        Report.integrity(HostileRun.writeUnderLoad(folder));
    }

    private static OpenPage open(int width, String hash) {
        return new OpenPage(chromium.browser(), folder, width, hash);
    }

    @Test
    void aRedCellLeadsToTheBytesOfBothSidesAndToAScriptThatIsTheOneOfTheEvidence() throws IOException {
        try (OpenPage open = open(1400, "")) {
            Page page = open.page();
            page.locator(".case-table td.wrong a").first().click();
            Locator fault = page.locator("#wrong-loose-down-16k");
            fault.locator(".replay").waitFor();

            assertThat(fault.locator("h5").allTextContents())
                    .containsExactly(
                            "sent by the client, 39 bytes",
                            "received by the backend (connection 1), 16 bytes",
                            "received by the client, 9034 bytes");
            assertThat(fault.locator("pre").nth(0).textContent()).contains("Host: a\nX-Byte: \\xe4\n");
            assertThat(fault.locator("pre").nth(1).textContent()).isEqualTo("POST / HTTP/1.1\\n\n");
            assertThat(fault.locator("pre").nth(2).textContent())
                    .contains("X: <b>", "[... 7534 bytes are left out here ...]")
                    .endsWith("the end");
            Download script =
                    page.waitForDownload(() -> fault.locator(".replay").click());
            assertThat(script.suggestedFilename()).isEqualTo("replay-loose-down-16k.py");
            assertThat(Files.readString(script.path(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(Files.readString(
                            folder.resolve("integrity/loose/down-16k/replay.py"), StandardCharsets.ISO_8859_1))
                    .endsWith(HostileRun.SCRIPT_END);
            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("blob:"));
        }
    }

    @Test
    void whatBecameOfGoodTrafficStandsInABlockOfItsOwnAndUnderItsCase() {
        try (OpenPage open = open(1400, "")) {
            Locator mixed = open.page().locator("#mixed tbody tr");
            assertThat(mixed.count()).isEqualTo(2);
            assertThat(mixed.nth(1).textContent()).contains("seed 8", "not in time");
            Locator figures = open.page().locator("#overload .figures");
            assertThat(figures.locator("table").isVisible()).isFalse();
            figures.locator("summary").click();
            assertThat(figures.locator("tbody tr").nth(0).innerText()).contains("99.97 %", "190 → 340");
            mixed.nth(1).locator("a.wrong").click();
            open.page().locator("#wrong-loose-mixed .replay").waitFor();
            assertThat(Axe.seriousFaults(open)).isEmpty();
            assertThat(open.complaints()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}, {1} pixels")
    @CsvSource({"LIGHT, 1400", "DARK, 390"})
    void theMatrixStandsOnTheFirstScreenAndEachReaderMeetsNoBarrier(ColorScheme scheme, int width) {
        try (OpenPage open = open(width, "#wrong-loose-hop-named")) {
            Page page = open.page();
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.locator("#wrong-loose-hop-named .replay").waitFor();

            assertThat(page.locator("#wrong-loose-hop-named .objection").textContent())
                    .contains(HostileRun.OBJECTION);
            assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(width);
            assertThat(Axe.seriousFaults(open)).isEmpty();
            page.evaluate("scrollTo(0, 0)");
            Locator last = page.locator(".matrix td").last();
            assertThat(last.boundingBox().y + last.boundingBox().height).isLessThan(900);
            assertThat(last.boundingBox().x + last.boundingBox().width).isLessThanOrEqualTo(width);
        }
    }
}
