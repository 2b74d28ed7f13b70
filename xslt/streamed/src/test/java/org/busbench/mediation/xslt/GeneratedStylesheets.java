package org.busbench.mediation.xslt;

import java.util.Random;

/** Stylesheets, most of them within the subset that needs no tree, made of few names so that patterns and messages meet. */
final class GeneratedStylesheets {

    private static final String[] NAMES = {"a", "b", "c", "p:a", "p:b", "q:a", "q:d", "a", "b", "p:c"};
    private static final String[] ATTRIBUTES = {"x", "y", "p:x", "x", "xml:lang", "z"};
    private static final String[] STRINGS = {"''", "'1'", "'t'", "'one two'", "'&lt;&amp;'", "'\u00e9'"};

    private final Random random;

    GeneratedStylesheets(Random random) {
        this.random = random;
    }

    String next() {
        StringBuilder all =
                new StringBuilder("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                        + " xmlns:p='urn:p' xmlns:q='urn:q'");
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
        content(all, 3);
        all.append("</xsl:template>\n");
    }

    private String pattern() {
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

    private String value() {
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
