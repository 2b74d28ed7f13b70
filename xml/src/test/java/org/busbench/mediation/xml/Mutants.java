package org.busbench.mediation.xml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Real messages and messages with everything that XML has, damaged in places. */
final class Mutants {
    private static final String[] SNIPPETS = {
        "<",
        ">",
        "/",
        "&",
        ";",
        "]",
        "]]>",
        "--",
        "-->",
        "<!--",
        "<![CDATA[",
        "]]",
        "<?",
        "?>",
        "<?p ?>",
        "<?xml ?>",
        "<?XML ?>",
        "<?a:b ?>",
        "\"",
        "'",
        "=",
        " ",
        "\t",
        "\r",
        "\n",
        "\r\n",
        "&amp;",
        "&lt;",
        "&#65;",
        "&#x41;",
        "&#0;",
        "&#xD800;",
        "&#xFFFE;",
        "&#x10FFFF;",
        "&#x110000;",
        "&#00000000000000000065;",
        "&nope;",
        "&amp",
        "&#;",
        "&#x;",
        " xmlns=\"\"",
        " xmlns=\"u\"",
        " xmlns:p=\"\"",
        " xmlns:p=\"u\"",
        " xmlns:q=\"u\"",
        " xmlns:xml=\"u\"",
        " xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"",
        " xmlns:o=\"http://www.w3.org/XML/1998/namespace\"",
        " xmlns:xmlns=\"u\"",
        " xmlns:o=\"http://www.w3.org/2000/xmlns/\"",
        " xml:lang=\"en\"",
        " p:a=\"1\" q:a=\"2\"",
        " a=\"1\"",
        " a='1' b='2'",
        "a=\"<\"",
        " a=\"&lt;\"",
        " a=\"&amp;#13;\"",
        "<p:a/>",
        "<a></a>",
        "</a>",
        "<:a/>",
        "<a:/>",
        "<a:b:c/>",
        "<xmlns:a/>",
        "<1/>",
        "<-a/>",
        "<.a/>",
        "<a.b-c_1/>",
        "<!DOCTYPE a>",
        "<!ELEMENT a>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
        ":",
        "xmlns",
        "xml",
        "m:",
        "\u00e9",
        "\u20ac",
        "\ud83d\ude00",
        "\u0000",
        "\u0001",
        "\u007f",
        "\u0085",
        "\u2028",
        "\ufffe",
        "\ufeff",
        "version=\"1.1\"",
        "encoding=\"UTF-16\"",
        "encoding=\"ISO-8859-1\"",
        "standalone=\"yes\"",
        "standalone='maybe'"
    };
    private static final int[][] RAW = {
        {0xC0, 0x80}, {0xC1, 0xBF}, {0xE0, 0x80, 0x80}, {0xED, 0xA0, 0x80}, {0xEF, 0xBF, 0xBE}, {0xEF, 0xBF, 0xBF},
        {0xF0, 0x80, 0x80, 0x80}, {0xF4, 0x90, 0x80, 0x80}, {0xF8, 0x88, 0x80, 0x80, 0x80}, {0xFF}, {0xFE}, {0x80},
        {0xC3}, {0xE2, 0x82}, {0xF0, 0x9F, 0x98}, {0xEF, 0xBB, 0xBF}, {0xF0, 0x9F, 0xBF, 0xBE}, {0xF4, 0x8F, 0xBF, 0xBF}
    };

    private final List<byte[]> seeds = new ArrayList<>();
    private final Random random;

    Mutants(long seed) {
        random = new Random(seed);
        for (String size : List.of("500", "1K")) {
            for (String kind : List.of("getQuote", "getQuoteResponse", "checkPrice", "checkPriceResponse")) {
                seeds.add(message(size, kind));
            }
        }
        for (String document : RICH) {
            seeds.add(document.getBytes(StandardCharsets.UTF_8));
        }
        for (Shape shape : Shape.values()) {
            seeds.add(shape.document(random, 400));
            seeds.add(shape.document(random, 400));
        }
    }

    static final List<String> RICH = List.of(
            "<a><b c='1'>x</b><b c=\"2\"/>y<![CDATA[z]]>&amp;<!-- n --><?t d?></a>",
            "<?xml version=\"1.0\"?>\n<p:a xmlns:p='u' xmlns:q='v' p:x='1' q:x='2' x='3'>\n <p:b xmlns:p='w' p:c='d'/>\r\n</p:a>\n",
            "<a xmlns='u'><b xmlns=''><c xmlns='v' xml:space='preserve'> t </c></b></a><!-- end -->",
            "\ufeff<?xml version='1.0' encoding='utf-8' standalone='yes' ?><r>\u00e9\u20ac\ud83d\ude00 &#233;&#x1F600;</r>",
            "<!-- before --><?p i?><s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Header>\n"
                    + "<h:x xmlns:h='h' s:mustUnderstand='1'>v</h:x></s:Header><s:Body><![CDATA[<not & markup>]]]]><![CDATA[>]]>"
                    + "</s:Body></s:Envelope>",
            "<a b='&lt;&#10;&quot; \t\n' c=\"it's &#39;\">1 ] 2 ]] 3 > 4</a>");

    static byte[] message(String size, String kind) {
        try {
            return Files.readAllBytes(Path.of("../xslt/messages", size, kind + ".xml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] next() {
        byte[] document = seeds.get(random.nextInt(seeds.size()));
        for (int left = 1 + random.nextInt(2) * random.nextInt(3); left > 0; left--) {
            document = damaged(document);
        }
        return document;
    }

    List<Integer> cuts(int length) {
        List<Integer> cuts = new ArrayList<>();
        int at = 0;
        while (at < length && cuts.size() < 40) {
            cuts.add(at);
            at += 1 + random.nextInt(random.nextBoolean() ? 3 : 100);
        }
        return cuts;
    }

    private byte[] damaged(byte[] in) {
        int at = random.nextInt(in.length + 1);
        int length = Math.min(random.nextInt(12), in.length - at);
        return switch (random.nextInt(7)) {
            case 0 -> replaced(in, at, length, new byte[0]);
            case 1 -> replaced(in, at, Math.min(1, in.length - at), new byte[] {(byte) random.nextInt(256)});
            case 2 -> {
                int from = random.nextInt(in.length);
                byte[] copy = java.util.Arrays.copyOfRange(in, from, Math.min(in.length, from + random.nextInt(60)));
                yield replaced(in, at, 0, copy);
            }
            case 3 -> {
                int[] raw = RAW[random.nextInt(RAW.length)];
                byte[] bytes = new byte[raw.length];
                for (int i = 0; i < raw.length; i++) {
                    bytes[i] = (byte) raw[i];
                }
                yield replaced(in, at, 0, bytes);
            }
            case 4 -> replaced(in, nearMarkup(in, at), 0, snippet());
            default -> replaced(in, at, random.nextInt(4) == 0 ? length : 0, snippet());
        };
    }

    private byte[] snippet() {
        return SNIPPETS[random.nextInt(SNIPPETS.length)].getBytes(StandardCharsets.UTF_8);
    }

    /** Just before or after the next markup character, where most rules are. */
    private int nearMarkup(byte[] in, int from) {
        int at = from;
        while (at < in.length && "<>/=\"'".indexOf(in[at]) < 0) {
            at++;
        }
        return Math.min(in.length, at + random.nextInt(2));
    }

    private static byte[] replaced(byte[] in, int at, int length, byte[] by) {
        byte[] out = new byte[in.length - length + by.length];
        System.arraycopy(in, 0, out, 0, at);
        System.arraycopy(by, 0, out, at, by.length);
        System.arraycopy(in, at + length, out, at + by.length, in.length - at - length);
        return out;
    }
}
