package org.busbench.reports.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.record.RunReader;
import org.busbench.reports.Export;
import org.busbench.reports.Export.Format;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Analysis.Selection;
import org.busbench.reports.analysis.Cell;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The charts of a checked-in run, drawn once in each theme. Skipped where there is no Chromium. */
class PicturesIT {

    private static final Path RUN = SampleRuns.directory("run-quick");
    private static final Selection CBR = new Selection(List.of("cbr"), List.of("500"));
    private static final Pattern LINE = Pattern.compile("[ML](-?[0-9.]+) (-?[0-9.]+)");

    @TempDir
    private static Path folder;

    private static List<Path> light;

    @BeforeAll
    static void draw() {
        assumeTrue(Browser.installed(System.getenv("PATH")).isPresent(), "SKIPPED: no Chromium on the PATH");
        light = Export.write(RUN, EnumSet.of(Format.SVG, Format.PNG), CBR, "light", folder.resolve("light"));
    }

    @Test
    void eachChartIsAFileOfEachKindNamedAfterWhatItShows() {
        assertThat(light)
                .extracting(file -> file.getFileName().toString())
                .contains("tps-cbr-500.svg", "tps-cbr-500.png", "latency-p99-cbr-500.svg")
                .anyMatch(name -> name.matches("cpu-cbr-500-c\\d+\\.svg"))
                .anyMatch(name -> name.matches("percentiles-cbr-500-c\\d+\\.png"))
                .hasSize(8);
    }

    @Test
    void everyNumberOfADrawingIsThatOfTheRun() throws Exception {
        Map<String, Cell> cells = new TreeMap<>();
        for (Cell cell : Analysis.of(RunReader.read(RUN)).cells()) {
            if (cell.comparison().scenario().equals("cbr")
                    && cell.comparison().payload().equals("500")) {
                cells.put(cell.adapter().name() + " " + cell.comparison().concurrency(), cell);
            }
        }
        Set<String> drawn = new HashSet<>();
        for (JsonNode series : metadata("tps-cbr-500.svg").get("series")) {
            for (JsonNode point : series.get("points")) {
                String key = series.get("name").asText() + " " + point.get(0).asInt();
                Cell cell = cells.get(key);
                drawn.add(key);
                assertThat(point.get(1).isNull())
                        .as(key)
                        .isEqualTo(cell.figures().isEmpty());
                if (!point.get(1).isNull()) {
                    assertThat(point.get(1).doubleValue()).as(key).isEqualTo(cell.goodputPerSecond());
                }
            }
        }
        assertThat(drawn).isEqualTo(cells.keySet()).anyMatch(key -> key.startsWith("direct "));
    }

    /** The ink itself: the line of each adapter stands where the labels of the axis put its numbers. */
    @Test
    void linesStandWhereTheirNumbersSay() throws Exception {
        double zero = label("tps-cbr-500.svg", "0");
        double perTenThousand = label("tps-cbr-500.svg", "10k") - zero;
        List<List<double[]>> paths = paths("tps-cbr-500.svg");
        int lines = 0;
        for (JsonNode series : metadata("tps-cbr-500.svg").get("series")) {
            List<Double> heights = new ArrayList<>();
            for (JsonNode point : series.get("points")) {
                if (!point.get(1).isNull()) {
                    heights.add(zero + perTenThousand * point.get(1).doubleValue() / 10_000);
                }
            }
            if (heights.size() == series.get("points").size()) {
                lines++;
                assertThat(paths)
                        .as("a line for %s at %s", series.get("name"), heights)
                        .anyMatch(path -> at(path, heights));
            }
        }
        assertThat(lines).isGreaterThan(1);
    }

    @Test
    void aRunWithOneLevelHasABarForEachAdapterTheMostGoodputFirst() throws Exception {
        Path smoke = SampleRuns.directory("run-smoke");
        Path drawings = folder.resolve("smoke");
        Export.write(smoke, EnumSet.of(Format.SVG), CBR, "light", drawings);
        Map<String, Double> expected = new TreeMap<>();
        for (Cell cell : Analysis.of(RunReader.read(smoke)).cells()) {
            if (cell.comparison().scenario().equals("cbr")) {
                expected.put(cell.adapter().name(), cell.goodputPerSecond());
            }
        }

        JsonNode series = metadata(drawings.resolve("tps-cbr-500.svg")).get("series");
        Map<String, Double> drawn = new TreeMap<>();
        List<Double> fromBelow = new ArrayList<>();
        for (JsonNode point : series.get(0).get("points")) {
            drawn.put(point.get(0).asText(), point.get(1).doubleValue());
            fromBelow.add(point.get(1).doubleValue());
        }
        assertThat(series).hasSize(1);
        assertThat(drawn).isEqualTo(expected).hasSizeGreaterThan(1);
        assertThat(fromBelow).isSorted();
        assertThat(drawings.resolve("latency-p99-cbr-500.svg")).exists();
    }

    private static boolean at(List<double[]> path, List<Double> heights) {
        return path.size() == heights.size()
                && IntStream.range(0, heights.size()).allMatch(i -> Math.abs(path.get(i)[1] - heights.get(i)) < 0.3);
    }

    private static double label(String name, String text) throws Exception {
        NodeList found = svg(name).getElementsByTagName("text");
        for (int i = 0; i < found.getLength(); i++) {
            Element one = (Element) found.item(i);
            if (one.getTextContent().equals(text)
                    && one.getAttribute("text-anchor").equals("end")) {
                return Double.parseDouble(one.getAttribute("transform").replaceAll("translate\\(\\S+ (\\S+)\\)", "$1"));
            }
        }
        throw new AssertionError("no label " + text);
    }

    @Test
    void aDrawingSaysWhatItIsFromWhichSuiteAndWhenAndNeedsNothingElse() throws Exception {
        String text = Files.readString(folder.resolve("light/tps-cbr-500.svg"));
        Element svg = svg("tps-cbr-500.svg").getDocumentElement();

        assertThat(svg.getAttribute("width")).isEqualTo("800");
        assertThat(text)
                .contains("TPS: Content-based routing, 500 B")
                .contains("suite quick, 2026-")
                .contains(">direct<")
                .contains("sans-serif")
                .doesNotContain("<script", "<image", "href=", "url(http", "@import");
    }

    @Test
    void pixelsAreTwiceTheSizeAndNotEmpty() throws IOException {
        BufferedImage image =
                ImageIO.read(folder.resolve("light/tps-cbr-500.png").toFile());
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x += 3) {
            for (int y = 0; y < image.getHeight(); y += 3) {
                colours.add(image.getRGB(x, y));
            }
        }

        assertThat(image.getWidth()).isEqualTo(1600);
        assertThat(image.getRGB(5, 5)).as("white paper").isEqualTo(0xFFFFFFFF);
        assertThat(colours).hasSizeGreaterThan(20);
    }

    @Test
    void theDarkThemeHasDarkPaper() throws IOException {
        Path dark = folder.resolve("dark");
        Export.write(RUN, EnumSet.of(Format.SVG), CBR, "dark", dark);

        assertThat(Files.readString(dark.resolve("tps-cbr-500.svg"))).contains("rgb(27, 30, 35)");
    }

    @Test
    void whatTheBrowserCouldNotDrawIsAnErrorAndNoEmptyFolder() {
        assertThatThrownBy(() -> Pictures.found("<html data-trouble=\"x is not defined\"><body></body></html>"))
                .hasMessage("the browser could not draw the charts: x is not defined");
        assertThatThrownBy(() -> Pictures.found("<html lang=\"en\"><body></body></html>"))
                .hasMessageContaining("did not come to their end");
    }

    @Test
    void aMachineWithoutABrowserSaysWhatToInstall() {
        assertThat(Browser.installed(folder.toString())).isEmpty();
    }

    private static JsonNode metadata(String name) throws Exception {
        return metadata(folder.resolve("light").resolve(name));
    }

    private static JsonNode metadata(Path file) throws Exception {
        NodeList found = svg(file).getElementsByTagName("metadata");
        assertThat(found.getLength()).isEqualTo(1);
        return JsonMapper.builder().build().readTree(found.item(0).getTextContent());
    }

    private static List<List<double[]>> paths(String name) throws Exception {
        NodeList found = svg(name).getElementsByTagName("path");
        List<List<double[]>> paths = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            Element path = (Element) found.item(i);
            if (path.getAttribute("fill").equals("none")) {
                List<double[]> points = new ArrayList<>();
                Matcher point = LINE.matcher(path.getAttribute("d"));
                while (point.find()) {
                    points.add(new double[] {Double.parseDouble(point.group(1)), Double.parseDouble(point.group(2))});
                }
                paths.add(points);
            }
        }
        return paths;
    }

    private static Document svg(String name) throws Exception {
        return svg(folder.resolve("light").resolve(name));
    }

    private static Document svg(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(file)));
    }
}
