package org.busbench.mediation.xslt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.saxon.om.NamespaceUri;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TreeEvaluator;
import org.busbench.mediation.xpath.Variables;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

/** Messages in, messages out; the expected ones were made by the JDK's transformer, in the module that owns the stylesheets. */
class MessageTransformerTest {
    private static final String IDENTITY =
            "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>";

    private static final Path XSLT = Path.of("..");
    private static final String SOAP = "xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'";

    private final MessageTransformer transformer = new MessageTransformer(Limits.DEFAULT, 4 << 20, Integer.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({
        "500, request, checkPrice, getQuote",
        "1K, request, checkPrice, getQuote",
        "5K, request, checkPrice, getQuote",
        "10K, request, checkPrice, getQuote",
        "100K, request, checkPrice, getQuote",
        "500, response, getQuoteResponse, checkPriceResponse",
        "1K, response, getQuoteResponse, checkPriceResponse",
        "5K, response, getQuoteResponse, checkPriceResponse",
        "10K, response, getQuoteResponse, checkPriceResponse",
        "100K, response, getQuoteResponse, checkPriceResponse",
    })
    void makesTheExpectedMessageOfEachSize(String size, String sheet, String from, String to) throws Exception {
        Path messages = XSLT.resolve("messages").resolve(size);
        Stylesheet stylesheet = stylesheet(sheet + ".xsl");
        String expected = Files.readString(messages.resolve(to + ".xml"));
        for (int again = 0; again < 3; again++) {
            assertSame(transform(stylesheet, Files.readString(messages.resolve(from + ".xml"))), expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "ISO-8859-1"})
    void readsOtherEncodingsAndAnswersInUtf8(String charset) throws Exception {
        String message = envelope("<a xmlns='urn:x'>caf\u00e9</a>")
                .replaceFirst("^", "<?xml version='1.0' encoding='" + charset + "'?>");

        byte[] result =
                transform(identity(), Part.FIRST_IN_BODY, Map.of(), message.getBytes(Charset.forName(charset)), null);

        assertSame(new String(result, StandardCharsets.UTF_8), envelope("<a xmlns='urn:x'>caf\u00e9</a>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<a xmlns='urn:a'><b xmlns=''><c/></b></a>",
                "<p:a xmlns:p='urn:a' p:x='1' y='2&quot;&lt;&#10;'>t</p:a>",
                "<a>&lt;&amp;&gt;&#13;]]&gt;\u00e9\u20ac\ud83d\ude00</a>",
                "<a><![CDATA[<raw>&]]></a>",
                "<a>x<!-- c -->y<?target data?>z</a>",
                "<a xml:lang='de'><s:b/></a>",
                "<\u00e4 \u00f6='1'/>",
                "<a xmlns:q='urn:q'><q:b xmlns:q='urn:other' q:c='1'/><q:b/></a>",
            })
    void copiesWhatAnIdentityStylesheetCopies(String content) throws Exception {
        assertSame(transform(identity(), envelope(content)), envelope(content));
    }

    @Test
    void leavesTheBytesAroundTheTransformedPartAlone() throws Exception {
        String before = "<?xml version='1.0'?><s:Envelope  " + SOAP
                + "><s:Header><h:x xmlns:h='urn:h'/></s:Header>\n<s:Body >\t";
        String after = "<second/> </s:Body></s:Envelope>\n";

        String result = transform(identity(), before + "<a   b = '1'></a>" + after);

        assertThat(result).isEqualTo(before + "<a b=\"1\"/>" + after);
    }

    @Test
    void takesBackADefaultNamespaceThatTheResultIsNotIn() throws Exception {
        String message =
                "<Envelope xmlns='http://schemas.xmlsoap.org/soap/envelope/'><Body><a xmlns=''/></Body></Envelope>";

        assertThat(transform(identity(), message)).isEqualTo(message.replace("''", "\"\""));
    }

    @Test
    void transformsAWholeEnvelope() throws Exception {
        Stylesheet renames = compile(
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>"
                        + "<xsl:template match='a'><b/></xsl:template>");

        byte[] result = transform(renames, Part.ENVELOPE, Map.of(), utf8(envelope("<a/>")), "UTF-8");

        assertSame(new String(result, StandardCharsets.UTF_8), envelope("<b/>"));
    }

    @Test
    void givesParametersToTheStylesheet() throws Exception {
        Stylesheet shows = compile("<xsl:param name='who'>nobody</xsl:param>"
                + "<xsl:template match='/'><a><xsl:value-of select='$who'/></a></xsl:template>");

        byte[] named = transform(shows, Part.FIRST_IN_BODY, Map.of("who", "<me>"), utf8(envelope("<x/>")), null);

        assertThat(new String(named, StandardCharsets.UTF_8)).contains("<a>&lt;me&gt;</a>");
        assertThat(transform(shows, envelope("<x/>"))).contains("<a>nobody</a>");
    }

    @Test
    void addsNoWhitespaceWhereAStylesheetAllowsIndents() throws Exception {
        Stylesheet indents = compile(
                "<xsl:output indent='yes'/><xsl:template match='a'><r><s/><xsl:copy-of select='b'/></r></xsl:template>");

        for (Stylesheet one : List.of(indents, indents.onTree())) {
            assertThat(transform(one, envelope("<a><b><c/></b></a>"))).contains("<r><s/><b><c/></b></r>");
        }
    }

    @Test
    void stripsWhitespaceAsTheStylesheetSays() throws Exception {
        Stylesheet strips = compile("<xsl:strip-space elements='*'/>"
                + "<xsl:template match='/'><n><xsl:value-of select='count(//text())'/></n></xsl:template>");

        assertThat(transform(strips, envelope("<a> <b> </b> </a>"))).contains("<n>0</n>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a></s:Body></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a/></s:Body>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a/></s:Body></s:Envelope><x/>",
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                        + "<s:Body><a>&e;</a></s:Body></s:Envelope>",
                "hello",
                "",
            })
    void refusesWhatIsNoWellFormedMessage(String message) throws Exception {
        Stylesheet identity = identity();
        TransformationException failure =
                catchThrowableOfType(TransformationException.class, () -> transform(identity, message));

        assertThat(failure.kind()).isEqualTo(TransformationException.Kind.MALFORMED);
        assertThat(failure).message().doesNotContain("root:").doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>",
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header><a/></s:Header></s:Envelope>",
                "<s:Envelope xmlns:s='urn:other'><s:Body><a/></s:Body></s:Envelope>",
            })
    void refusesAMessageWithoutASoapBodyToTransform(String message) throws Exception {
        Stylesheet identity = identity();
        TransformationException failure =
                catchThrowableOfType(TransformationException.class, () -> transform(identity, message));

        assertThat(failure.kind()).isEqualTo(TransformationException.Kind.NO_SOURCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:template match='/'><a/><b/></xsl:template>",
                "<xsl:template match='/'>text</xsl:template>",
                "<xsl:template match='/'/>",
                "<xsl:template match='/'><a><xsl:copy-of select=\"document('file:///etc/passwd')\"/></a></xsl:template>",
                "<xsl:template match='/'><a><xsl:value-of select=\"j:exit(0)\" xmlns:j='java:java.lang.System'/></a></xsl:template>",
                "<xsl:template match='/' name='r'><xsl:for-each select='.'><xsl:call-template name='r'/></xsl:for-each><a/></xsl:template>",
                "<xsl:template match='/'><a><xsl:message terminate='yes'>no</xsl:message></a></xsl:template>",
            })
    void failsWhenTheStylesheetMakesNoSingleElementOrReachesOutside(String templates) throws Exception {
        Stylesheet stylesheet = compile(templates);
        TransformationException failure =
                catchThrowableOfType(TransformationException.class, () -> transform(stylesheet, envelope("<x/>")));

        assertThat(failure.kind()).isEqualTo(TransformationException.Kind.STYLESHEET);
        assertThat(failure).hasMessageContaining("'test'").message().doesNotContain("\n");
    }

    @Test
    void stripsOnlyTextsThatAreWhiteSpaceAsAWhole() throws Exception {
        Stylesheet strips = compile("<xsl:strip-space elements='*'/>"
                + "<xsl:template match='/'><n><xsl:value-of select='.'/></n></xsl:template>");

        assertThat(transform(strips, envelope("<a>x&#13;<![CDATA[ ]]>y<b>&#32;</b></a>")))
                .contains("<n>x&#13; y</n>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:template match='/'><xsl:attribute name='x'>1</xsl:attribute><a/></xsl:template>",
                "<xsl:template match='/*'><xsl:copy-of select='@*'/></xsl:template>",
            })
    void failsWhenAnAttributeStandsOutsideOfAnElement(String templates) throws Exception {
        Stylesheet stylesheet = compile(templates);
        TransformationException failure = catchThrowableOfType(
                TransformationException.class, () -> transform(stylesheet, envelope("<x y='1'/>")));

        assertThat(failure.kind()).isEqualTo(TransformationException.Kind.STYLESHEET);
    }

    @Test
    void copiesAWholeSourceAtTheTop() throws Exception {
        String copied = transform(
                compile("<xsl:template match='/'><xsl:copy-of select='*'/></xsl:template>"),
                envelope("<p:a xmlns:p='urn:p' x='1'>t<b xmlns='urn:b'/></p:a>"));

        assertSame(copied, envelope("<p:a xmlns:p='urn:p' x='1'>t<b xmlns='urn:b'/></p:a>"));
    }

    @Test
    void canBeUsedAgainAfterAFailure() throws Exception {
        Stylesheet identity = identity();
        for (String bad : new String[] {"<a>", envelope("<a><b></a>"), envelope("")}) {
            assertThatThrownBy(() -> transform(identity, bad)).isInstanceOf(TransformationException.class);
            assertSame(transform(identity, envelope("<a/>")), envelope("<a/>"));
        }
    }

    @Test
    void refusesAResultBeyondTheBound() throws Exception {
        MessageTransformer small = new MessageTransformer(Limits.DEFAULT, 20_000, Integer.MAX_VALUE);
        Stylesheet grows = compile("<xsl:template match='/'><a><xsl:for-each select='//b[generate-id()]'><c>"
                + "0123456789".repeat(100) + "</c></xsl:for-each></a></xsl:template>");
        byte[] message = utf8(envelope("<a>" + "<b/>".repeat(30) + "</a>"));

        assertThatThrownBy(() -> small.transform(grows, Part.FIRST_IN_BODY, Map.of(), message, null))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining("20000 bytes");
    }

    @Test
    void importsOnlyWhatTheConfigurationGives() throws Exception {
        String importing = sheet("<xsl:import href='other.xsl'/>");
        byte[] other = utf8(sheet("<xsl:template match='/'><imported/></xsl:template>"));

        Stylesheet stylesheet =
                new Stylesheets().compile("test", utf8(importing), href -> href.equals("other.xsl") ? other : null);

        assertThat(stylesheet.needsTree()).isEmpty();
        assertThat(transform(stylesheet, envelope("<a/>"))).contains("<imported/>");
        assertThatThrownBy(() -> new Stylesheets().compile("test", utf8(importing), Resources.NONE))
                .isInstanceOf(StylesheetException.class)
                .hasMessageContaining("other.xsl");
    }

    /** {@code !} stands for U+FFFE, {@code ~} for a name character that the fourth edition of XML 1.0 does not have. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | UTF-8  | <a>I&#1;BM</a>             | U+0001",
                "1.1 | UTF-8  | <a b='&#x1F;'/>            | U+001F",
                "1.0 | UTF-16 | <a>I!BM</a>                | U+FFFE",
                "1.0 | UTF-16 | <a b='!'/>                 | U+FFFE",
                "1.0 | UTF-16 | <a><!--!--></a>            | U+FFFE",
                "1.0 | UTF-16 | <a><?b !?></a>             | U+FFFE",
                "1.1 | UTF-16 | <a>!</a>                   | U+FFFE",
                "1.0 | UTF-8  | <~/>                       | name",
                "1.0 | UTF-16 | <~/>                       | name",
                "1.0 | UTF-8  | <a ~='1'/>                 | name",
                "1.0 | UTF-8  | <a><?~ b?></a>             | name",
                "1.0 | UTF-8  | <~:a xmlns:~='urn:a'/>     | name",
                "1.0 | UTF-8  | <a xmlns:~='urn:a'/>       | name",
                "1.0 | UTF-8  | <a a~='1'/>                | name",
            })
    void sendsNoXmlOnThatAParserRefuses(String version, String charset, String content, String named) {
        String message = "<?xml version='" + version + "' encoding='" + charset + "'?>"
                + envelope(content.replace("!", "\uFFFE")
                        .replace("<\uFFFE--", "<!--")
                        .replace("~", Character.toString(0xF0000)));

        assertThatThrownBy(() -> transform(
                        identity(), Part.FIRST_IN_BODY, Map.of(), message.getBytes(Charset.forName(charset)), null))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining(named);
    }

    @Test
    void sendsNoXmlOnThatAStylesheetOrAParameterMakesUnreadable() throws Exception {
        String shows =
                "<xsl:param name='who'>nobody</xsl:param><xsl:template match='/'><a><xsl:value-of select='$who'/></a>"
                        + "</xsl:template>";
        for (String value : List.of("\u0001", "\uFFFF", "\uD800", "a\uDC00b")) {
            assertThatThrownBy(() -> transform(
                            compile(shows), Part.FIRST_IN_BODY, Map.of("who", value), utf8(envelope("<x/>")), null))
                    .isInstanceOf(TransformationException.class)
                    .hasMessageContaining("'who'");
        }
        for (String made : List.of(
                "<xsl:element name='\u2070'/>",
                "<a><xsl:attribute name='\u2070'/></a>",
                "<a><xsl:processing-instruction name='\u2070'/></a>")) {
            assertThatThrownBy(() ->
                            transform(compile("<xsl:template match='/'>" + made + "</xsl:template>"), envelope("<x/>")))
                    .as(made)
                    .isInstanceOf(TransformationException.class)
                    .hasMessageContaining("\u2070");
        }
        byte[] newer = utf8("<?xml version='1.1'?>" + sheet("<xsl:template match='/'><a>&#1;</a></xsl:template>"));
        Stylesheet ofXml11 = new Stylesheets().compile("test", newer, Resources.NONE);
        assertThatThrownBy(() -> transform(ofXml11, envelope("<x/>")))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining("U+0001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<b/>", "\u20ac<b/>"})
    void writesNoRawText(String raw) throws Exception {
        Stylesheet stylesheet =
                compile("<xsl:template match='/'><a><xsl:value-of select='x' disable-output-escaping='yes'/>"
                        + "</a></xsl:template>");

        assertThatThrownBy(() -> transform(stylesheet, envelope("<x>" + raw.replace("<", "&lt;") + "</x>")))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining("disable-output-escaping");
    }

    /** A stylesheet that catches the fault (XSLT 3.0 section 8.3) would leave an element open. */
    @ParameterizedTest
    @ValueSource(strings = {"<xsl:value-of select='x' disable-output-escaping='yes'/>", "<xsl:element name='\u2070'/>"})
    void failsWhereAStylesheetCatchesWhatCannotBeWritten(String made) throws Exception {
        Stylesheet catches = compile("<xsl:template match='/'><a><xsl:try><z>" + made
                + "</z><xsl:catch errors='*'/></xsl:try></a></xsl:template>");

        assertThatThrownBy(() -> transform(catches, envelope("<x>&lt;</x>")))
                .isInstanceOf(TransformationException.class);
    }

    @Test
    void writesNoPrefixWithoutNamespaceWhichOnlyXml11Has() throws Exception {
        String message = "<?xml version='1.1'?>" + envelope("<p:a xmlns:p='urn:p'><b xmlns:p=''/></p:a>");

        assertThat(transform(identity(), message)).contains("<p:a xmlns:p=\"urn:p\"><b/></p:a>");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16BE, D800", "UTF-16LE, 00DC", "UTF-16BE, DC00D800", "EUC-JP, A0", "EUC-JP, 8EFF", "Shift_JIS, 81",
                "Shift_JIS, FD",
        "windows-1252, 81", "UTF-8, C3", "UTF-8, EDA080", "UTF-8, FF", "US-ASCII, E9", "UTF-32BE, 0000D800",
                "UTF-16, D83D",
        "GB18030, 81", "ISO-2022-JP, 1B2442FFFF"
    })
    void failsOnBytesThatAreIllegalInTheEncoding(String name, String illegal) throws Exception {
        Charset charset = Charset.forName(name);
        for (boolean named : new boolean[] {true, false}) {
            String text = (named ? "" : "<?xml version='1.0' encoding='" + name + "'?>") + envelope("<a>x|</a>");
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            message.write(text.substring(0, text.indexOf('|')).getBytes(charset));
            message.write(HexFormat.of().parseHex(illegal));
            byte[] rest = text.substring(text.indexOf('|') + 1).getBytes(charset);
            int mark = name.equals("UTF-16") ? 2 : 0;
            message.write(rest, mark, rest.length - mark);
            assertMalformed(message.toByteArray(), named ? name : null);
            byte[] cut = (text + " ").getBytes(charset);
            if (name.startsWith("UTF-16") || name.startsWith("UTF-32")) {
                assertMalformed(Arrays.copyOf(cut, cut.length - 1), named ? name : null);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>x&nope;y</a>",
                "<a b='&nope;'/>",
                "<a>&#1;</a>",
                "<a>]]></a>",
                "<a><!-- -- --></a>",
                "<a><?b",
                "<a><![CDATA["
            })
    void failsOnErrorsInTextsOfOtherEncodingsToo(String content) throws Exception {
        assertMalformed(envelope(content).getBytes(StandardCharsets.UTF_16), "UTF-16");
    }

    private void assertMalformed(byte[] message, String charset) throws Exception {
        TransformationException failure = catchThrowableOfType(
                TransformationException.class,
                () -> transform(identity(), Part.FIRST_IN_BODY, Map.of(), message, charset));
        assertThat(failure.kind()).isEqualTo(TransformationException.Kind.MALFORMED);
        Evaluator evaluator = new Evaluator(Limits.DEFAULT, 1 << 20, TreeEvaluator.NONE);
        evaluator.begin(Expression.compile("//none", Map.of()), ResultType.STRING, charset, Variables.NONE);
        assertThatThrownBy(() -> {
                    evaluator.feed(message, 0, message.length);
                    evaluator.end();
                })
                .isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void compilesTheOthersWhenOneCannotBeCompiledAgain() throws Exception {
        byte[] other = utf8(sheet("<xsl:decimal-format/><xsl:template match='/'><imported/></xsl:template>"));
        Stylesheets stylesheets = new Stylesheets();
        Stylesheet bad = stylesheets.compile("bad.xsl", utf8(sheet("<xsl:import href='other.xsl'/>")), href -> other);
        Stylesheet good = stylesheets.compile("good.xsl", utf8(sheet(IDENTITY)), Resources.NONE);
        other[0] = 'x';
        stylesheets.renew(stylesheets.generation()).toCompletableFuture().join();

        assertThat(tree(good.onTree(), envelope("<a/>"))).isNotEmpty();
        assertThatThrownBy(() -> tree(bad, envelope("<a/>")))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining("'bad.xsl' cannot be compiled");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<nonsense/>|stylesheet",
                "<xsl:output method='text'/>|'text'",
                "<xsl:output encoding='nonsense'/>|'nonsense'",
                "<xsl:template match='///'/>|line",
                "<xsl:output omit-xml-declaration='yes'/><xsl:output omit-xml-declaration='no'/>|omit-xml-declaration",
            })
    void refusesAStylesheetThatItCannotUse(String content, String named) {
        String bytes = content.startsWith("<nonsense") ? content : sheet(content);

        assertThatThrownBy(() -> new Stylesheets().compile("bad.xsl", utf8(bytes), Resources.NONE))
                .isInstanceOf(StylesheetException.class)
                .hasMessageContaining("'bad.xsl'")
                .hasMessageContaining(named);
    }

    @Test
    void takesNewNamesAgainAndAgainAndForgetsOldOnes() throws Exception {
        Stylesheets stylesheets = new Stylesheets();
        Stylesheet identity = stylesheets
                .compile("test", utf8(sheet(IDENTITY)), Resources.NONE)
                .onTree();
        List<WeakReference<SaxonGeneration>> spent = new ArrayList<>();
        ReferenceQueue<SaxonGeneration> collected = new ReferenceQueue<>();
        int namespaces = namespacesThatSaxonKeeps();
        for (int i = 0; i < 3; i++) {
            String many = envelope(names("round" + i, 49_400));
            String same = new String(tree(identity, many), StandardCharsets.UTF_8);
            assertThat(same).hasSizeGreaterThan(700_000).contains("<round" + i + "-49398/></all>");
            tree(identity, envelope(names("more" + i, 700)));
            assertThat(tree(identity, many)).as("no new name").isNotEmpty();
            spent.add(new WeakReference<>(stylesheets.generation(), collected));
            SaxonNotReadyException refused = catchThrowableOfType(
                    SaxonNotReadyException.class, () -> tree(identity, envelope("<refused" + spent.size() + "/>")));
            refused.ready().toCompletableFuture().join();
            assertThat(tree(identity, envelope("<new" + i + "/>"))).isNotEmpty();
        }

        assertThat(namespacesThatSaxonKeeps()).isEqualTo(namespaces);
        // However many there were: what is left does not grow with them.
        for (int i = 0; i < 100 && alive(spent) > 1; i++) {
            System.gc();
            collected.remove(20);
        }
        assertThat(alive(spent)).isLessThanOrEqualTo(1);
    }

    /** Also where the renewal is over before its caller goes on. */
    @Test
    void renewsAsOftenAsItIsAsked() throws Exception {
        Stylesheets stylesheets = new Stylesheets();
        stylesheets.compile("test", utf8(sheet(IDENTITY)), Resources.NONE);
        for (int i = 0; i < 300; i++) {
            SaxonGeneration spent = stylesheets.generation();
            stylesheets.renew(spent).toCompletableFuture().join();
            assertThat(stylesheets.generation()).isNotSameAs(spent);
        }
    }

    private static long alive(List<WeakReference<SaxonGeneration>> generations) {
        return generations.stream().filter(one -> !one.refersTo(null)).count();
    }

    @Test
    void refusesAMessageWithMoreNamesThanAPoolTakes() throws Exception {
        Stylesheet identity = identity().onTree();

        for (int i = 0; i < 3; i++) {
            TransformationException failure = catchThrowableOfType(
                    TransformationException.class, () -> tree(identity, envelope(names("n", 60_000))));
            if (failure instanceof SaxonNotReadyException spent) {
                spent.ready().toCompletableFuture().join();
            } else {
                assertThat(failure).hasMessageContaining("one name too many: a message may bring 50000");
            }
        }
        assertThat(catchThrowableOfType(TransformationException.class, () -> tree(identity, envelope("<a/>"))))
                .isInstanceOf(SaxonNotReadyException.class);
    }

    /** Saxon compares each with all of its hash. */
    @Test
    void refusesNamesThatShareAHashAndTakesOthersInANewPool() throws Exception {
        Stylesheet identity = identity().onTree();
        String alike = Stream.iterate(
                        List.of(""),
                        names -> names.stream()
                                .flatMap(name -> Stream.of(name + "Aa", name + "BB"))
                                .toList())
                .skip(10)
                .findFirst()
                .orElseThrow()
                .stream()
                .map(name -> "<" + name + "/>")
                .collect(Collectors.joining());

        assertThatThrownBy(() -> tree(identity, envelope("<all>" + alike + "</all>")))
                .hasMessageContaining("has the hash of 512 other names");

        SaxonNotReadyException spent =
                catchThrowableOfType(SaxonNotReadyException.class, () -> tree(identity, envelope("<a/>")));
        spent.ready().toCompletableFuture().join();
        assertThat(tree(identity, envelope("<a/>"))).isNotEmpty();
    }

    @Test
    void refusesAMessageWithTooManyNamespaces() throws Exception {
        Stylesheet identity = identity().onTree();
        StringBuilder message = new StringBuilder("<all>");
        for (int i = 0; i < 1000; i++) {
            message.append("<a xmlns='urn:" + i + "'/>");
        }

        assertThatThrownBy(() -> tree(identity, envelope(message + "</all>")))
                .isInstanceOf(TransformationException.class)
                .hasMessageContaining("more than 1000 different sets of namespaces");
    }

    /** Elements of that many names, the first ones in namespaces of their own. */
    private static String names(String prefix, int count) {
        StringBuilder all = new StringBuilder("<all>");
        for (int i = 0; i < count - 1; i++) {
            all.append("<" + prefix + "-" + i + (i < 500 ? " xmlns='urn:" + prefix + i + "'/>" : "/>"));
        }
        return all.append("</all>").toString();
    }

    private byte[] tree(Stylesheet stylesheet, String message) throws TransformationException {
        return transformer.transform(stylesheet, Part.FIRST_IN_BODY, Map.of(), utf8(message), null);
    }

    private static int namespacesThatSaxonKeeps() throws ReflectiveOperationException {
        Field kept = NamespaceUri.class.getDeclaredField("stringToNamespaceUri");
        kept.setAccessible(true);
        return ((Map<?, ?>) kept.get(null)).size();
    }

    private String transform(Stylesheet stylesheet, String message) throws TransformationException {
        return new String(
                transform(stylesheet, Part.FIRST_IN_BODY, Map.of(), utf8(message), null), StandardCharsets.UTF_8);
    }

    /** Does it twice, with and without a tree: results and failures are the same. */
    private byte[] transform(
            Stylesheet stylesheet, Part selection, Map<String, String> parameters, byte[] message, String charset)
            throws TransformationException {
        byte[] onTree;
        try {
            onTree = transformer.transform(stylesheet.onTree(), selection, parameters, message, charset);
        } catch (StylesheetException e) {
            throw new AssertionError("streamable, and Saxon refuses it", e);
        } catch (TransformationException failure) {
            assertThatThrownBy(() -> transformer.transform(stylesheet, selection, parameters, message, charset))
                    .isInstanceOf(TransformationException.class)
                    .hasMessage(failure.getMessage());
            throw failure;
        }
        assertThat(transformer.transform(stylesheet, selection, parameters, message, charset))
                .isEqualTo(onTree);
        return onTree;
    }

    private static Stylesheet stylesheet(String file) throws IOException, StylesheetException {
        return new Stylesheets().compile(file, Files.readAllBytes(XSLT.resolve(file)), Resources.NONE);
    }

    private static Stylesheet identity() throws StylesheetException {
        return compile(IDENTITY);
    }

    private static Stylesheet compile(String templates) throws StylesheetException {
        return new Stylesheets().compile("test", utf8(sheet(templates)), Resources.NONE);
    }

    private static String sheet(String content) {
        return "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + content
                + "</xsl:stylesheet>";
    }

    private static String envelope(String content) {
        return "<s:Envelope " + SOAP + "><s:Body>" + content + "</s:Body></s:Envelope>";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertSame(String actual, String expected) {
        Diff diff = DiffBuilder.compare(expected)
                .withTest(actual)
                .checkForSimilar()
                .normalizeWhitespace()
                .build();
        assertThat(diff.hasDifferences()).as("%s%n%s", diff, actual).isFalse();
    }
}
