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
                "<d:data xmlns:d='urn:d'/><xsl:key name='k' match='a' use='b'/><xsl:variable name='n' select=\"key('k', 1)/..\"/>",
                "<xsl:attribute-set name='s'><xsl:attribute name='x'>1</xsl:attribute></xsl:attribute-set>"
                        + "<xsl:template match='a[b][2]/c'><xsl:copy use-attribute-sets='s'/></xsl:template>",
                "<xsl:template name='n'><xsl:param name='p'/><e p='{$p}'/></xsl:template><xsl:template match='a'><xsl:variable"
                        + " name='v'>x</xsl:variable><xsl:call-template name='n'><xsl:with-param name='p' select='$v'/></xsl:call-template></xsl:template>",
                "<xsl:template match='a'><xsl:apply-templates select='//b[last()]'><xsl:sort select='count(*)' data-type='number'/></xsl:apply-templates></xsl:template>",
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
                "<xsl:preserve-space elements='a'/>|xsl:preserve-space",
                "<xsl:output method='xml' use-character-maps='m'/>|use-character-maps='m'",
                "<xsl:variable name='n'><a/></xsl:variable>|xsl:variable n",
                "<xsl:template match=\"id('x')\"/>|the pattern",
                "<xsl:template match='a' mode='#all'/>|#all",
                "<xsl:template match='a'><xsl:call-template name='n'/></xsl:template>|xsl:call-template of n, in the template that matches a",
                "<xsl:template match='a'><xsl:message>m</xsl:message></xsl:template>|xsl:message",
                "<xsl:template match='a'><xsl:element name='{b}'/></xsl:template>|the name '{b}'",
                "<xsl:template match='a'><xsl:number/></xsl:template>|xsl:number",
                "<xsl:template match='a'><xsl:attribute name='{b}'/></xsl:template>|name='{b}'",
                "<xsl:template match='a'><xsl:attribute name='p:b'/></xsl:template>|name='p:b'",
                "<xsl:template match='a'><xsl:attribute name='b' namespace='urn:b'/></xsl:template>|namespace='urn:b'",
                "<xsl:template match='a'><xsl:copy use-attribute-sets='s'/></xsl:template>|the attribute set s",
                "<xsl:template match='a'><e xsl:use-attribute-sets='s'/></xsl:template>|the attribute set s",
                "<xsl:template match='a'><e xml:space='preserve'/></xsl:template>|xml:space",
                "<xsl:template match='a' xml:space='preserve'/>|xml:space",
                "<xsl:template match='a'><xsl:text disable-output-escaping='yes'>x</xsl:text></xsl:template>|disable-output-escaping",
                "<xsl:template match='a'><xsl:value-of select='b' disable-output-escaping='yes'/></xsl:template>|disable-output-escaping",
                "<xsl:template match='a'><xsl:value-of select='b' separator=','/></xsl:template>|separator",
                "<xsl:template match='a'><xsl:value-of select=\"document('x')\"/></xsl:template>|document",
                "<xsl:template match='a'><xsl:value-of select='$local'/></xsl:template>|$local",
                "<xsl:template match='a'><xsl:if test='b'><xsl:variable name='x' select='1'/></xsl:if><xsl:value-of select='$x'/></xsl:template>|$x",
                "<xsl:template match='a'><xsl:variable name='x'><b/></xsl:variable></xsl:template>|xsl:variable x that holds elements",
                "<xsl:variable name='x' select='$y'/><xsl:variable name='y' select='$x'/>|$y",
                "<xsl:key name='k' match='a' use=\"key('k', b)\"/>|the function in key",
                "<xsl:key name='k' match='a'/>|xsl:key without use",
                "<xsl:decimal-format/>|xsl:decimal-format",
                "<xsl:template name='n'/><xsl:template name='n'/>|two xsl:template of the name n",
                "<xsl:template match='a'><xsl:param name='p'/><xsl:param name='p'/></xsl:template>|two xsl:param p",
                "<xsl:template match='a'><b/><xsl:param name='p'/></xsl:template>|xsl:param",
                "<xsl:template match='a'><xsl:apply-imports/></xsl:template>|xsl:apply-imports",
                "<xsl:template match='a'><xsl:for-each select='b'><xsl:sort lang='de'/></xsl:for-each></xsl:template>|lang='de'",
                "<xsl:template match='a'><xsl:for-each select='b'><c/><xsl:sort/></xsl:for-each></xsl:template>|xsl:sort",
                "<xsl:template match='a'><xsl:for-each select=\"'b'\"/></xsl:template>|b",
                "<xsl:template match='a'><xsl:value-of select='count(1)'/></xsl:template>|count",
                "<xsl:template match='a'><xsl:value-of select='1000000'/></xsl:template>|the number",
                "<xsl:template match='a'><xsl:value-of select='namespace::*'/></xsl:template>|the axis",
                "<xsl:template match='a'><xsl:value-of select='b[c = current()/d]'/></xsl:template>|current",
                "<xsl:template match='a'><xsl:value-of select='generate-id()'/></xsl:template>|generate-id",
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
