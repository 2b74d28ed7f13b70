package org.busbench.mediation.xslt.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.stream.Transducer.Outcome;
import org.busbench.mediation.xslt.stream.compile.NotStreamable;
import org.busbench.mediation.xslt.stream.compile.StylesheetCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transducer does by itself: what it keeps, and what it leaves to the tree. What it makes is held to Saxon elsewhere. */
class TransducerTest {

    private static final String IDENTITY =
            "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>";

    private final Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);

    @Test
    void keepsOneRecordHoweverManyThereAre() throws Exception {
        Transducer transducer = transducer(
                IDENTITY
                        + "<xsl:template match='row'><r><xsl:value-of select='b'/><xsl:value-of select='a'/></r></xsl:template>");
        String rows = "<row><a>1</a>&amp;<b>2</b></row>\n".repeat(20_000);

        assertThat(run(transducer, "<t>" + rows + "</t>")).isEqualTo(Outcome.DONE);

        assertThat(text(transducer)).isEqualTo("<t>" + "<r>21</r>\n".repeat(20_000) + "</t>");
        assertThat(transducer.source().most()).as("nodes kept at once").isLessThan(12);
    }

    @Test
    void writesRecordsAtOnceWhoseAttributesNoTemplateLooksAt() throws Exception {
        Transducer transducer = transducer("<xsl:template match='t'><t><xsl:apply-templates/></t></xsl:template>"
                + "<xsl:template match='row'><r><xsl:apply-templates/></r></xsl:template>"
                + "<xsl:template match='row/*'><c><xsl:value-of select='.'/></c></xsl:template>");
        for (String first : new String[] {"1", "2"}) {
            String row = "<row id='" + first + "'><a>" + first
                    + "</a><b>3</b></row><row id='4' at='5'><a>6</a><b>7</b></row>";

            assertThat(run(transducer, "<t>" + row + "</t>")).isEqualTo(Outcome.DONE);
            assertThat(text(transducer)).isEqualTo("<t><r><c>" + first + "</c><c>3</c></r><r><c>6</c><c>7</c></r></t>");
        }
        assertThat(transducer.source().most())
                .as("the document, t, row and no child of it")
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "<xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy>; <row n=\"N\"><a>N</a></row>",
                "<xsl:copy><xsl:apply-templates select='*'/></xsl:copy>; <row><a>N</a></row>",
                "<xsl:copy-of select='.'/>; <row n=\"N\"><a>N</a></row>",
                "<r><xsl:copy-of select='@n'/><xsl:apply-templates/></r>; <r n=\"N\"><a>N</a></r>",
                "<r><xsl:value-of select='@n'/><xsl:apply-templates/></r>; <r>N<a>N</a></r>",
                "<r><xsl:for-each select='@n'>x</xsl:for-each><xsl:apply-templates/></r>; <r>x<a>N</a></r>",
            })
    void writesTheAttributesOfEachRecordThatATemplateLooksAt(String content, String expected) throws Exception {
        Transducer transducer = transducer(IDENTITY + "<xsl:template match='row'>" + content + "</xsl:template>");
        StringBuilder rows = new StringBuilder();
        StringBuilder results = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            rows.append("<row n='N'><a>N</a></row>".replace("N", "" + i));
            results.append(expected.replace("N", "" + i));
        }

        assertThat(run(transducer, "<t>" + rows + "<row><a>1</a></row></t>")).isEqualTo(Outcome.DONE);
        assertThat(text(transducer)).startsWith("<t>" + results).doesNotContain("\0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<xsl:template match='/'><a/><b/></xsl:template>| two elements",
                "<xsl:template match='/'/>| no element",
                "<xsl:template match='/'>text</xsl:template>| text outside of an element",
                "<xsl:template match='/'><xsl:attribute name='x'/></xsl:template>| an attribute outside of an element",
                "<xsl:template match='/'><r>t<xsl:attribute name='x'/></r></xsl:template>| an attribute after text",
                "<xsl:template match='/'><r x='1'><xsl:attribute name='x'>2</xsl:attribute></r></xsl:template>| an attribute twice",
                "<xsl:template match='/*'><r><xsl:copy-of select='@*'/></r></xsl:template>| another element's attribute in a namespace",
            })
    void leavesWhatIsAnErrorOrNeedsThoughtToTheTree(String templates, String what) throws Exception {
        assertThat(run(transducer(templates), "<a p:x='1' xmlns:p='urn:p'>t<b/></a>"))
                .as(what)
                .isEqualTo(Outcome.LEFT_TO_TREE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a><b></a>",
                "<a>&e;</a>",
                "<a><!-- c --></a>",
                "<a><?p i?></a>",
                "<a",
                "<a>\u0001</a>",
                "<a>]]></a>"
            })
    void leavesWhatTheTokenizerDoesNotReadToTheConformingParser(String message) throws Exception {
        for (String templates : new String[] {IDENTITY, "<xsl:template match='/'><r/></xsl:template>"}) {
            Transducer transducer = transducer(templates);

            assertThat(run(transducer, "<o>" + message + "</o>")).isEqualTo(Outcome.REJECTED);
            assertThat(run(transducer, "<o><a/></o>")).isEqualTo(Outcome.DONE);
        }
    }

    @Test
    void boundsTheResultToTheByte() throws Exception {
        Program grows = program("<xsl:template match='/'><r><xsl:for-each select='a/b'>" + "0123456789".repeat(100)
                + "</xsl:for-each></r></xsl:template>");
        String message = "<a>" + "<b/>".repeat(20) + "</a>";

        assertThat(run(new Transducer(grows, 20_007), message)).isEqualTo(Outcome.DONE);
        assertThat(run(new Transducer(grows, 20_006), message)).isEqualTo(Outcome.LEFT_TO_TREE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                IDENTITY,
                "<xsl:template match='/'><r><xsl:copy-of select='.'/></r></xsl:template>",
                IDENTITY + "<xsl:template match='a'><a><xsl:apply-templates select='a[1]'/></a></xsl:template>"
            })
    void bearsDeepMessagesAndLeavesTheDeepestToTheTree(String templates) throws Exception {
        Transducer transducer = transducer(templates);
        for (int depth : new int[] {350, 1000, 350}) {
            Outcome outcome = run(transducer, "<a>".repeat(depth) + "</a>".repeat(depth));

            if (depth == 350) {
                assertThat(outcome).isEqualTo(Outcome.DONE);
                assertThat(text(transducer)).contains("<a>".repeat(depth - 1) + "<a/>");
            }
        }
        assertThat(run(transducer, "<a>".repeat(1001) + "</a>".repeat(1001))).isNotEqualTo(Outcome.DONE);
    }

    @Test
    void forgetsTheNamesOfEarlierVocabularies() throws Exception {
        Transducer transducer = transducer(IDENTITY + "<xsl:template match='x'><y/></xsl:template>");

        for (int i = 0; i < 30; i++) {
            StringBuilder names = new StringBuilder();
            for (int n = 0; n < 1000; n++) {
                names.append("<n").append(i * 1000 + n).append("/>");
            }
            assertThat(run(transducer, "<o>" + names + "<x/></o>")).isEqualTo(Outcome.DONE);
            assertThat(text(transducer)).isEqualTo("<o>" + names + "<y/></o>");
        }
        assertThat(tokenizer.generation()).as("vocabularies").isPositive();
    }

    @Test
    void takesParametersButNotForVariables() throws Exception {
        Transducer transducer =
                transducer("<xsl:param name='p'>default</xsl:param><xsl:variable name='v' select=\"'fixed'\"/>"
                        + "<xsl:template match='/'><r p='{$p}'><xsl:value-of select='$v'/></r></xsl:template>");

        run(transducer, "<a/>");
        assertThat(text(transducer)).isEqualTo("<r p=\"default\">fixed</r>");
        run(transducer, "<a/>", Map.of("p", "<&\">", "v", "changed"));
        assertThat(text(transducer)).isEqualTo("<r p=\"&lt;&amp;&#34;&gt;\">fixed</r>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:for-each select='//a'><xsl:value-of select='count(preceding::a)'/></xsl:for-each>",
                "<xsl:if test='//a != //a'>x</xsl:if>",
                "<xsl:apply-templates select='//a' mode='again'/>",
                "<xsl:for-each select='//a'><xsl:value-of select='contains(/, /)'/></xsl:for-each>",
            })
    void leavesWorkThatGrowsFasterThanTheMessageToTheTree(String content) throws Exception {
        Transducer transducer = transducer(
                "<xsl:template match='/'><r>" + content + "</r></xsl:template>"
                        + "<xsl:template match='a' mode='again'><xsl:apply-templates select='following::a' mode='again'/></xsl:template>");

        assertThat(run(transducer, "<o>" + "<a>1</a>".repeat(10) + "<b>1</b></o>"))
                .isEqualTo(Outcome.DONE);
        assertThat(run(transducer, "<o>" + "<a>1</a>".repeat(5000) + "<b>1</b></o>"))
                .isEqualTo(Outcome.LEFT_TO_TREE);
    }

    @Test
    void leavesTemplatesThatCallThemselvesWithoutEndToTheTree() throws Exception {
        String again = "<xsl:call-template name='n'/>";
        for (String content : new String[] {again, again + again, "<xsl:if test='@x'>" + again + "</xsl:if>"}) {
            Transducer transducer = transducer("<xsl:template match='/'><r><xsl:for-each select='a'>" + again
                    + "</xsl:for-each></r></xsl:template><xsl:template name='n'>" + content + "</xsl:template>");

            assertThat(run(transducer, "<a x='1'/>")).as(content).isEqualTo(Outcome.LEFT_TO_TREE);
        }
    }

    @Test
    void keepsTheWholeSourceOnlyWhereSomethingAroundANodeIsAskedFor() throws Exception {
        String rows = "<row><a n='1'>1</a><b>2</b><b>3</b></row>".repeat(1000);
        String down = "<xsl:value-of select='b[position() = 2] + count(*[@n &gt; 0]) * sum(a)'/>";
        Transducer streaming = transducer(IDENTITY + "<xsl:template match='row'><r>" + down + "</r></xsl:template>");
        Transducer keeping = transducer(
                IDENTITY + "<xsl:template match='row'><r><xsl:value-of select='name(..)'/></r></xsl:template>");

        assertThat(run(streaming, "<t>" + rows + "</t>")).isEqualTo(Outcome.DONE);
        assertThat(text(streaming)).isEqualTo("<t>" + "<r>4</r>".repeat(1000) + "</t>");
        assertThat(streaming.source().most()).as("nodes kept at once").isLessThan(12);
        assertThat(run(keeping, "<t>" + rows + "</t>")).isEqualTo(Outcome.DONE);
        assertThat(keeping.source().most()).as("nodes of the message").isEqualTo(7002);
    }

    private Outcome run(Transducer transducer, String message) {
        return run(transducer, message, Map.of());
    }

    private Outcome run(Transducer transducer, String message, Map<String, String> parameters) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        tokenizer.start(bytes, 0, bytes.length);
        tokenizer.complete();
        assertThat(tokenizer.next()).isEqualTo(Token.START);
        return transducer.run(tokenizer, bytes, null, parameters);
    }

    private static String text(Transducer transducer) {
        return new String(transducer.bytes(), 0, transducer.length(), StandardCharsets.UTF_8);
    }

    private static Transducer transducer(String templates) throws NotStreamable {
        return new Transducer(program(templates), 1 << 22);
    }

    private static Program program(String templates) throws NotStreamable {
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + templates
                + "</xsl:stylesheet>";
        return StylesheetCompiler.compile(sheet.getBytes(StandardCharsets.UTF_8));
    }
}
