package org.busbench.mediation.xslt;

import java.util.Random;

/** Stylesheets, most of them within the subset that needs no tree, made of few names so that patterns and messages meet. */
final class GeneratedStylesheets {

    private static final String[] NAMES = {"a", "b", "c", "p:a", "p:b", "q:a", "q:d", "a", "b", "p:c"};
    private static final String[] ATTRIBUTES = {"x", "y", "p:x", "x", "xml:lang", "z"};
    private static final String[] STRINGS = {"''", "'1'", "'t'", "'one two'", "'&lt;&amp;'", "'\u00e9'"};

    private final Random random;
    private boolean inAllDirections;
    private int variables;

    GeneratedStylesheets(Random random) {
        this.random = random;
    }

    String next() {
        StringBuilder all =
                new StringBuilder("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                        + " xmlns:p='urn:p' xmlns:q='urn:q'");
        inAllDirections = random.nextBoolean();
        boolean unprefixed = random.nextInt(3) == 0;
        if (unprefixed) {
            all.append(" xmlns='").append(oneOf("urn:p", "urn:d", "urn:q")).append("'");
        }
        if (random.nextInt(3) == 0) {
            all.append(" exclude-result-prefixes='")
                    .append(unprefixed ? oneOf("p", "q p", "#default", "#all") : oneOf("p", "q", "p q", "#all"))
                    .append("'");
        }
        all.append(">");
        if (random.nextInt(5) == 0) {
            all.append("<xsl:strip-space elements='")
                    .append(oneOf("*", "a p:b", "q:a"))
                    .append("'/>");
        }
        all.append("<xsl:param name='g'>dflt</xsl:param><xsl:variable name='v' select=\"'one two'\"/>\n");
        if (inAllDirections) {
            all.append("<xsl:key name='k' match='")
                    .append(oneOf("a", "*", "@x", "p:b|text()", "a/b"))
                    .append("' use='")
                    .append(oneOf("@x", ".", "local-name()", "b", "count(*)"))
                    .append("'/><xsl:variable name='n' select='")
                    .append(oneOf("//a", "/*/*", "count(//*)", "string(/)"))
                    .append("'/><xsl:template name='called'><xsl:param name='p'/><xsl:param name='q' select='@x'/>")
                    .append("<called p='{$p}' q='{$q}'><xsl:value-of select='")
                    .append(oneOf("name()", "$p", "concat($q, $p)", "position()", "number($p) + 1"))
                    .append("'/></called></xsl:template>\n");
        }
        if (random.nextInt(4) > 0) {
            all.append("<xsl:template match='")
                    .append(oneOf("/", "/*", "/", "/p:a"))
                    .append("'>");
            String name = oneOf("out", "p:out", "q:out");
            all.append("<")
                    .append(name)
                    .append(oneOf("", "", " x='{@x}'", " xmlns:q='urn:other'"))
                    .append(">");
            content(all, 2);
            all.append("<xsl:apply-templates")
                    .append(oneOf("", "", " select='*'", " mode='m'", " select='@*|node()'"))
                    .append("/></")
                    .append(name)
                    .append(">");
            all.append("</xsl:template>\n");
        }
        if (random.nextInt(2) == 0) {
            all.append(
                    "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>\n");
        }
        int templates = 1 + random.nextInt(6);
        for (int i = 0; i < templates; i++) {
            template(all);
        }
        return all.append("</xsl:stylesheet>").toString();
    }

    private void template(StringBuilder all) {
        all.append("<xsl:template match=\"").append(pattern());
        if (random.nextInt(3) == 0) {
            all.append("|").append(pattern());
        }
        all.append("\"");
        if (random.nextInt(5) == 0) {
            all.append(" priority='").append(oneOf("1", "-0.3", "0.5", "2")).append("'");
        }
        if (random.nextInt(5) == 0) {
            all.append(" mode='m'");
        }
        all.append(">");
        if (inAllDirections && random.nextInt(3) == 0) {
            all.append("<xsl:param name='p'>")
                    .append(oneOf("", "d", "<xsl:value-of select='@x'/>"))
                    .append("</xsl:param>");
            all.append("<p v='{$p}'/>");
        }
        content(all, 3);
        all.append("</xsl:template>\n");
    }

    private String pattern() {
        if (inAllDirections && random.nextInt(4) == 0) {
            return oneOf(
                    name() + "[" + (1 + random.nextInt(2)) + "]",
                    name() + "[last()]",
                    name() + "[" + anyTest() + "]",
                    name() + "[" + name() + "]/" + name(),
                    "text()[" + anyTest() + "]",
                    "@*[.=" + string() + "]",
                    "*[position() = 2]/@x",
                    name() + "[.=" + string() + "][1]");
        }
        return switch (random.nextInt(14)) {
            case 0 -> name() + "/" + name();
            case 1 -> name() + "//" + name();
            case 2 -> "/" + name();
            case 3 -> "//" + name();
            case 4 -> oneOf("text()", "node()", "*", "p:*", "@*", "/*/text()");
            case 5 -> "@" + attribute();
            case 6 -> name() + "/@" + oneOf("*", attribute());
            case 7 -> name() + "[@" + attribute() + "]";
            case 8 -> name() + "[@" + attribute() + "=" + string() + "]";
            case 9 -> oneOf("*/", "p:*/", "*//") + name();
            case 10 -> name() + "//text()";
            case 11 -> "*[self::" + name() + " or @" + attribute() + " != " + string() + "]";
            default -> name();
        };
    }

    private void content(StringBuilder all, int depth) {
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            instruction(all, depth);
        }
    }

    private void instruction(StringBuilder all, int depth) {
        if (depth == 0) {
            all.append(oneOf("<leaf/>", "<xsl:value-of select='.'/>", "t", "<xsl:apply-templates/>"));
            return;
        }
        if (inAllDirections && random.nextInt(4) == 0) {
            instructionInAllDirections(all, depth);
            return;
        }
        switch (random.nextInt(15)) {
            case 0 ->
                all.append(oneOf(" some text ", "&lt;&amp;&gt;", "\u00e9\u20ac", "<xsl:text> </xsl:text>", "\n  "));
            case 1, 2 -> all.append("<xsl:value-of select=\"").append(value()).append("\"/>");
            case 3 -> {
                String name = oneOf("e", "p:e", "q:f", "f");
                all.append("<").append(name);
                all.append(oneOf("", "", " xmlns:n='urn:n'", " xmlns:p='urn:other'", " xml:lang='de'", " p:at='1'"));
                if (random.nextInt(3) == 0) {
                    all.append(" x=\"").append(oneOf("", "a{{b}}", "{", "-{"));
                    if (all.charAt(all.length() - 1) == '{') {
                        all.append(value()).append("}");
                    }
                    all.append("\"");
                }
                all.append(">");
                content(all, depth - 1);
                all.append("</").append(name).append(">");
            }
            case 4, 5, 6 -> all.append("<xsl:apply-templates/>");
            case 7 ->
                all.append("<xsl:apply-templates select=\"").append(path()).append("\"/>");
            case 8 ->
                all.append("<xsl:apply-templates mode='m' select=\"")
                        .append(oneOf(path(), "@*|node()", "text()|" + name()))
                        .append("\"/>");
            case 9 -> {
                all.append("<xsl:copy>");
                if (random.nextInt(2) == 0) {
                    all.append(oneOf(
                            "<xsl:copy-of select='@*'/>",
                            "<xsl:apply-templates select='@*'/>",
                            "<xsl:apply-templates select='@*|node()'/>"));
                }
                content(all, depth - 1);
                all.append("</xsl:copy>");
            }
            case 10 ->
                all.append("<xsl:copy-of select=\"")
                        .append(oneOf(path(), ".", "@*", "node()"))
                        .append("\"/>");
            case 11 -> {
                all.append("<xsl:for-each select=\"")
                        .append(oneOf(path(), path(), ".", "@*"))
                        .append("\">");
                content(all, depth - 1);
                all.append("</xsl:for-each>");
            }
            case 12 -> {
                all.append("<xsl:if test=\"").append(test(2)).append("\">");
                content(all, depth - 1);
                all.append("</xsl:if>");
            }
            case 13 -> {
                all.append("<xsl:choose><xsl:when test=\"").append(test(1)).append("\">");
                content(all, depth - 1);
                all.append("</xsl:when>");
                if (random.nextBoolean()) {
                    all.append("<xsl:when test=\"").append(test(1)).append("\">two</xsl:when>");
                }
                if (random.nextBoolean()) {
                    all.append("<xsl:otherwise>");
                    content(all, depth - 1);
                    all.append("</xsl:otherwise>");
                }
                all.append("</xsl:choose>");
            }
            default -> {
                all.append("<xsl:attribute name='").append(oneOf("x", "k", "l")).append("'>");
                all.append(oneOf("v", "<xsl:text> </xsl:text>", "<xsl:if test=\"" + test(1) + "\">w</xsl:if>"));
                all.append("<xsl:value-of select=\"").append(value()).append("\"/></xsl:attribute>");
            }
        }
    }

    private void instructionInAllDirections(StringBuilder all, int depth) {
        switch (random.nextInt(8)) {
            case 0 -> {
                String name = "l" + variables++;
                all.append("<xsl:variable name='").append(name).append("'");
                boolean selects = random.nextBoolean();
                all.append(
                        selects
                                ? " select=\"" + value() + "\"/>"
                                : ">t<xsl:value-of select=\"" + value() + "\"/></xsl:variable>");
                all.append("<l v='{$").append(name).append("}'>");
                all.append("<xsl:if test=\"")
                        .append(oneOf(
                                "$" + name,
                                "$" + name + " = " + string(),
                                "$" + name + " > 1",
                                "$" + name + " = " + name()));
                all.append("\">yes</xsl:if><xsl:copy-of select='$").append(name).append("'/></l>");
            }
            case 1 -> {
                all.append("<xsl:call-template name='called'>");
                all.append(oneOf(
                        "",
                        "<xsl:with-param name='p' select=\"" + value() + "\"/>",
                        "<xsl:with-param name='p'>x<xsl:value-of select='@x'/></xsl:with-param>"));
                all.append("</xsl:call-template>");
            }
            case 2 -> {
                all.append("<xsl:for-each select=\"")
                        .append(path())
                        .append("\">")
                        .append(sort());
                content(all, depth - 1);
                all.append("<s p='{position()}'/></xsl:for-each>");
            }
            case 3 ->
                all.append("<xsl:apply-templates select=\"")
                        .append(oneOf("*", "*|text()", name()))
                        .append("\">")
                        .append(sort())
                        .append("<xsl:with-param name='p' select=\"")
                        .append(value())
                        .append("\"/></xsl:apply-templates>");
            case 4 -> {
                all.append("<xsl:element name='")
                        .append(oneOf("e", "p:e", "q:f"))
                        .append("'>");
                content(all, depth - 1);
                all.append("</xsl:element>");
            }
            case 5 ->
                all.append("<c><xsl:comment>c <xsl:value-of select=\"")
                        .append(value())
                        .append("\"/></xsl:comment></c>");
            case 6 -> all.append("<xsl:value-of select=\"").append(anyValue()).append("\"/>");
            default -> all.append("<xsl:copy-of select=\"").append(anyPath()).append("\"/>");
        }
    }

    private String sort() {
        return oneOf(
                "",
                "<xsl:sort/>",
                "<xsl:sort select='@x' data-type='number'/>",
                "<xsl:sort select='local-name()' order='descending'/><xsl:sort select='string(@x)'/>",
                "<xsl:sort select='count(*)' data-type='number' order='descending'/>");
    }

    private String anyValue() {
        return switch (random.nextInt(10)) {
            case 0 -> "count(" + path() + ")";
            case 1 -> oneOf("position()", "last()", "position() mod 2", "last() - position()");
            case 2 -> "@x " + oneOf("+", "-", "*", "div", "mod") + " " + oneOf("1", "2.5", "0", "-3", "@y", "count(*)");
            case 3 ->
                oneOf("floor(", "ceiling(", "round(", "number(", "-(")
                        + oneOf("@x div 3", ".", "-0.5", "2.5", "count(*) div 2") + ")";
            case 4 ->
                "substring(" + oneOf(".", path(), string()) + ", " + oneOf("1", "2, 3", "0.5, 2", "-1, 4", "@x") + ")";
            case 5 -> "string-length(" + oneOf("", ".", path()) + ")";
            case 6 -> oneOf("name(", "namespace-uri(", "local-name(") + oneOf("", path(), "..") + ")";
            case 7 -> oneOf("$n", "true()", "not(" + anyTest() + ")", "boolean(" + path() + ")", anyTest());
            case 8 ->
                oneOf("contains(", "substring-after(", "starts-with(") + oneOf(".", path()) + ", " + oneOf("@x", name())
                        + ")";
            default ->
                "format-number(" + oneOf("@x", "count(*)", "1234.5", "-0.256") + ", "
                        + oneOf("'0'", "'#,##0.00'", "'000.#'", "'0%'") + ")";
        };
    }

    private String anyPath() {
        return switch (random.nextInt(12)) {
            case 0 -> oneOf("..", "../", "../../", "parent::" + name()).replaceAll("/$", "/" + name());
            case 1 ->
                oneOf(
                        "ancestor::*[1]/@x",
                        "ancestor::" + name(),
                        "ancestor-or-self::*/@x",
                        "ancestor::node()[last()]/*");
            case 2 ->
                oneOf("following-sibling::", "preceding-sibling::", "following::", "preceding::")
                        + oneOf("*", "node()[1]", "text()", name());
            case 3 ->
                "//"
                        + oneOf(name(), "text()", "@x", name() + "/" + name())
                        + oneOf("", "", "[2]", "[last()]", "[@x][1]", "[" + anyTest() + "]");
            case 4 -> oneOf("/*/*", "/*/@x", "/node()/" + name());
            case 5 ->
                oneOf("*", name(), "@*", "node()")
                        + oneOf("[last()]", "[position() = 2]", "[position() &lt; 3]", "[2]", "[@x][1]", "[. = ../@x]");
            case 6 -> ".//" + name() + "/" + oneOf(name(), "text()", "@x");
            case 7 -> "key('k', " + oneOf("@x", string(), ".", "1", name()) + ")" + oneOf("", "/@x", "[1]");
            case 8 -> "(" + name() + "|.//" + name() + "|@x)" + oneOf("", "[2]", "[last()]");
            case 9 -> "descendant-or-self::" + oneOf("*", "node()", name()) + "[" + anyTest() + "]";
            case 10 -> oneOf("self::node()", "self::text()", "comment()", ".|*", "..|.");
            default -> name() + "[" + anyTest() + "]";
        };
    }

    private String anyTest() {
        return switch (random.nextInt(7)) {
            case 0 ->
                oneOf("position() ", "last() ", "@x ", "count(*) ", name() + " ", "string-length(.) ")
                        + oneOf("=", "!=", "&lt;", "&gt;", "&lt;=", "&gt;=")
                        + oneOf(" 1", " 2", " @x", " " + name(), " 'one'");
            case 1 -> name() + oneOf(" = ", " != ", " &lt; ") + oneOf(name(), "@x", "true()", "..");
            case 2 -> oneOf("true()", "false()", "@x + 0", "count(*)", "position() mod 2 = 1");
            case 3 -> "not(" + around() + ")";
            case 4 -> around() + " or @x";
            case 5 -> "name() = " + oneOf("'a'", "'p:a'", "name(..)");
            default -> oneOf("$g", "$v = .", "normalize-space()");
        };
    }

    private String around() {
        return oneOf(
                "..",
                "following-sibling::*",
                "preceding-sibling::" + name(),
                "ancestor::" + name(),
                "/" + name(),
                "*/" + name());
    }

    private String value() {
        if (inAllDirections && random.nextInt(3) == 0) {
            return anyValue();
        }
        return switch (random.nextInt(12)) {
            case 0 -> string();
            case 1 -> "$" + oneOf("g", "v");
            case 2 -> "concat(" + path() + ", ' ', " + oneOf(".", string(), "$g") + ")";
            case 3 -> "normalize-space(" + oneOf(".", path(), "") + ")";
            case 4 -> "local-name()";
            case 5 -> "string(" + path() + ")";
            case 6 -> "@" + attribute();
            case 7 -> ".";
            case 8 ->
                oneOf("substring-before(", "substring-after(") + oneOf(".", path(), string()) + ", "
                        + oneOf(string(), "''") + ")";
            case 9 ->
                "translate(" + oneOf(".", path()) + ", " + oneOf(string(), "'te'", "'tte \ud83d\ude00'") + ", "
                        + oneOf(string(), "'\ud83d\ude00b'", "''") + ")";
            default -> path();
        };
    }

    private String path() {
        if (inAllDirections && random.nextInt(3) == 0) {
            return anyPath();
        }
        return switch (random.nextInt(16)) {
            case 0 -> "@" + attribute();
            case 1 -> name() + "/" + name();
            case 2 -> name() + "/@" + oneOf("*", attribute());
            case 3 -> ".//" + oneOf(name(), "text()", "*");
            case 4 -> name() + "[" + (1 + random.nextInt(3)) + "]";
            case 5 -> name() + "[" + test(1) + "]";
            case 6 -> "*[not(self::" + name() + " or self::" + name() + ")]";
            case 7 -> "node()[not(self::" + name() + ")]";
            case 8 -> "text()";
            case 9 -> "*";
            case 10 -> "*/" + oneOf("*", "text()", "node()", name());
            case 11 -> name() + "|" + name();
            case 12 -> name() + "//" + name();
            case 13 -> ".//@" + attribute();
            default -> name();
        };
    }

    private String test(int depth) {
        if (inAllDirections && random.nextInt(3) == 0) {
            return anyTest();
        }
        return switch (random.nextInt(depth > 0 ? 11 : 6)) {
            case 0 -> "@" + attribute();
            case 1 -> "@" + attribute() + oneOf("=", "!=") + string();
            case 2 -> name();
            case 3 -> name() + oneOf("=", "!=") + string();
            case 4 -> "." + oneOf("=", "!=") + string();
            case 5 -> "self::" + name();
            case 6 -> "not(" + test(depth - 1) + ")";
            case 7 -> test(depth - 1) + " and " + test(depth - 1);
            case 8 -> test(depth - 1) + " or " + test(depth - 1);
            case 9 -> oneOf("contains(", "starts-with(") + oneOf(".", path()) + ", " + oneOf(string(), "''") + ")";
            default -> oneOf("$g='dflt'", "$v != 'x'", "normalize-space(.)='t'", name() + "=$g", "local-name()='a'");
        };
    }

    private String name() {
        return NAMES[random.nextInt(NAMES.length)];
    }

    private String attribute() {
        return ATTRIBUTES[random.nextInt(ATTRIBUTES.length)];
    }

    private String string() {
        return STRINGS[random.nextInt(STRINGS.length)];
    }

    private String oneOf(String... some) {
        return some[random.nextInt(some.length)];
    }
}
