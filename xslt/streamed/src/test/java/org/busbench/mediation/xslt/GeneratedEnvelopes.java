package org.busbench.mediation.xslt;

import java.util.Random;

/** SOAP messages of few names, with namespaces declared, hidden and taken back, and texts spelled in all ways. */
final class GeneratedEnvelopes {

    private final Random random;

    GeneratedEnvelopes(Random random) {
        this.random = random;
    }

    String next() {
        String soap = "http://schemas.xmlsoap.org/soap/envelope/";
        StringBuilder all = new StringBuilder();
        all.append(oneOf("", "<?xml version='1.0'?>"));
        boolean prefixed = random.nextInt(4) > 0;
        String prefix = prefixed ? "s:" : "";
        all.append("<")
                .append(prefix)
                .append("Envelope xmlns")
                .append(prefixed ? ":s" : "")
                .append("='")
                .append(soap)
                .append("'");
        all.append(" xmlns:p='urn:p'").append(oneOf("", " xmlns:q='urn:q'", " xmlns:zz='urn:zz'"));
        all.append("><")
                .append(prefix)
                .append("Body")
                .append(oneOf("", " xmlns:q='urn:q'", prefixed ? " xmlns='urn:d'" : ""))
                .append(">");
        if (random.nextBoolean()) {
            element(all, 3, " xmlns:q='urn:q'");
        } else {
            records(all);
        }
        all.append(oneOf("", " ", "<extra/>"));
        return all.append("</")
                .append(prefix)
                .append("Body></")
                .append(prefix)
                .append("Envelope>")
                .toString();
    }

    /** Elements of few kinds with the same children again and again, of which few hold anything but a plain text. */
    private void records(StringBuilder all) {
        String[][] kinds = new String[3][];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = new String[1 + random.nextInt(5)];
            for (int j = 0; j < kinds[i].length; j++) {
                kinds[i][j] = oneOf("a", "b", "c", "p:a", "p:b", "q:a", "p:c xmlns='urn:p'", "q:d xmlns:n='urn:n'");
            }
        }
        all.append("<a xmlns:q='urn:q'>");
        for (int i = 0; i < 20; i++) {
            String[] kind = kinds[random.nextInt(kinds.length)];
            int odd = random.nextInt(4 * kind.length);
            all.append("<").append(kind[0]);
            all.append(random.nextInt(4) == 0 ? " x='" + random.nextInt(1000) + "'>" : ">");
            for (int j = 1; j < kind.length; j++) {
                all.append("<").append(kind[j]).append(">");
                if (j == odd) {
                    text(all);
                } else {
                    all.append(oneOf("1", "t", "one two", "quoted \" text", "twenty and more letters"));
                }
                all.append("</").append(kind[j].replaceFirst(" .*", "")).append(">");
            }
            all.append("</").append(kind[0].replaceFirst(" .*", "")).append(">").append(oneOf("", "", " "));
        }
        all.append("</a>");
    }

    private void element(StringBuilder all, int depth, String always) {
        String name = oneOf("a", "b", "c", "p:a", "p:b", "q:a", "p:c", "q:d", "a", "b", "p:\u00e9");
        all.append("<").append(name).append(always);
        all.append(oneOf("", "", "", "", "", " xmlns=''", " xmlns='urn:p'", " xmlns:p='urn:p2'", " xmlns:n='urn:n'"));
        if (random.nextInt(3) == 0) {
            all.append(" x='")
                    .append(oneOf("1", "", "t", "&lt;&quot;&#10;>", "one two", "" + random.nextInt(1000)))
                    .append("'");
        }
        if (random.nextInt(8) == 0) {
            all.append(" y=\"").append(oneOf("1", "\u00e9'", "a  b")).append("\"");
        }
        all.append(oneOf(
                "", "", "", "", "", "", "", "", " p:x='1'", " xml:lang='de'", " q:z='w' p:z='v'", " \u0436='\u20ac'"));
        if (random.nextInt(6) == 0) {
            all.append("/>");
            return;
        }
        all.append(oneOf("", "", "", " ")).append(">");
        int children = depth == 0 ? 0 : random.nextInt(4);
        text(all);
        for (int i = 0; i < children; i++) {
            element(all, depth - 1, "");
            text(all);
        }
        all.append("</").append(name).append(oneOf("", "", "", "\n")).append(">");
    }

    private void text(StringBuilder all) {
        switch (random.nextInt(11)) {
            case 0 -> all.append("t");
            case 1 -> all.append(oneOf(" ", "\n  ", "&#32;", "\t\r\n"));
            case 2 -> all.append("one two");
            case 3 -> all.append("a&lt;b &amp; c&gt;>d &quot;&#13;&#233;");
            case 4 -> all.append("<![CDATA[<raw>&]]>").append(oneOf("", "t", " <![CDATA[]]>"));
            case 5 -> all.append("\u00e9\u20ac\ud83d\ude00 twelve letters and more");
            case 6 -> all.append("1");
            case 7 -> all.append(random.nextInt(12) == 0 ? "<!-- c -->" : "  t ");
            default -> {
                // None.
            }
        }
    }

    private String oneOf(String... some) {
        return some[random.nextInt(some.length)];
    }
}
