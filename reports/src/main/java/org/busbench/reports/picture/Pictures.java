package org.busbench.reports.picture;

import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.page.PicturePage;
import org.busbench.reports.page.PicturePage.Wanted;
import org.busbench.reports.raw.RawData;

/** The charts of a run's page as files of their own, made by the page's own modules in the browser of this machine. */
public final class Pictures {

    private static final Pattern OUTPUT =
            Pattern.compile("<output data-file=\"([A-Za-z0-9._-]+)\">([A-Za-z0-9+/=]*)</output>");
    private static final Pattern ROOT = Pattern.compile("<html[^>]*>");
    private static final Pattern TROUBLE = Pattern.compile("data-trouble=\"([^\"]*)\"");

    private Pictures() {}

    /**
     * Draws. Blocks until a browser has started and ended, some seconds.
     *
     * @return the bytes of each file by its name, in the order of sizes, scenarios and kinds; empty when nothing was measured
     * @throws IOException with one line for people, when there is no browser, or it fails
     */
    public static Map<String, byte[]> of(Analysis analysis, RawData raw, Wanted wanted) throws IOException {
        Browser browser = Browser.installed(System.getenv().getOrDefault("PATH", ""))
                .orElseThrow(() -> new IOException("SVG and PNG are drawn by a browser, and none is on the PATH (looked"
                        + " for " + String.join(", ", Browser.NAMES)
                        + "): install one, for example with: apt-get install chromium"));
        return found(browser.loaded(PicturePage.of(analysis, raw, wanted)));
    }

    /** The pictures that the scripts left in the document. */
    static Map<String, byte[]> found(String loaded) throws IOException {
        Matcher root = ROOT.matcher(loaded);
        String start = root.find() ? root.group() : "";
        Matcher trouble = TROUBLE.matcher(start);
        if (trouble.find() || !start.contains("data-drawn")) {
            throw new IOException("the browser could not draw the charts: "
                    + (trouble.reset().find() ? trouble.group(1) : "its scripts did not come to their end"));
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        Matcher output = OUTPUT.matcher(loaded);
        while (output.find()) {
            files.put(output.group(1), Base64.getDecoder().decode(output.group(2)));
        }
        return files;
    }
}
