package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Documents of records that are alike, under more than one meaning of a prefix, half of them damaged in one place. */
final class Records {
    private static final String[] NAMES = {"a", "bc", "p:long.name.of.an.element", "p:d", "a"};
    private static final String[] TEXTS = {
        "",
        " ",
        "x",
        "12345678",
        "longer than sixteen bytes",
        "é",
        "]",
        "&amp;",
        "\n",
        "<e/>",
        "<!--c-->",
        "t<a>u</a>v",
        "<![CDATA[<]]>"
    };
    /** Each {@code #} is another digit wherever it comes. */
    private static final String[] ATTRIBUTES = {
        "",
        "",
        " id='4711'",
        " id='4712'",
        " id='###'",
        " n=\"#\" p:id='long enough for more than one word ##'",
        " p:id=\"1\"  id = 'a value that is longer than its name'",
        " id='&lt;'"
    };

    private static final String DAMAGE = "<>/abp:=& ]\n\r\u0001'\"";

    private final Random random;

    Records(long seed) {
        random = new Random(seed);
    }

    byte[] next() {
        String one = record(random.nextInt(11));
        String other = random.nextBoolean() ? one : record(2);
        String text = "<r xmlns:p='u'>" + one.repeat(1 + random.nextInt(8)) + other + one + "<w xmlns:p='v'>" + one
                + one + other + "</w>" + other + one + "</r>";
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < document.length; i++) {
            document[i] = document[i] == '#' ? (byte) ('0' + random.nextInt(10)) : document[i];
        }
        if (random.nextBoolean()) {
            document[random.nextInt(document.length)] = (byte) DAMAGE.charAt(random.nextInt(DAMAGE.length()));
        }
        return document;
    }

    private String record(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(depth > 3 ? 1 : 3); i > 0; i--) {
            String name = NAMES[random.nextInt(NAMES.length)];
            text.append(random.nextInt(3) == 0 ? "\n  " : "").append('<').append(name);
            text.append(random.nextInt(6) == 0 ? " xmlns:p='" + (char) ('u' + random.nextInt(3)) + "'" : "");
            text.append(ATTRIBUTES[random.nextInt(ATTRIBUTES.length)]).append(random.nextInt(9) == 0 ? "/>" : ">");
            if (text.charAt(text.length() - 2) == '/') {
                continue;
            }
            text.append(depth == 0 || random.nextInt(8) == 0 ? TEXTS[random.nextInt(TEXTS.length)] : record(depth - 1));
            text.append("</").append(name).append('>');
        }
        return text.toString();
    }
}
