package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.record.RunReader;
import org.busbench.reports.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of {@code reports/published}, as people open them. */
class PublishedRunsInBrowserIT {

    private static final int PHONE = 390;

    /** Of two lines and what is around them; a word that is broken into letters takes more. */
    private static final int MOST_HEAD_PIXELS = 80;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    /** A page that is published stays as it is: all older ones are looked at by night. */
    @ParameterizedTest
    @MethodSource("org.busbench.reports.PublishedRunsTest#drawnLast")
    void aPageThatWasPublishedLastAsksForNothingAndCanBeReadOnAPhone(Path run) {
        canBeReadOnAPhone(run);
    }

    @ParameterizedTest
    @MethodSource("org.busbench.reports.PublishedRunsTest#drawn")
    @Tag("nightly")
    void aPublishedPageAsksForNothingAndCanBeReadOnAPhone(Path run) {
        canBeReadOnAPhone(run);
    }

    private static void canBeReadOnAPhone(Path run) {
        try (OpenPage open = new OpenPage(chromium.browser(), run, PHONE, "")) {
            asksForNothingAndFitsOnAPhone(open);
            List<Locator> heads = open.page().locator("#leaders th").all();
            int sizes = RunReader.info(run).suite().payloads().size();
            assertThat(heads.isEmpty()).as("no table of sizes").isEqualTo(sizes < 2);
            for (Locator head : heads) {
                assertThat(head.boundingBox().height).as(head.textContent()).isLessThan(MOST_HEAD_PIXELS);
            }
        }
    }

    /** Some names of this run are longer than a phone is wide. */
    @Test
    void aPageThatIsDrawnAgainBreaksLongNamesOfAdapters(@TempDir Path folder) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("published", "mule-2015-2026-11-25"))) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Report.write(folder);
        try (OpenPage open = new OpenPage(chromium.browser(), folder, PHONE, "")) {
            asksForNothingAndFitsOnAPhone(open);
        }
    }

    private static void asksForNothingAndFitsOnAPhone(OpenPage open) {
        assertThat(open.complaints()).isEmpty();
        assertThat(open.requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
        assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(PHONE);
    }

    @ParameterizedTest
    @MethodSource("org.busbench.reports.PublishedRunsTest#ramped")
    void aPublishedPageOfRampsAsksForNothingAndCanBeReadOnAPhone(Path run) {
        try (OpenPage open = new OpenPage(chromium.browser(), run, PHONE, "")) {
            asksForNothingAndFitsOnAPhone(open);
        }
    }

    @ParameterizedTest
    @MethodSource("org.busbench.reports.PublishedRunsTest#torturedWithPage")
    void aRedCellOfAPublishedPageLeadsToItsBytesAndItsScript(Path run) {
        try (OpenPage open = new OpenPage(chromium.browser(), run, PHONE, "")) {
            assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(PHONE);
            Locator red = open.page().locator(".case-table td.wrong a").first();
            String target = red.getAttribute("href");
            red.click();
            open.page().locator(target + " .replay").waitFor();

            assertThat(open.page().locator(target + " pre").first().textContent())
                    .contains("HTTP/1.1");
            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
        }
    }
}
