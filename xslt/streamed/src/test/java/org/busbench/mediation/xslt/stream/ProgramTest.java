package org.busbench.mediation.xslt.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.mediation.xslt.stream.compile.NotStreamable;
import org.busbench.mediation.xslt.stream.compile.StylesheetCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which stylesheets need no tree, and what is said of the others. */
class ProgramTest {

    @ParameterizedTest
    @ValueSource(strings = {"request.xsl", "response.xsl"})
    void takesTheStylesheetsOfTheScenario(String file) {
        assertThatCode(() -> StylesheetCompiler.compile(Files.readAllBytes(Path.of("..", file))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>",
                "<xsl:template match='@*|*|text()|comment()|processing-instruction()'><xsl:copy-of select='.'/></xsl:template>",
                "<xsl:template match='/a/b//p:c[@x]|p:*|@p:x' priority='1.5' mode='p:m'/>",
                "<xsl:template match='/'><r a='{a/@b}-{{x}}'><xsl:value-of select=\"concat(a/b[1], 'x', $g)\"/></r></xsl:template>",
                "<xsl:template match='a'><xsl:for-each select='b/c'><xsl:if test=\"@x='1' and not(d)\"><e/></xsl:if></xsl:for-each></xsl:template>",
                "<xsl:template match='a'><r><xsl:attribute name='x'><xsl:choose><xsl:when test='b'>1</xsl:when>"
                        + "<xsl:otherwise><xsl:value-of select='normalize-space()'/></xsl:otherwise></xsl:choose></xsl:attribute></r></xsl:template>",
                "<xsl:strip-space elements='* p:a'/><xsl:output method='xml' indent='yes' encoding='UTF-8'/>",
                "<!-- a comment --><?an instruction?><xsl:template match='a'>text<!-- in two -->pieces</xsl:template>",
            })
    void takesWhatItKnows(String content) {
        assertThatCode(() -> compile(content)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<xsl:import href='other.xsl'/>|xsl:import",
                "<xsl:include href='other.xsl'/>|xsl:include",
                "<xsl:key name='k' match='a' use='b'/>|xsl:key",
                "<xsl:preserve-space elements='a'/>|xsl:preserve-space",
                "<xsl:output method='xml' use-character-maps='m'/>|use-character-maps='m'",
                "<d:data xmlns:d='urn:d'/>|d:data",
                "<xsl:param name='n' select='1'/>|xsl:param n",
                "<xsl:variable name='n'><a/></xsl:variable>|xsl:variable n",
                "<xsl:template name='n'/>|to be called, n",
                "<xsl:template match='a[1]'/>|position",
                "<xsl:template match='a[b]'/>|looks inside",
                "<xsl:template match='a[b]/c'/>|before the end",
                "<xsl:template match=\"text()[.='1']\"/>|text()",
                "<xsl:template match=\"id('x')\"/>|the pattern",
                "<xsl:template match='a' mode='#all'/>|#all",
                "<xsl:template match='a'><xsl:call-template name='n'/></xsl:template>|xsl:call-template, in the template that matches a",
                "<xsl:template match='a'><xsl:param name='p'/></xsl:template>|xsl:param",
                "<xsl:template match='a'><xsl:variable name='p' select='b'/></xsl:template>|xsl:variable",
                "<xsl:template match='a'><xsl:message>m</xsl:message></xsl:template>|xsl:message",
                "<xsl:template match='a'><xsl:comment>m</xsl:comment></xsl:template>|xsl:comment",
                "<xsl:template match='a'><xsl:element name='{b}'/></xsl:template>|xsl:element",
                "<xsl:template match='a'><xsl:number/></xsl:template>|xsl:number",
                "<xsl:template match='a'><xsl:attribute name='{b}'/></xsl:template>|name='{b}'",
                "<xsl:template match='a'><xsl:attribute name='p:b'/></xsl:template>|name='p:b'",
                "<xsl:template match='a'><xsl:attribute name='b' namespace='urn:b'/></xsl:template>|namespace='urn:b'",
                "<xsl:template match='a'><xsl:copy use-attribute-sets='s'/></xsl:template>|use-attribute-sets",
                "<xsl:template match='a'><e xsl:use-attribute-sets='s'/></xsl:template>|use-attribute-sets",
                "<xsl:template match='a'><e xml:space='preserve'/></xsl:template>|xml:space",
                "<xsl:template match='a' xml:space='preserve'/>|xml:space",
                "<xsl:template match='a'><xsl:text disable-output-escaping='yes'>x</xsl:text></xsl:template>|disable-output-escaping",
                "<xsl:template match='a'><xsl:value-of select='b' disable-output-escaping='yes'/></xsl:template>|disable-output-escaping",
                "<xsl:template match='a'><xsl:value-of select='b' separator=','/></xsl:template>|separator",
                "<xsl:template match='a'><xsl:apply-templates select='.'/></xsl:template>|does not go down",
                "<xsl:template match='a'><xsl:apply-templates select='self::a'/></xsl:template>|does not go down",
                "<xsl:template match='a'><xsl:apply-templates select='..'/></xsl:template>|does not go down",
                "<xsl:template match='a'><xsl:apply-templates select='/a'/></xsl:template>|from the document",
                "<xsl:template match='a'><xsl:apply-templates><xsl:sort/></xsl:apply-templates></xsl:template>|xsl:sort",
                "<xsl:template match='a'><xsl:apply-templates><xsl:with-param name='p'/></xsl:apply-templates></xsl:template>|xsl:with-param",
                "<xsl:template match='a'><xsl:for-each select='b'><xsl:sort/></xsl:for-each></xsl:template>|xsl:sort",
                "<xsl:template match='a'><xsl:value-of select='.//b/c'/></xsl:template>|descendants",
                "<xsl:template match='a'><xsl:value-of select='b/following-sibling::c'/></xsl:template>|go down",
                "<xsl:template match='a'><xsl:value-of select='b[last()]'/></xsl:template>|last()",
                "<xsl:template match='a'><xsl:value-of select='b[@x][2]'/></xsl:template>|position",
                "<xsl:template match='a'><xsl:value-of select='count(b)'/></xsl:template>|count",
                "<xsl:template match='a'><xsl:value-of select='substring-after(b, c)'/></xsl:template>|substring-after",
                "<xsl:template match='a'><xsl:if test='contains(b, c)'>x</xsl:if></xsl:template>|contains",
                "<xsl:template match='a'><xsl:value-of select='1'/></xsl:template>|1",
                "<xsl:template match='a'><xsl:value-of select='position()'/></xsl:template>|position()",
                "<xsl:template match='a'><xsl:value-of select=\"document('x')\"/></xsl:template>|document",
                "<xsl:template match='a'><xsl:value-of select='$local'/></xsl:template>|$local",
                "<xsl:template match='a'><xsl:if test='b &gt; 1'/></xsl:template>|b > 1",
                "<xsl:template match='a'><xsl:if test='b = c'/></xsl:template>|b = c",
                "<xsl:template match='a'><xsl:if test='b = 1'/></xsl:template>|b = 1",
                "<xsl:template match='a'><xsl:if test='$g'/></xsl:template>|$g",
                "<xsl:template match='a'><xsl:copy-of select='$g'/></xsl:template>|$g",
                "<xsl:template match='a'><xsl:value-of select='b &#124; c/d'/></xsl:template>|union",
            })
    void saysWhatNeedsATree(String content, String named) {
        NotStreamable refusal = catchThrowableOfType(NotStreamable.class, () -> compile(content));

        assertThat(refusal).as(content).isNotNull();
        assertThat(refusal).message().contains(named).doesNotContain("\n");
    }

    @Test
    void leavesOtherVersionsToTheTree() {
        NotStreamable refusal = catchThrowableOfType(
                NotStreamable.class,
                () -> StylesheetCompiler.compile(
                        utf8("<xsl:transform version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>")));

        assertThat(refusal).hasMessageContaining("version is 2.0");
    }

    private static Program compile(String content) throws NotStreamable {
        return StylesheetCompiler.compile(
                utf8("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:p='urn:p'>"
                        + "<xsl:param name='g'/>" + content + "</xsl:stylesheet>"));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
