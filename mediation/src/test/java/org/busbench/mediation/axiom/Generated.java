package org.busbench.mediation.axiom;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Messages and expressions over a small vocabulary, so that expressions often match. */
final class Generated {
    static final Map<String, String> NAMESPACES =
            Map.of("s", "http://schemas.xmlsoap.org/soap/envelope/", "p", "urn:p", "q", "urn:q");

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> TEXTS = List.of("IBM", "MSFT", "1", "2.5", " x ", "IB", "\u00e9\u20ac", "12");

    private final Random random;

    Generated(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** A message; one of four holds elements of one name inside one another. */
    String message() {
        if (random.nextInt(4) == 0) {
            StringBuilder nested = new StringBuilder("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'"
                    + " xmlns:p='urn:p'><s:Header/><s:Body>");
            nested(nested, 1 + random.nextInt(2));
            return nested.append("</s:Body></s:Envelope>").toString();
        }
        StringBuilder out = new StringBuilder(random.nextInt(4) == 0 ? "<?xml version='1.0'?>\n<!-- m -->" : "");
        String soap = random.nextInt(8) == 0 ? "e" : "s";
        out.append('<').append(soap).append(":Envelope xmlns:").append(soap);
        out.append("='http://schemas.xmlsoap.org/soap/envelope/' xmlns:p='urn:p' xmlns:x='urn:q'>");
        if (random.nextInt(3) > 0) {
            out.append("<").append(soap).append(":Header>");
            content(out, 3);
            out.append("</").append(soap).append(":Header>");
        }
        out.append("<").append(soap).append(":Body id='1'>");
        content(out, 0);
        out.append("</").append(soap).append(":Body></").append(soap).append(":Envelope>");
        return out.toString();
    }

    /**
     * An element {@code p:a} with others of that name inside. Mostly its first child decides a test of its content, so that it is decided before they
     * begin. Few are inside one another: those whose test is not decided ask for a tree.
     */
    private void nested(StringBuilder out, int depth) {
        out.append(random.nextInt(4) == 0 ? "<p:a id='1'>" : "<p:a>");
        if (random.nextInt(4) > 0) {
            out.append("<p:b>").append(one(List.of("IBM", "1"))).append("</p:b>");
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
            if (depth > 0 && random.nextInt(3) > 0) {
                nested(out, depth - 1);
            } else {
                out.append(one(List.of("IBM", "<p:b>1</p:b>", "<p:c>1</p:c>", "<p:c id='1'>IBM</p:c>")));
            }
        }
        out.append("</p:a>");
    }

    private void content(StringBuilder out, int depth) {
        int children = random.nextInt(depth == 0 ? 4 : 3) + (depth == 0 ? 1 : 0);
        for (int i = 0; i < children; i++) {
            switch (random.nextInt(depth > 4 ? 3 : 9)) {
                case 0 -> text(out);
                case 1 -> out.append("<!-- note -->");
                case 2 -> leaf(out);
                default -> element(out, depth);
            }
        }
    }

    private void leaf(StringBuilder out) {
        String name = name(out);
        out.append('>');
        text(out);
        out.append("</").append(name).append('>');
    }

    private void element(StringBuilder out, int depth) {
        String name = name(out);
        if (random.nextInt(12) == 0) {
            out.append("/>");
            return;
        }
        out.append('>');
        if (random.nextInt(2) == 0) {
            text(out);
        }
        content(out, depth + 1);
        out.append("</").append(name).append('>');
    }

    private String name(StringBuilder out) {
        String name = one(List.of("", "p:", "p:", "x:")) + one(NAMES);
        out.append('<').append(name);
        if (random.nextInt(10) == 0) {
            out.append(" xmlns='urn:").append(one(List.of("p", "q"))).append('\'');
        }
        if (random.nextInt(3) == 0) {
            out.append(" id='").append(one(TEXTS)).append('\'');
        }
        if (random.nextInt(8) == 0) {
            out.append(" p:id='").append(one(TEXTS)).append('\'');
        }
        return name;
    }

    private void text(StringBuilder out) {
        switch (random.nextInt(6)) {
            case 0 -> out.append("<![CDATA[").append(one(TEXTS)).append("]]>");
            case 1 -> out.append("&#73;B&amp;M\r\n");
            case 2 -> out.append('I').append("<![CDATA[B]]>").append("&#77;");
            default -> out.append(one(TEXTS));
        }
    }

    String expression() {
        return random.nextInt(6) == 0 ? treelike() : streamlike();
    }

    /** A path that names its elements from the body down, as mappings have them. */
    String byNames() {
        StringBuilder out = new StringBuilder(one(List.of("$body", "$body", "$header", "/s:Envelope/s:Body")));
        for (int i = below(3); i >= 0; i--) {
            out.append('/').append(one(List.of("p:a", "p:b", "p:c", "q:a", "a")));
            out.append(one(List.of("[1]", "[1]", "[2]", "", "[@id]", "[1][@id!='1']")));
        }
        return out + one(List.of("", "", "/@id", "/@p:id"));
    }

    /** What cannot be followed forwards. */
    private String treelike() {
        return switch (random.nextInt(12)) {
            case 0 -> path() + " | " + path();
            case 1 -> elements() + one(List.of("/..", "/parent::p:a", "/ancestor::*", "/ancestor-or-self::p:b"));
            case 2 -> elements() + "/following-sibling::*" + one(List.of("", "[1]", "[last()]"));
            case 3 -> elements() + "/preceding-sibling::*" + one(List.of("", "[1]", "[@id]"));
            case 4 -> elements() + one(List.of("[last()]", "[position() < 3]", "[position()=last()]", "[last() - 1]"));
            case 5 ->
                elements() + "[" + one(List.of("*", "@id", "not(*)", "count(*) > 1", "p:a or @id", "p:a = p:b")) + "]";
            case 6 -> path() + one(List.of(" = ", " != ", " < ")) + path();
            case 7 -> "count(" + path() + ")" + one(List.of("+", "-", "*")) + "count(" + path() + ")";
            case 8 -> one(List.of("name(", "sum(", "string-length(//text()) + count(")) + path() + ")";
            case 9 -> elements() + "[contains(., " + literal() + ")]";
            case 10 ->
                elements()
                        + one(List.of(
                                "/descendant::p:a[1]",
                                "/self::*",
                                "/..//text()",
                                "/text()[1]",
                                "/comment()",
                                "/node()",
                                "/@*"));
            default -> elements() + "[starts-with(local-name(), 'a')][" + (1 + random.nextInt(2)) + "]";
        };
    }

    private String streamlike() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> path();
            case 4, 5 -> condition();
            case 6, 7 -> string(2);
            case 8 -> number();
            default -> condition() + one(List.of(" and ", " or ")) + condition();
        };
    }

    private String condition() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> path() + one(List.of("=", "!=")) + literal();
            case 2 -> path() + one(List.of("<", ">", "<=", ">=", "=")) + one(List.of("1", "2.5", "12"));
            case 3 -> "contains(" + string(1) + "," + literal() + ")";
            case 4 -> "starts-with(" + string(1) + "," + literal() + ")";
            case 5 -> "not(" + path() + ")";
            case 6 ->
                one(List.of("local-name(", "namespace-uri(")) + elements() + ")='" + one(List.of("a", "urn:p", "Body"))
                        + "'";
            default -> "boolean(" + path() + ")";
        };
    }

    private String number() {
        return switch (random.nextInt(4)) {
            case 0 -> "count(" + path() + ")";
            case 1 -> "count(" + path() + ")>" + random.nextInt(3);
            case 2 -> "string-length(" + string(1) + ")";
            default -> "number(" + path() + ")";
        };
    }

    private String string(int depth) {
        if (depth == 0) {
            return random.nextInt(4) == 0 ? literal() : path();
        }
        return switch (random.nextInt(8)) {
            case 0 -> "string(" + path() + ")";
            case 1 -> "normalize-space(" + string(depth - 1) + ")";
            case 2 -> "substring-before(" + string(depth - 1) + ",'M')";
            case 3 -> "substring-after(" + string(depth - 1) + ",'I')";
            case 4 -> "concat(" + string(depth - 1) + ",'-'," + string(depth - 1) + ")";
            case 5 -> "substring(" + string(depth - 1) + ",2,2)";
            case 6 -> "translate(" + string(depth - 1) + ",'IM','im')";
            default -> path();
        };
    }

    private String literal() {
        return "'" + one(TEXTS) + "'";
    }

    String path() {
        String path = elements();
        path = switch (random.nextInt(8)) {
            case 0 -> path + one(List.of("/", "//")) + one(List.of("@id", "@p:id"));
            case 1 -> path + one(List.of("/", "//")) + "text()";
            default -> path;
        };
        return random.nextInt(10) == 0 ? "(" + path + ")[1]" : path;
    }

    private String elements() {
        return random.nextInt(5) == 0 ? tested() : anySteps();
    }

    /** A step that matches inside itself, with a test of content. */
    private String tested() {
        String test = one(List.of("p:b", "p:b", "p:b", "p:c", "."))
                + one(List.of("=", "=", "!="))
                + one(List.of("'IBM'", "'IBM'", "1"));
        String outer = one(List.of("//", "$body//", ".//", "/descendant::", "$body/descendant::"));
        return outer
                + one(List.of("p:a", "p:a", "*"))
                + "["
                + test
                + "]"
                + one(List.of("", "//p:b", "/p:b", "//p:a", "/p:a/p:c", "/descendant::p:c", "/p:a[1]", "//*[@id]"));
    }

    private String anySteps() {
        StringBuilder out = new StringBuilder(one(List.of(
                "$body/", "$body/", "$body//", "//", "//", "/s:Envelope/s:Body/", "s:Body/", "$header/", ".//")));
        int steps = 1 + random.nextInt(3);
        for (int i = 0; i < steps; i++) {
            out.append(i == 0 ? "" : one(List.of("/", "/", "/", "//"))).append(step());
        }
        return out.toString();
    }

    private String step() {
        String name = random.nextInt(6) == 0
                ? one(List.of(
                        "*[local-name()='a']",
                        "*[local-name(.)='b']",
                        "p:*[local-name()='c']",
                        "*[namespace-uri()='urn:q' and local-name()='a']",
                        "*[namespace-uri()='']",
                        "*[local-name()='a' and local-name()='b']",
                        "*[local-name()='a' and @id]"))
                : one(List.of("p:a", "p:b", "p:c", "q:a", "q:b", "a", "b", "*", "p:*"));
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> name + "[1]";
            case 3 -> name + "[2]";
            case 4 -> name + "[position()=1]";
            case 5 -> name + "[@id]";
            case 6 -> name + "[@id=" + literal() + "]";
            case 7 -> name + "[" + one(List.of("p:a", "p:b", "q:a", "*", ".")) + "=" + literal() + "]";
            case 8 -> name + "[1][@id!=" + literal() + "]";
            case 9 ->
                random.nextInt(3) > 0
                        ? name
                        : name + one(List.of("[last()]", "[p:a]", "/..", "/parent::*", "[@id][1]"));
            default -> name;
        };
    }
}
