package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Kinds of documents, each with much of one thing. A document is made of random values, so that no two are alike. */
enum Shape {
    /** Elements and short texts. */
    PLAIN {
        @Override
        String record(Random random) {
            return "<order><id>" + number(random) + "</id><symbol>" + word(random) + "</symbol><price>" + number(random)
                    + ".50</price></order>\n";
        }
    },
    /** The same attributes with the same values everywhere. */
    ATTRIBUTES_EQUAL {
        @Override
        String record(Random random) {
            return "<order id=\"4711-0815\" qty=\"12\">" + word(random) + " " + word(random) + "</order>\n";
        }
    },
    /** The same attributes with other values. */
    ATTRIBUTES_NEW {
        @Override
        String record(Random random) {
            return "<order id=\"" + number(random) + '-' + number(random) + "\" qty=\"" + random.nextInt(100) + "\">"
                    + word(random) + " " + word(random) + "</order>\n";
        }
    },
    /** Some of many attributes, in any order, spaced and quoted in any way, with references and line ends. */
    ATTRIBUTES_MIXED {
        @Override
        String record(Random random) {
            List<String> attributes = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                char quote = random.nextInt(4) == 0 ? '\'' : '"';
                String equals = random.nextInt(8) == 0 ? " = " : "=";
                String value = random.nextInt(6) == 0 ? pick(random, VALUES) : word(random) + number(random);
                attributes.add(
                        pick(random, SPACES) + (i % 5 == 4 ? "p:a" : "attr") + i + equals + quote + value + quote);
            }
            Collections.shuffle(attributes, random);
            String some = String.join("", attributes.subList(0, random.nextInt(6)));
            return random.nextBoolean() ? "<item" + some + "/>" : "<item" + some + ">" + word(random) + "</item>\n";
        }
    },
    /** Prefixes, declared outside and anew inside, and attributes with prefixes. */
    NAMESPACES {
        @Override
        String record(Random random) {
            String id = " p:id=\"i" + number(random) + "\"";
            String local = random.nextInt(3) == 0 ? " xmlns:p=\"urn:p:" + random.nextInt(3) + "\"" : "";
            String plain = random.nextInt(3) == 0 ? " xmlns=\"urn:" + pick(random, List.of("a", "b", "")) + "\"" : "";
            String both = random.nextBoolean() ? local + plain + id : id + plain + local;
            return "<q:line" + both + "><p:amount q:currency=\"EUR\" currency=\"" + word(random) + "\">"
                    + number(random) + "</p:amount><note>" + word(random)
                    + "</note><xml:x xml:lang=\"en\"/></q:line>\n";
        }
    },
    /** Long texts with a few references. */
    TEXT {
        @Override
        String record(Random random) {
            StringBuilder text = new StringBuilder("<p>");
            for (int i = 40 + random.nextInt(80); i > 0; i--) {
                text.append(word(random)).append(random.nextInt(30) == 0 ? " &amp; " : " ");
            }
            return text + "</p>";
        }
    },
    /** Indented elements. */
    BLANKS {
        @Override
        String record(Random random) {
            String indent = "\n" + " ".repeat(8 + random.nextInt(16));
            return indent + "<line>" + indent + "    <name>" + word(random) + "</name>" + indent + "    <size>"
                    + random.nextInt(1000) + "</size>" + indent + "</line>\r\n\t\t";
        }
    },
    /** Comments, CDATA sections, instructions and references. */
    MARKUP {
        @Override
        String record(Random random) {
            return "<e><!-- " + word(random) + " - " + word(random) + " --><![CDATA[<" + word(random) + "> & ]] "
                    + word(random) + "\r\n]]>" + word(random) + "&lt;&#" + (64 + random.nextInt(9000)) + ";<?"
                    + word(random) + " " + word(random) + "? ?></e>\n";
        }
    },
    /** Names and texts of several scripts. */
    SCRIPTS {
        @Override
        String record(Random random) {
            String name = pick(random, SCRIPT_NAMES);
            String attribute = pick(random, SCRIPT_NAMES) + "." + random.nextInt(3);
            return "<" + name + " " + attribute + "=\"" + pick(random, SCRIPT_TEXTS) + "\">"
                    + pick(random, SCRIPT_TEXTS) + " " + word(random) + " " + pick(random, SCRIPT_TEXTS)
                    + number(random) + "</" + name + ">\n";
        }
    },
    /** Long texts, each of one script beyond ASCII, with blanks or without. */
    LETTERS {
        @Override
        String record(Random random) {
            List<String> words = pick(random, LETTERS_WORDS);
            StringBuilder text = new StringBuilder("<p>");
            for (int i = 20 + random.nextInt(40); i > 0; i--) {
                text.append(pick(random, words));
            }
            return text + "</p>";
        }
    },
    /** Elements inside one another. */
    DEEP {
        @Override
        String record(Random random) {
            int levels = 20 + random.nextInt(60);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < levels; i++) {
                text.append("<part")
                        .append(i % 7)
                        .append(random.nextInt(4) == 0 ? " no=\"" + number(random) + "\">" : ">");
            }
            text.append(word(random));
            for (int i = levels; i-- > 0; ) {
                text.append("</part").append(i % 7).append('>');
            }
            return text.append('\n').toString();
        }
    },
    /** Elements of many names in any order, with many attributes. */
    WIDE {
        @Override
        String record(Random random) {
            StringBuilder text = new StringBuilder("<row");
            for (int i = 0; i < 16; i++) {
                text.append(" column")
                        .append(i)
                        .append("=\"")
                        .append(number(random))
                        .append('"');
            }
            text.append('>');
            for (int i = 0; i < 12; i++) {
                int field = random.nextInt(300);
                text.append("<field").append(field).append('>').append(word(random));
                text.append("</field").append(field).append('>');
            }
            return text.append("</row>\n").toString();
        }
    },
    /** Lines of an invoice in the style of UBL: two prefixes, long names, a currency at each amount, several languages. */
    INVOICE {
        @Override
        String record(Random random) {
            String currency = " currencyID=\"" + pick(random, List.of("EUR", "NOK", "JPY")) + "\">";
            String vat =
                    "<cac:TaxScheme><cbc:ID schemeID=\"UN/ECE 5153\" schemeAgencyID=\"6\">VAT</cbc:ID></cac:TaxScheme>";
            return "  <cac:InvoiceLine>\n    <cbc:ID>" + random.nextInt(100)
                    + "</cbc:ID>\n    <cbc:Note languageID=\"nb\">"
                    + pick(random, SCRIPT_TEXTS) + " &amp; " + word(random)
                    + "</cbc:Note>\n    <cbc:InvoicedQuantity unitCode=\""
                    + pick(random, List.of("C62", "KGM", "HUR")) + "\" unitCodeListID=\"UN/ECE rec 20\">"
                    + random.nextInt(500)
                    + "</cbc:InvoicedQuantity>\n    <cbc:LineExtensionAmount" + currency + number(random) + "."
                    + (10 + random.nextInt(90)) + "</cbc:LineExtensionAmount>\n    <cac:Item>\n      <cbc:Name>"
                    + word(random) + " "
                    + word(random) + "</cbc:Name>\n      <cac:StandardItemIdentification><cbc:ID schemeID=\"0160\">"
                    + number(random) + number(random)
                    + "</cbc:ID></cac:StandardItemIdentification>\n      <cac:ClassifiedTaxCategory>"
                    + "<cbc:Percent>25</cbc:Percent>" + vat
                    + "</cac:ClassifiedTaxCategory>\n    </cac:Item>\n    <cac:Price>"
                    + "<cbc:PriceAmount" + currency + number(random)
                    + ".00</cbc:PriceAmount></cac:Price>\n  </cac:InvoiceLine>\n";
        }

        @Override
        String root() {
            return "<Invoice xmlns=\"urn:example:ubl:Invoice-2\" xmlns:cac=\"urn:example:ubl:Aggregate-2\""
                    + " xmlns:cbc=\"urn:example:ubl:Basic-2\">";
        }
    },
    /** Entries of a patient's record in the style of HL7 v3: nearly all in attributes, typed by {@code xsi:type}, beside a narrative. */
    OBSERVATION {
        @Override
        String record(Random random) {
            String day =
                    " value=\"202" + random.nextInt(7) + (10 + random.nextInt(3)) + (10 + random.nextInt(18)) + "\"/>";
            String text = random.nextInt(3) > 0
                    ? "<text><reference value=\"#o" + number(random) + "\"/></text>"
                    : "<text mediaType=\"text/x-hl7-text+xml\">" + word(random) + " <content ID=\"o" + number(random)
                            + "\">" + pick(random, SCRIPT_TEXTS) + "</content><br/>&#xB5;g/dl</text>";
            String value = random.nextInt(5) == 0
                    ? "<value xsi:type=\"CD\" nullFlavor=\"UNK\"><!-- " + word(random) + " --></value>"
                    : "<value xsi:type=\"PQ\" value=\"" + random.nextInt(200) + "." + random.nextInt(10)
                            + "\" unit=\"mg/dl\"><translation code=\"258797006\" value=\"" + random.nextInt(200)
                            + "\"/></value>";
            return "<component typeCode=\"COMP\"><observation classCode=\"OBS\" moodCode=\"EVN\"><id root=\"2.16.840.1.113883.19."
                    + random.nextInt(99) + "\" extension=\"" + number(random) + "\"/><code code=\"" + number(random)
                    + "-7\" codeSystem=\"2.16.840.1.113883.6.1\" displayName=\"" + word(random) + " &lt; "
                    + word(random) + "\"/>" + text
                    + "<statusCode code=\"completed\"/><effectiveTime><low" + day + "<high" + day + "</effectiveTime>"
                    + value
                    + "</observation></component>\n";
        }

        @Override
        String root() {
            return "<organizer xmlns=\"urn:example:hl7:v3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" classCode=\"CLUSTER\">";
        }
    };

    private static final List<String> WORDS = List.of(
            "amount",
            "IBM",
            "settlement",
            "of",
            "the",
            "invoice",
            "A",
            "delivery",
            "counterparty",
            "to",
            "x",
            "ledger");
    private static final List<String> VALUES = List.of(
            "",
            "&lt;",
            "a&#10;b",
            "it&apos;s",
            "tab\there",
            "two\r\nlines",
            "\u00e9\u20ac\ud83d\ude00",
            ">",
            "a &amp; b");
    private static final List<String> SPACES = List.of(" ", " ", " ", "  ", "\n    ", "\t");
    private static final List<String> SCRIPT_NAMES = List.of(
            "\u0437\u0430\u043a\u0430\u0437",
            "\u0446\u0435\u043d\u0430",
            "\u6ce8\u6587",
            "\u4fa1\u683c",
            "\u03c4\u03b9\u03bc\u03ae",
            "\u0637\u0644\u0628",
            "pr\u00e9nom",
            "\u092e\u0942\u0932\u094d\u092f");
    private static final List<String> SCRIPT_TEXTS = List.of(
            "\u0441\u0447\u0451\u0442 \u043d\u0430 \u043e\u043f\u043b\u0430\u0442\u0443",
            "\u8acb\u6c42\u66f8\u306e\u91d1\u984d",
            "\u03bb\u03bf\u03b3\u03b1\u03c1\u03b9\u03b1\u03c3\u03bc\u03cc\u03c2",
            "\u0641\u0627\u062a\u0648\u0631\u0629",
            "d\u00e9j\u00e0 vu",
            "\ud83d\ude00\ud83c\udf0d");

    private static final List<List<String>> LETTERS_WORDS = List.of(
            List.of("d\u00e9j\u00e0 ", "vu ", "fa\u00e7ade ", "the ", "stra\u00dfe ", "of ", "gr\u00f6\u00dfe "),
            List.of(
                    "\u0441\u0447\u0451\u0442 ",
                    "\u043d\u0430 ",
                    "\u043e\u043f\u043b\u0430\u0442\u0443 ",
                    "\u0434\u043e\u0433\u043e\u0432\u043e\u0440, "),
            List.of(
                    "\u8acb\u6c42\u66f8\u306e\u91d1\u984d\u3092",
                    "\u3001\u304a\u652f\u6255\u3044",
                    "\u5408\u8a08\uff1a"),
            List.of("\uccad\uad6c\uc11c ", "\uae08\uc561\uc744 ", "\ud655\uc778\ud574 ", "\ud83d\ude00 "),
            List.of("\u092e\u0942\u0932\u094d\u092f ", "\u0e23\u0e32\u0e04\u0e32"));

    /** A part of a document. */
    abstract String record(Random random);

    /** A document of at least so many bytes. */
    byte[] document(Random random, int length) {
        String root = root();
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").append(root);
        while (text.length() < length) {
            text.append(record(random));
        }
        String name = root.substring(1, root.indexOf(' '));
        return text.append("</").append(name).append('>').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The start tag around the records. */
    String root() {
        return "<r xmlns=\"urn:r\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\">";
    }

    private static String word(Random random) {
        return pick(random, WORDS);
    }

    private static <T> T pick(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private static int number(Random random) {
        return 1000 + random.nextInt(1_000_000);
    }
}
