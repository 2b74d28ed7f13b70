package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is skipped is held to the same rules as what is read: the same documents are odd, and elements end at the same byte. */
class SkippingTest {
    private static final List<String> SPECIAL = List.of(
            "<",
            "&",
            "]",
            "]]",
            "]]>",
            "]]&gt;",
            "&amp;",
            "&#65;",
            "&nope;",
            "\r",
            "\r\n",
            "\n",
            "\t",
            "\u0001",
            "\u001f",
            "\u007f",
            "=",
            "|",
            "}",
            "\\",
            ">",
            "\u00e9",
            "\u20ac",
            "\ud83d\ude00",
            "\ufffe",
            "\uffff",
            "\u0085",
            "<b/>",
            "<b>",
            "</b>",
            "<!--c-->",
            "<?p?>",
            "<![CDATA[x]]>",
            "</a >",
            "</a\n>",
            "</ab>",
            "<b c='d'/>",
            "<b c='<'/>",
            "<b xmlns='u'/>",
            "<c:b/>");

    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);

    @Test
    void endsElementsWhereReadingWouldHoweverTheBytesArrive() {
        int count = Integer.getInteger("busbench.xml.mutants", 4000);
        Mutants mutants = new Mutants(Long.getLong("busbench.xml.seed", 20261122L));
        for (int i = 0; i < count; i++) {
            byte[] mutant = mutants.next();
            List<Trail.Stop> whole = Trail.whole(tokenizer, mutant, List.of());
            int depth = 1 + i % 5;
            String about = "mutant " + i + " at depth " + depth + ": " + new String(mutant, StandardCharsets.UTF_8);
            assertSkips(mutant, mutants.cuts(mutant.length), depth, Trail.cut(whole, depth), about);
        }
    }

    @Test
    void tellsOfTheChildrenThatAreNotDullHoweverTheBytesArrive() {
        int count = Integer.getInteger("busbench.xml.mutants", 4000);
        Mutants mutants = new Mutants(Long.getLong("busbench.xml.seed", 20261122L) + 1);
        for (int i = 0; i < count; i++) {
            byte[] mutant = mutants.next();
            List<Trail.Stop> whole = Trail.whole(tokenizer, mutant, List.of());
            int generation = tokenizer.generation();
            NameSet ignorable = ignorableNames(mutant);
            int depth = 1 + i % 5;
            String about = "mutant " + i + " at depth " + depth + ": " + new String(mutant, StandardCharsets.UTF_8);
            List<Trail.Stop> passed = Trail.passing(tokenizer, mutant, List.of(), depth, ignorable);
            List<Trail.Stop> inPieces = Trail.passing(tokenizer, mutant, mutants.cuts(mutant.length), depth, ignorable);
            if (tokenizer.generation() != generation) {
                continue;
            }
            List<Trail.Stop> expected = Trail.cut(whole, depth, SkippingTest::isIgnorable);
            assertThat(passed).as(about).isEqualTo(expected);
            assertThat(inPieces).as("in pieces, " + about).isEqualTo(expected);
        }
    }

    /** Tags between two texts are recognised as a whole when they come again, so they must not be where they do not belong. */
    @Test
    void seesWhatIsWrongAmongRecordsThatAreAlikeHoweverTheBytesArrive() {
        int count = Integer.getInteger("busbench.xml.mutants", 4000);
        long seed = Long.getLong("busbench.xml.seed", 20261122L) + 2;
        Records records = new Records(seed);
        Mutants cutter = new Mutants(seed);
        for (int i = 0; i < count; i++) {
            byte[] document = records.next();
            List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
            int generation = tokenizer.generation();
            NameSet ignorable = ignorableNames(document);
            int depth = 1 + i % 5;
            String about = "document " + i + " at depth " + depth + ": " + new String(document, StandardCharsets.UTF_8);
            List<Integer> cuts = cutter.cuts(document.length);
            assertSkips(document, cuts, depth, Trail.cut(whole, depth), about);
            assertThat(Trail.leaping(tokenizer, document, List.of()))
                    .as("leaves at once, " + about)
                    .isEqualTo(whole);
            assertThat(Trail.leaping(tokenizer, document, cuts))
                    .as("leaves at once, in pieces, " + about)
                    .isEqualTo(whole);
            List<Trail.Stop> passed = Trail.passing(tokenizer, document, List.of(), depth, ignorable);
            if (tokenizer.generation() == generation) {
                assertThat(passed).as(about).isEqualTo(Trail.cut(whole, depth, SkippingTest::isIgnorable));
            }
        }
    }

    @Test
    void tellsOfElementsAtAnyDepthThatAreNotIgnorableHoweverTheBytesArrive() {
        int count = Integer.getInteger("busbench.xml.mutants", 4000) / 2;
        long seed = Long.getLong("busbench.xml.seed", 20261122L) + 3;
        Mutants mutants = new Mutants(seed);
        Records records = new Records(seed);
        for (int i = 0; i < count; i++) {
            byte[] document = i % 2 == 0 ? mutants.next() : records.next();
            List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
            int generation = tokenizer.generation();
            NameSet ignorable = NameSet.deep();
            addIgnorableNames(document, ignorable);
            int depth = 1 + i % 5;
            String about = "document " + i + " at depth " + depth + ": " + new String(document, StandardCharsets.UTF_8);
            List<Integer> cuts = mutants.cuts(document.length);
            List<Trail.Stop> passed = Trail.passing(tokenizer, document, List.of(), depth, ignorable);
            List<Trail.Stop> inPieces = Trail.passing(tokenizer, document, cuts, depth, ignorable);
            if (tokenizer.generation() == generation) {
                assertThat(notable(passed)).as(about).isEqualTo(notable(whole));
                assertThat(notable(inPieces)).as("in pieces, " + about).isEqualTo(notable(whole));
            }
        }
    }

    /** Tags are recognised whatever the values of their attributes are, so what is wrong in a value or beside it must be seen there, too. */
    @Test
    void seesWhatIsWrongInATagThatCameBeforeWithOtherValues() {
        StringBuilder records = new StringBuilder("<r xmlns:p='u'>");
        for (int i = 0; i < 30; i++) {
            records.append("<a><b id='").append(i).append("' p:no=\"").append(1000 - 7 * i);
            records.append("\">text</b><e at='").append(i * i).append("'/></a>");
        }
        for (String last : List.of(
                "<b id='1&amp;' p:no=\"2\">",
                "<b id='\u00e9' p:no=\"\t\">",
                "<b id='<' p:no=\"2\">",
                "<b id='1' p:no=\"2\" id='3'>",
                "<b id='1' p:no=\"2\"x='3'>",
                "<b id='1'p:no=\"2\">",
                "<b id='&nope;' p:no=\"2\">",
                "<b id='1' p:no=\"2>",
                "<b id='\ufffe' p:no=\"2\">",
                "<b id='1' q:no=\"2\">",
                "<b xmlns:q='u' q:no='1' p:no=\"2\">",
                "<b id='1' p:no=\"2\"/><b id='1' p:no=\"2\">")) {
            String rest = "text</b><e at='1'/></a><a><b id='8' p:no=\"9\">text</b></a></r>";
            byte[] document = (records + "<a>" + last + rest).getBytes(StandardCharsets.UTF_8);
            List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
            int from = records.length();
            List<Integer> cuts = List.of(0, from / 2, from + 3, from + 7, from + 12, document.length - 40);
            for (int depth = 1; depth <= 3; depth++) {
                assertSkips(document, cuts, depth, Trail.cut(whole, depth), last);
            }
        }
    }

    /** A tag that was cut off is asked for again when its end is here, and perhaps once more as another kind of thing. */
    @Test
    void readsATagThatWasCutOffHoweverOftenItIsAskedFor() {
        String record = "<b id='%d' text='%s'>&amp;</b>";
        String start = "<r>";
        for (int i = 0; i < 20; i++) {
            start += record.formatted(i, "x".repeat(i));
        }
        String text = start + record.formatted(20, "cut") + "</r>";
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
        List<Integer> cuts = List.of(0, start.length() + 5, text.indexOf("&amp;", start.length()), text.length() - 5);
        assertThat(Trail.leaping(tokenizer, document, cuts)).isEqualTo(whole).doesNotContain(Trail.ODD);
    }

    private static List<Trail.Stop> notable(List<Trail.Stop> trail) {
        return trail.stream()
                .filter(stop -> stop.equals(Trail.ODD) || (stop.token() == Token.START && !isIgnorable(stop.name())))
                .toList();
    }

    private void assertSkips(byte[] document, List<Integer> cuts, int depth, List<Trail.Stop> expected, String about) {
        assertThat(Trail.skipping(tokenizer, document, List.of(), depth))
                .as(about)
                .isEqualTo(expected);
        assertThat(Trail.skipping(tokenizer, document, cuts, depth))
                .as("in pieces, " + about)
                .isEqualTo(expected);
    }

    private NameSet ignorableNames(byte[] document) {
        NameSet ignorable = new NameSet();
        addIgnorableNames(document, ignorable);
        return ignorable;
    }

    private void addIgnorableNames(byte[] document, NameSet ignorable) {
        tokenizer.start(document, 0, document.length);
        tokenizer.complete();
        for (Token token = tokenizer.next();
                token != Token.END_DOCUMENT && token != Token.REJECTED;
                token = tokenizer.next()) {
            if (token == Token.START && isIgnorable(tokenizer.tag().name().toString())) {
                ignorable.add(tokenizer.tag().name());
            }
        }
    }

    private static boolean isIgnorable(String name) {
        return name.hashCode() % 2 == 0;
    }

    /** Text is looked through eight bytes at a time. */
    @Test
    void findsWhatIsNotPlainTextAtEveryDistanceFromTheTagsAround() {
        for (String special : SPECIAL) {
            for (int before = 0; before < 34; before++) {
                for (int after = 0; after < 18; after += 1 + before % 3) {
                    String text = "<r><a>" + "x".repeat(before) + special + "y".repeat(after) + "</a><a>z</a></r>";
                    byte[] document = text.getBytes(StandardCharsets.UTF_8);
                    List<Integer> cuts = List.of(6 + before / 2, 6 + before, 7 + before, document.length - 14);
                    String seen = Events.ofTokenizer(tokenizer, document, List.of());
                    String reference = Events.ofWoodstox(conforming, document);
                    assertThat(seen).as(text).isEqualTo(reference);
                    assertThat(Events.ofTokenizer(tokenizer, document, cuts))
                            .as("in pieces: " + text)
                            .isEqualTo(seen);
                    List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
                    for (int depth = 1; depth <= 2; depth++) {
                        assertThat(Trail.skipping(tokenizer, document, cuts, depth))
                                .as("skipped at depth " + depth + ": " + text)
                                .isEqualTo(Trail.cut(whole, depth));
                    }
                }
            }
        }
    }

    /** Tags are recognised by words of eight bytes, the first and the last of which may be the same or overlap. */
    @Test
    void tellsTagsApartThatDifferInOneByteOnly() {
        for (int length = 1; length < 40; length++) {
            String name = "n".repeat(length);
            for (int at = 0; at < length; at++) {
                String other = name.substring(0, at) + "m" + name.substring(at + 1);
                String alike = "<r><" + name + ">1</" + name + "><" + name + ">2</" + name + "></r>";
                byte[] document = alike.getBytes(StandardCharsets.UTF_8);
                assertThat(Trail.whole(tokenizer, document, List.of())).doesNotContain(Trail.ODD);
                byte[] start = alike.replaceFirst("1</" + name + "><" + name, "1</" + name + "><" + other)
                        .getBytes(StandardCharsets.UTF_8);
                byte[] end = alike.replaceFirst("1</" + name, "1</" + other).getBytes(StandardCharsets.UTF_8);
                for (int depth = 1; depth <= 2; depth++) {
                    assertThat(Trail.skipping(tokenizer, start, List.of(), depth))
                            .as(new String(start, StandardCharsets.UTF_8))
                            .contains(Trail.ODD);
                    assertThat(Trail.skipping(tokenizer, end, List.of(), depth))
                            .as(new String(end, StandardCharsets.UTF_8))
                            .contains(Trail.ODD);
                }
            }
        }
    }
}
