package org.busbench.mediation.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {
    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
    private final ConformingParser conforming = new ConformingParser(Limits.DEFAULT);

    @Test
    void looksAtFewTagsThoughAllHashesCollide() {
        int buckets = 2 * SymbolTable.Generation.MOST_SYMBOLS;
        List<byte[]> colliding = new ArrayList<>();
        for (int i = 0; colliding.size() < 100; i++) {
            byte[] tag = ("<n" + Integer.toString(i, 36) + "/>").getBytes(StandardCharsets.US_ASCII);
            if ((SwarScanner.hash(tag, 0, tag.length) & buckets - 1) == 0) {
                colliding.add(tag);
            }
        }
        StringBuilder all = new StringBuilder("<a>");
        colliding.forEach(tag -> all.append(new String(tag, StandardCharsets.US_ASCII)));
        byte[] document = all.append("</a>").toString().getBytes(StandardCharsets.US_ASCII);
        SymbolTable symbols = new SymbolTable();
        Tokenizer sharing = new Tokenizer(Limits.DEFAULT, symbols);
        sharing.start(document, 0, document.length);
        sharing.complete();
        int elements = 0;
        for (Token token = sharing.next(); token != Token.END_DOCUMENT; token = sharing.next()) {
            elements += token == Token.START ? 1 : 0;
        }
        assertThat(elements).isEqualTo(101);
        SymbolTable.Generation known = symbols.current();
        NamespaceScope scope = known.document().inner;
        List<byte[]> found = colliding.stream()
                .filter(tag -> known.tag(tag, 0, tag.length, scope, scope) != null)
                .toList();
        assertThat(found).isEqualTo(colliding.subList(100 - SymbolTable.Generation.LONGEST_CHAIN, 100));
    }

    @Test
    void spreadsTagsThatDifferInTheLastCharactersOnly() {
        int buckets = 2 * SymbolTable.Generation.MOST_SYMBOLS;
        for (String name : List.of("f", "field", "a.long.name.of.an.element")) {
            long used = IntStream.range(0, 300)
                    .mapToObj(i -> ("<" + name + i + ">").getBytes(StandardCharsets.US_ASCII))
                    .mapToInt(tag -> SwarScanner.hash(tag, 0, tag.length) & (buckets - 1))
                    .distinct()
                    .count();
            assertThat(used).as(name).isGreaterThan(270);
        }
    }

    static List<String> wellFormed() {
        List<String> documents = new ArrayList<>(Mutants.RICH);
        documents.addAll(List.of(
                "<a/>",
                "<a></a >",
                "<a\n/>",
                "<a>]]</a>",
                "<a>]]&gt;</a>",
                "<a><![CDATA[]]></a>",
                "<a><![CDATA[]]]]></a>",
                "<a>\r\n\r\r\n&#13;</a>",
                "<a><![CDATA[\r\n\r]]></a>",
                "<a b='\r\n\t&#9;&#xA;'/>",
                "<a><!----><!-- - --></a>",
                "<a><?b?><?c ?d?></a>",
                "<a xmlns:p='u'><p:b/></a>",
                "<a xmlns:p='u'><p:b xmlns:p='v'/><p:b/></a>",
                "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='en'/>",
                "<a xmlns='u' b='1'/>",
                "<a b:c='1' d:c='2' xmlns:b='u' xmlns:d='v'/>",
                "<a xmlns='u' xmlns:p='u' b='1' p:b='2'/>",
                "<a xmlns:p='u' p:b='1'><c p:b='1' xmlns:p='v'/><c p:b='1'/><c p:b='1' xmlns:p='w'/></a>",
                "<a xmlns:p='u' xmlns:q='v'><b p:c='1' q:c='2'/><b xmlns:q='w' p:c='1' q:c='2'/></a>",
                "<a><b c='1' d='2'/><b d='2' c='1'/><b c='3'>t</b><b/><b c='1' d='2' e='3'/><b d='2'></b><b >t</b ></a>",
                "<a><b c = '1' d\n=\t\"2\" /><b c = '3' d\n=\t\"\" /><b c='4' d='5'/></a>",
                "<a xmlnsa='1' xmlns.b='2' xml='3' xml:id='4'/>",
                "<a b='&quot;&#x26;&amp;lt;' c=\"' > &#13;\"/>",
                "<a xml:lang=''><b xml:lang='\u00e9\u20ac\ud83d\ude00'/></a>",
                "<\u00e9\u0300 \u00e0='1' xmlns:\u0436='u' \u0436:\u6587='2'><\u0436:\uac00/></\u00e9\u0300 >",
                "<a><\u6587>1</\u6587><\u6587>2</\u6587><?\u00e9 \u00e9?><?\u6587?></a>",
                "<?xml version='1.0' encoding='UTF-8' standalone='no'?><a/> <?p?> <!-- c -->\n"));
        return documents;
    }

    static List<String> malformed() {
        return List.of(
                "",
                " ",
                "x",
                "<a>",
                "<a",
                "<a></b>",
                "<a></a",
                "<a></ a>",
                "<a/><b/>",
                "<a/>x",
                "x<a/>",
                "<a>]]></a>",
                "<a>&nope;</a>",
                "<a>&amp</a>",
                "<a>&#0;</a>",
                "<a>&#xD800;</a>",
                "<a>&#xFFFE;</a>",
                "<a>&#x110000;</a>",
                "<a>&#99999999999;</a>",
                "<a>&#;</a>",
                "<a>&#x;</a>",
                "<a>& </a>",
                "<a>\u0001</a>",
                "<a>\ufffe</a>",
                "<a>\uffff</a>",
                "<a><!-- -- --></a>",
                "<a><!-- ---></a>",
                "<a><!-- </a>",
                "<a><![CDATA[</a>",
                "<![CDATA[x]]><a/>",
                "<a><?xml version='1.0'?></a>",
                "<a><?XML?></a>",
                "<a><? p?></a>",
                "<a><?p+?></a>",
                " <?xml version='1.0'?><a/>",
                "<?xml?><a/>",
                "<?xml encoding='UTF-8'?><a/>",
                "<?xml version='1.0' standalone='maybe'?><a/>",
                "<?xml version='1.0'encoding='UTF-8'?><a/>",
                "<a b/>",
                "<a b=c/>",
                "<a b='1' b='2'/>",
                "<a b='1'c='2'/>",
                "<a b='<'/>",
                "<a b='&'/>",
                "<a b='\u0001'/>",
                "<a b='1/>",
                "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>",
                "<a xmlns:p='u' xmlns:q='v'><b p:c='1' q:c='2'/><b xmlns:q='u' p:c='1' q:c='2'/></a>",
                "<a xmlns:p='u' xmlns:q='v'><b p:c='' q:c=''/><d xmlns:q='u'><b p:c='' q:c=''/></d></a>",
                "<a><c xmlns:p='u'><b p:d='1'/></c><b p:d='1'/></a>",
                "<a><b c='1' d='2'/><b c='1' c='2'/></a>",
                "<a><b c='1' d='2'/><b c='1' d='2' c='3'/></a>",
                "<a><b c='1' d='2'/><b c='1'd='2'/></a>",
                "<a><b c='1'/><b c='<'/></a>",
                "<a><b c='1'/><b c='&'/></a>",
                "<a><b c='1'/><b c='\u0001'/></a>",
                "<a><b c='1'/><b c='1' /></b></a>",
                "<a><b c='1'/><c c='1'></b></a>",
                "<a xmlns:p='u' xmlns:p='u' b='1'/>",
                "<a p:xmlns='1'/>",
                "<a xmlns:='u'/>",
                "<a b:='1'/>",
                "<a b:c:d='1' xmlns:b='u'/>",
                "<\u00d7/>",
                "<a\u00d7/>",
                "<\u0300a/>",
                "<a \u2028='1'/>",
                "<a \u00e9/>",
                "<a b='1' b\u00e9='1' b\u00e9='2'/>",
                "<\u00e9></\u00e8>",
                "<a><?\u00d7?></a>",
                "<a xmlns:p='u' xmlns:p='u'/>",
                "<a xmlns='u' xmlns='v'/>",
                "<a xmlns:p=''/>",
                "<a xmlns:xml='u'/>",
                "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
                "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
                "<a xmlns:xmlns='u'/>",
                "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
                "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
                "<p:a/>",
                "<a p:b='1'/>",
                "<a><p:b xmlns:p='u'/><p:b/></a>",
                "<a:/>",
                "<a:b:c xmlns:a='u'/>",
                "<1/>",
                "<-/>",
                "<a/ >",
                "<a /b>",
                "< a/>",
                "<!DOCTYPE a><a/>",
                "<a><!ELEMENT b></a>",
                "<a></a b>");
    }

    @ParameterizedTest
    @MethodSource("wellFormed")
    void readsWhatIsWellFormedWithoutHelpAndAsWoodstoxDoes(String text) throws Exception {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        String expected = Events.ofWoodstox(conforming, document);
        assertThat(expected).isNotNull();
        assertThat(Events.jdkAccepts(document)).isTrue();
        assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void refusesWhatIsMalformed(String text) throws Exception {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isNull();
        assertThat(Events.jdkAccepts(document)).isFalse();
        assertThatThrownBy(() -> conforming.check(document, 0, document.length, null))
                .isInstanceOf(MalformedXmlException.class)
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a><?p:q?></a>", "<:a/>"})
    void refusesNamesThatOnlyTheJdkLetsPass(String text) throws Exception {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isNull();
        assertThat(Events.jdkAccepts(document)).isTrue();
        assertThatThrownBy(() -> conforming.check(document, 0, document.length, null))
                .isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void allocatesNothingForAttributesWhoseValuesChange() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Random random = new Random(20261126);
        List<byte[]> documents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            documents.add(Shape.ATTRIBUTES_NEW.document(random, 8 * 1024));
        }
        int elements = elements(documents.subList(0, 50));
        long before = threads.getCurrentThreadAllocatedBytes();
        elements += elements(documents.subList(50, 100));
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(elements).isGreaterThan(10_000);
        assertThat(allocated).as("bytes for %d elements", elements / 2).isLessThan(elements / 2);
    }

    private int elements(List<byte[]> documents) {
        int elements = 0;
        for (byte[] document : documents) {
            tokenizer.start(document, 0, document.length);
            tokenizer.complete();
            Token token = tokenizer.next();
            while (token != Token.END_DOCUMENT) {
                elements += token == Token.START ? 1 : 0;
                token = tokenizer.next();
            }
        }
        return elements;
    }

    /** All first bytes, each with the bytes at which rules of UTF-8 begin and end, at all places of a word of eight bytes. */
    @Test
    void readsCharactersAsTheDecoderOfTheJdkDoesWhereverTheyStand() {
        byte[] others = {
            0x41, (byte) 0x80, (byte) 0x8F, (byte) 0x90, (byte) 0x9F, (byte) 0xA0, (byte) 0xBE, (byte) 0xBF, (byte) 0xE4
        };
        List<String> wrong = new ArrayList<>();
        int accepted = 0;
        for (int i = 0; i < 128 * 9 * 9 * 9; i++) {
            byte[] sequence = {
                (byte) (128 + i / 729), others[i / 81 % 9], others[i / 9 % 9], others[i % 9],
            };
            boolean allowed = isAllowed(sequence);
            accepted += allowed ? 1 : 0;
            for (int place = 0; place < Long.BYTES; place++) {
                if (accepts("<a>\u00e9\u20ac" + "-".repeat(place), sequence, "--------</a>") != allowed
                        || accepts("<a b='\u00e9\u20ac" + "-".repeat(place), sequence, "--------'/>") != allowed) {
                    wrong.add(Arrays.toString(sequence) + " after " + place);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(accepted).isGreaterThan(2000);
    }

    private static boolean isAllowed(byte[] sequence) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(sequence))
                    .chars()
                    .noneMatch(c -> c >= 0xFFFE);
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private boolean accepts(String before, byte[] sequence, String after) {
        byte[] document = (before + "    " + after).getBytes(StandardCharsets.UTF_8);
        int at = document.length - after.length() - sequence.length;
        System.arraycopy(sequence, 0, document, at, sequence.length);
        tokenizer.start(document, 0, document.length);
        tokenizer.complete();
        Token token = tokenizer.next();
        while (token != Token.END_DOCUMENT && token != Token.REJECTED) {
            token = tokenizer.next();
        }
        return token == Token.END_DOCUMENT;
    }

    @Test
    void findsTheEndsOfBlanksValuesCommentsSectionsAndInstructionsWhereverTheyStand() throws Exception {
        List<String[]> kinds = List.of(
                new String[] {
                    "\n", " ", "", "<b/>", "x", "&amp;", "\t ", "\n   ", "]]", "]]>", "\u0001", "\u00e9", "\r\n "
                },
                new String[] {"<!--", "x", "-->", "", "-x", "- -", "--", "-", "->", "\u0001", "\u00e9-", ",-,", "\r\n"},
                new String[] {"<![CDATA[", "x", "]]>", "", "]", "]]x", "] ]>", "]>", "\\]", "\u0001", "]\u00e9]", "\r\n"
                },
                new String[] {"<?p ", "x", "?>", "", "?", "??", "? >", ">", "?>>", "\u0001", "\u00e9?", "\r\n"},
                // Each place has a tag of its own, of which no attributes are expected.
                new String[] {
                    "<e# b='1'", " ", " c='2'/>", "", "\t", "\n", "\r\n", "\n  \t ", "\u0001", "\u00e9", "d", "/"
                },
                new String[] {"<e# b='", "x", "' c='2'/>", "", "&amp;", "&", "<", "\"", "\t", "\u0001", "\u00e9", "'"},
                new String[] {"<f# b=\"", "x", "\"/>", "", "&#10;", "'", "]]>", "\r\n", "\u00e9\u20ac", "\""});
        for (String[] kind : kinds) {
            for (int odd = 3; odd < kind.length; odd++) {
                for (int place = 0; place < 42; place++) {
                    String begin = "<a>" + kind[0].replace("#", "" + place) + kind[1].repeat(place);
                    for (String rest : List.of("", "a text of more than thirty-two bytes")) {
                        byte[] document =
                                (begin + kind[odd] + kind[2] + rest + "</a>").getBytes(StandardCharsets.UTF_8);
                        String expected = Events.ofWoodstox(conforming, document);
                        String what = kind[0] + place + kind[odd] + rest;
                        assertThat(Events.ofTokenizer(tokenizer, document, List.of()))
                                .as(what)
                                .isEqualTo(expected);
                        assertThat(Events.ofTokenizer(tokenizer, document, List.of(begin.length() + 1)))
                                .as(what)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** Of all characters beyond ASCII that Unicode has in its first plane. */
    @Test
    void readsNoNameThatAnotherParserRefuses() throws Exception {
        StringBuilder names = new StringBuilder();
        int count = 0;
        for (char c = 0x80; c < 0xFFFF; c++) {
            for (String name : List.of(c + "a", "a" + c)) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                if (Characters.nameLength(bytes, 0, bytes.length) == bytes.length) {
                    names.append('<').append(name).append("/>");
                    count++;
                }
            }
            if (c % 2048 == 0 || c == 0xFFFE) {
                byte[] document = ("<a>" + names + "</a>").getBytes(StandardCharsets.UTF_8);
                Tokenizer fresh = new Tokenizer(Limits.DEFAULT);
                assertThat(Events.ofTokenizer(fresh, document, List.of()))
                        .as("up to U+%04x", (int) c)
                        .isNotNull()
                        .isEqualTo(Events.ofWoodstox(conforming, document));
                assertThat(Events.jdkAccepts(document))
                        .as("up to U+%04x", (int) c)
                        .isTrue();
                names.setLength(0);
            }
        }
        assertThat(count).isGreaterThan(60_000);
    }

    @Test
    void leavesNamesBeyondTheFirstPlaneToTheConformingParser() throws Exception {
        for (String text : List.of("<\ud840\udc00/>", "<a\ud840\udc00/>", "<a \ud840\udc00='1'/>")) {
            byte[] document = text.getBytes(StandardCharsets.UTF_8);
            assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isNull();
            assertThat(Events.jdkAccepts(document)).isFalse();
        }
    }

    /** The bytes of a tag that came several times are compared as a whole: an attribute that differs in one of them must not be taken for the same. */
    @Test
    void readsATagThatDiffersFromManyEqualOnesInOneByte() throws Exception {
        String equal = "<b c=\"4711\" longer.name='&#x41;bcdefgh'>t</b>\n";
        for (int at = 1; at < equal.length() - 1; at++) {
            for (String other : List.of("x", "<", "&", "\"", "'", "=", " ", "/", ">", "\u0001", "\u00e9")) {
                String odd = equal.substring(0, at) + other + equal.substring(at + 1);
                byte[] document = ("<a>" + equal.repeat(6) + odd + equal + "</a>").getBytes(StandardCharsets.UTF_8);
                String read = Events.ofTokenizer(tokenizer, document, List.of());
                List<Trail.Stop> whole = Trail.whole(tokenizer, document, List.of());
                assertThat(read).as(odd).isEqualTo(Events.ofWoodstox(conforming, document));
                assertThat(Trail.skipping(tokenizer, document, List.of(), 1))
                        .as("skipped: " + odd)
                        .isEqualTo(Trail.cut(whole, 1));
            }
        }
    }

    @Test
    void readsTheAttributesOfEarlierTagsAgain() {
        byte[] document = "<a><b c='1' d=' &lt;\n'/><e/><b c='2'>t</b></a>".getBytes(StandardCharsets.UTF_8);
        tokenizer.start(document, 0, document.length);
        tokenizer.complete();
        List<Tag> tags = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            if (token == Token.START) {
                tags.add(tokenizer.tag());
                places.add(tokenizer.tagFrom());
            }
        }
        assertThat(tokenizer.attributes(tags.get(3), places.get(3)).value(0)).isEqualTo("2");
        Attributes earlier = tokenizer.attributes(tags.get(1), places.get(1));
        assertThat(earlier.count()).isEqualTo(2);
        assertThat(earlier.isVerbatim(0)).isTrue();
        assertThat(document[earlier.from(0)]).isEqualTo((byte) '1');
        assertThat(earlier.isVerbatim(1)).isFalse();
        assertThat(earlier.value(1)).isEqualTo(" < ");
        assertThat(tokenizer.attributes(tags.get(2), places.get(2)).count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1bf",
                "e08080",
                "eda080",
                "efbfbe",
                "efbfbf",
                "f0808080",
                "f4908080",
                "f888808080",
                "ff",
                "80",
                "c3",
                "c3c3",
                "e282"
            })
    void refusesWhatIsNoUtf8InTextAttributesCommentsAndCdata(String hex) throws Exception {
        String bad = new String(java.util.HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
        for (String text :
                List.of("<a>%s</a>", "<a b='%s'/>", "<a><!--%s--></a>", "<a><![CDATA[%s]]></a>", "<a><?p %s?></a>")) {
            byte[] document = text.formatted(bad).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(Events.ofTokenizer(tokenizer, document, List.of()))
                    .as(text)
                    .isNull();
            assertThat(Events.jdkAccepts(document)).as(text).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version='1.1'?><a/>",
                "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>",
                "<?xml version='1.0' encoding='US-ASCII'?><a/>",
                "<a>&#000000000000000000065;</a>"
            })
    void leavesToTheConformingParserWhatItDoesNotRead(String text) throws Exception {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isNull();
        conforming.check(document, 0, document.length, null);
    }

    @ParameterizedTest
    @MethodSource({"wellFormed", "malformed"})
    void seesTheSameHoweverTheBytesArrive(String text) {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        String whole = Events.ofTokenizer(tokenizer, document, List.of());
        List<Integer> everywhere = new ArrayList<>();
        for (int i = 0; i < document.length; i++) {
            assertThat(Events.ofTokenizer(tokenizer, document, List.of(i)))
                    .as("cut at %d", i)
                    .isEqualTo(whole);
            everywhere.add(i);
        }
        assertThat(Events.ofTokenizer(tokenizer, document, everywhere)).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "10K", "100K"})
    void readsTheSampleMessagesWithoutHelp(String size) {
        for (String kind : List.of("getQuote", "getQuoteResponse", "checkPrice", "checkPriceResponse")) {
            byte[] document = Mutants.message(size, kind);
            assertThat(Events.ofTokenizer(tokenizer, document, List.of()))
                    .isNotNull()
                    .isEqualTo(Events.ofWoodstox(conforming, document));
        }
    }

    @Test
    void boundsDepthAttributesAndTags() {
        Tokenizer narrow = new Tokenizer(new Limits(3, 2, 64));
        assertThat(read(narrow, "<a><a><a/></a></a>")).isNotNull();
        assertThat(read(narrow, "<a><a><a><a/></a></a></a>")).isNull();
        assertThat(narrow.reason()).contains("3 elements");
        assertThat(read(narrow, "<a b='' c=''/>")).isNotNull();
        assertThat(read(narrow, "<a b='' c='' d=''/>")).isNull();
        assertThat(narrow.reason()).contains("2 attributes");
        assertThat(read(narrow, "<a b='" + "x".repeat(64) + "'/>")).isNull();
        assertThat(narrow.reason()).contains("64 bytes");
        ConformingParser same = new ConformingParser(new Limits(3, 2, 64));
        byte[] deep = "<a><a><a><a/></a></a></a>".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> same.check(deep, 0, deep.length, null)).isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void forgetsAVocabularyThatIsFullAndGoesOnReading() {
        StringBuilder many = new StringBuilder("<r>");
        for (int i = 0; i < 5000; i++) {
            many.append("<e").append(i).append(" a='1'/>");
        }
        byte[] document = many.append("</r>").toString().getBytes(StandardCharsets.UTF_8);
        String expected = Events.ofWoodstox(conforming, document);
        int generation = tokenizer.generation();
        for (int i = 0; i < 3; i++) {
            assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isEqualTo(expected);
        }
        assertThat(tokenizer.generation()).isGreaterThan(generation);
        assertThat(read(tokenizer, "<a xmlns='u'/>")).isEqualTo("start  {u}a []\nend {u}a\n");
    }

    @Test
    void readsDocumentsUnderWaySideBySideWithOneLexicon() {
        SymbolTable symbols = new SymbolTable();
        Tokenizer slow = new Tokenizer(Limits.DEFAULT, symbols);
        Tokenizer busy = new Tokenizer(Limits.DEFAULT, symbols);
        byte[] document = "<a xmlns='u'><b c='1'/></a>".getBytes(StandardCharsets.UTF_8);
        slow.start(document, 0, 13);
        assertThat(slow.next()).isEqualTo(Token.START);
        assertThat(slow.next()).isEqualTo(Token.NEED_MORE);
        StringBuilder many = new StringBuilder("<r>");
        for (int i = 0; i < 5000; i++) {
            many.append("<b").append(i).append(" xmlns='u' a='1'/>");
        }
        for (int i = 0; i < 3; i++) {
            assertThat(read(busy, many + "</r>")).isNotNull();
        }
        slow.grow(document, 0, document.length);
        slow.complete();
        assertThat(slow.next()).isEqualTo(Token.START);
        assertThat(slow.tag().name().toString()).isEqualTo("{u}b");
        assertThat(slow.attributes().value(0)).isEqualTo("1");
        assertThat(slow.next()).isEqualTo(Token.END);
        assertThat(slow.next()).isEqualTo(Token.END);
        assertThat(slow.next()).isEqualTo(Token.END_DOCUMENT);
        assertThat(busy.generation()).isGreaterThan(slow.generation());
    }

    @Test
    void readsManyDeclarationsOfTheSameNamespace() {
        StringBuilder many = new StringBuilder("<r>");
        for (int i = 0; i < 9000; i++) {
            many.append("<p:b xmlns:p='u' a='").append(i).append("'/>");
        }
        assertThat(read(tokenizer, many + "</r>")).isNotNull();
    }

    @Test
    void handsOverDocumentsWithMoreNamesThanItKeepsApart() {
        StringBuilder many = new StringBuilder("<r>");
        for (int i = 0; i < 20000; i++) {
            many.append("<e").append(i).append("/>");
        }
        assertThat(read(tokenizer, many.append("</r>").toString())).isNull();
        assertThat(read(tokenizer, "<a/>")).isNotNull();
    }

    @Test
    void handsOverMoreNamespacesInForceThanItLooksThrough() {
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            nested.append("<a xmlns:p").append(i).append("='u").append(i).append("'>");
        }
        byte[] document = nested.append("</a>".repeat(100)).toString().getBytes(StandardCharsets.UTF_8);
        assertThat(Events.ofTokenizer(tokenizer, document, List.of())).isNull();
        assertThat(Events.ofWoodstox(conforming, document)).isNotNull();
    }

    private static String read(Tokenizer tokenizer, String text) {
        return Events.ofTokenizer(tokenizer, text.getBytes(StandardCharsets.UTF_8), List.of());
    }
}
