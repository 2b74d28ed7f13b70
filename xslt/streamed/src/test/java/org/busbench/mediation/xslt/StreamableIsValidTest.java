package org.busbench.mediation.xslt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.stream.compile.NotStreamable;
import org.busbench.mediation.xslt.stream.compile.StylesheetCompiler;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A stylesheet that is streamable is one that Saxon compiles, so that Saxon need not see it before the mediator is ready. Shown with stylesheets that
 * have one to three faults each, and up to three more declarations. {@code -Dbusbench.xslt.faulty=100000} asks for more of them, {@code -Dbusbench.xslt.seed=N} for others.
 */
class StreamableIsValidTest {

    private static final String XSL = "http://www.w3.org/1999/XSL/Transform";
    private static final int PER_SAXON = 300;
    private static final List<String> ELEMENTS = List.of("""
            apply-templates attribute choose copy copy-of for-each if otherwise output param strip-space stylesheet
            template text value-of variable when element sort with-param import key""".split("\\s+"));
    private static final List<String> ATTRIBUTES = List.of("""
            select match mode priority name test version elements method indent encoding disable-output-escaping
            exclude-result-prefixes standalone omit-xml-declaration cdata-section-elements doctype-public media-type
            doctype-system x id xml:space xml:lang xml:id xml:base xsl:version xsl:use-when""".split("\\s+"));
    private static final List<String> VALUES = List.of("""
            a ~ p:a ~ z:a ~ * ~ p:* ~ *:a ~ @a ~ @* ~ a/b ~ a|b ~ a| ~ . ~ .. ~ / ~ // ~ //a ~ /* ~ a[1] ~ a[0] ~ a[b] ~ a[''] ~ $g
            $nowhere ~ 1 ~ 'a' ~ a b ~ 1.0 ~ 2.0 ~ 3.0 ~ yes ~ no ~ maybe ~ true ~ xml ~ text ~ html ~ xhtml ~ { ~ } ~ {a} ~ {}
            {{a}} ~ }{ ~ {'}'} ~ string(a) ~ string() ~ string(1,2) ~ not(a) ~ not() ~ p:not(a) ~ local-name() ~ local-name(a)
            normalize-space() ~ concat('a') ~ concat('a','b') ~ concat(a,b) ~ contains(a,'b') ~ contains(a) ~ starts-with(a,b,'c') ~ translate(a,'b') ~ translate(a,'b','') ~ substring-after(.,a)
            substring-before('a') ~ count(a) ~ position() ~ a = 'b' ~ 'a' = 'b' ~ a != $g
            $v = $g ~ a and b ~ a or 1 ~ self::a ~ descendant::a ~ child::text() ~ node() ~ text() ~ comment()
            processing-instruction() ~ processing-instruction('a') ~ text()[1] ~ @a/b ~ a/@b/c ~ @a|b ~ -1 ~ 1e3 ~ #all ~ #default
            p q ~ p z ~ #current ~ UTF-8 ~ nonsense ~ a:b:c ~ :a ~ a: ~ xsl:a ~ xml:a ~ 1a ~ -a ~ id('a') ~ key('a','b')
            document('a') ~ current() ~ a//b ~ a//@b ~ .//a ~ self::node() ~ ./a ~ a/. ~ a/.. ~ (a) ~ ((a)) ~ (a|b) ~ (a)[1]
            a[position()=1] ~ a[@b='c'] ~ *[not(self::a)] ~ *[self::a or self::b] ~ $g/a ~ a + b ~ 'it''s' ~ "a" ~ string($g)
            string($g) = 'a' ~ xs:a ~ true() ~ a( ~ a) ~ [a] ~ |a ~ a||b ~ if (a) then b else c ~ () ~ (a, b) ~ a ! b ~ a eq b
            some $x in a satisfies b ~ for $x in a return b ~ http://www.w3.org/1999/XSL/Transform""".split(" ~ |\n"));

    private static final List<String> DECLARATIONS = List.of("""
            output output output output strip-space preserve-space decimal-format key namespace-alias attribute-set param variable
            template""".split("\\s+"));
    private static final List<String> OUTPUTS = List.of("""
            method=xml|xml|text|html encoding=UTF-8|utf-8|US-ASCII|UTF-16 indent=yes|no omit-xml-declaration=yes|no
            standalone=yes|no|omit cdata-section-elements=a|b|a b|p:a media-type=text/xml|text/plain version=1.0|1.1
            doctype-public=x|y doctype-system=x|y""".split("\\s+"));

    private final Random random = new Random(Long.getLong("busbench.xslt.seed", 20261126L));
    private final GeneratedStylesheets generated = new GeneratedStylesheets(random);

    @Test
    void whatIsStreamableSaxonCompiles() throws Exception {
        int count = Integer.getInteger("busbench.xslt.faulty", 1500);
        List<String> own =
                List.of(Files.readString(Path.of("../request.xsl")), Files.readString(Path.of("../response.xsl")));
        DocumentBuilder builder = DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder();
        Stylesheets saxon = new Stylesheets();
        int streamable = 0;
        Map<String, String> refused = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String whole = random.nextInt(4) == 0 ? own.get(random.nextInt(2)) : generated.next();
            Document document = builder.parse(new ByteArrayInputStream(whole.getBytes(StandardCharsets.UTF_8)));
            for (int declarations = random.nextInt(4); declarations > 0; declarations--) {
                declare(document);
            }
            for (int faults = random.nextInt(3); faults >= 0; faults--) {
                spoil(document);
            }
            String spoiled = written(document);
            byte[] bytes = spoiled.getBytes(StandardCharsets.UTF_8);
            try {
                StylesheetCompiler.compile(bytes);
            } catch (NotStreamable e) {
                continue;
            }
            streamable++;
            if (streamable % PER_SAXON == 0) {
                saxon = new Stylesheets();
            }
            try {
                saxon.compile("spoiled", bytes, Resources.NONE).onTree();
            } catch (StylesheetException e) {
                refused.putIfAbsent(e.getMessage().replaceAll("line [0-9]+", "line N"), spoiled);
            }
        }
        System.out.printf("%d of %d spoiled stylesheets are streamable%n", streamable, count);
        assertThat(streamable).as("streamable ones").isGreaterThan(count / 20);
        assertThat(refused).as("what is streamable and Saxon refuses").isEmpty();
    }

    /** Adds a declaration, which may contradict another one. */
    private void declare(Document document) {
        Element added = document.createElementNS(XSL, "xsl:" + oneOf(DECLARATIONS));
        switch (added.getLocalName()) {
            case "output" -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    String[] chosen = oneOf(OUTPUTS).split("=", 2);
                    added.setAttribute(chosen[0], oneOf(List.of(chosen[1].split("\\|"))));
                }
            }
            case "strip-space", "preserve-space" ->
                added.setAttribute("elements", oneOf(List.of("*", "a", "a b", "p:a")));
            case "decimal-format" -> added.setAttribute("decimal-separator", oneOf(List.of(".", ",")));
            case "key" -> {
                added.setAttribute("name", "k");
                added.setAttribute("match", oneOf(List.of("a", "*")));
                added.setAttribute("use", oneOf(List.of("@b", ".")));
            }
            case "namespace-alias" -> {
                added.setAttribute("stylesheet-prefix", "xsl");
                added.setAttribute("result-prefix", oneOf(List.of("#default", "xsl")));
            }
            case "attribute-set", "param", "variable" -> added.setAttribute("name", oneOf(List.of("g", "v", "w")));
            default -> added.setAttribute("match", oneOf(List.of("a", "*", "/")));
        }
        Element root = document.getDocumentElement();
        root.insertBefore(added, random.nextBoolean() ? root.getFirstChild() : null);
    }

    private void spoil(Document document) {
        NodeList all = document.getElementsByTagName("*");
        Element element = (Element) all.item(random.nextInt(all.getLength()));
        NamedNodeMap attributes = element.getAttributes();
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                List<Attr> some = own(attributes);
                if (!some.isEmpty()) {
                    some.get(random.nextInt(some.size())).setValue(value());
                }
            }
            case 3 -> set(element, oneOf(ATTRIBUTES), value());
            case 4 -> {
                List<Attr> some = own(attributes);
                if (!some.isEmpty()) {
                    element.removeAttributeNode(some.get(random.nextInt(some.size())));
                }
            }
            case 5 -> {
                String name = "xsl:" + oneOf(ELEMENTS);
                if (XSL.equals(element.getNamespaceURI())) {
                    document.renameNode(element, XSL, name);
                }
            }
            case 6 -> {
                Element added = document.createElementNS(XSL, "xsl:" + oneOf(ELEMENTS));
                if (random.nextBoolean()) {
                    set(added, oneOf(ATTRIBUTES), value());
                }
                element.insertBefore(added, random.nextBoolean() ? element.getFirstChild() : null);
            }
            case 7 ->
                element.insertBefore(
                        document.createTextNode(" text "), random.nextBoolean() ? element.getFirstChild() : null);
            case 8 -> {
                Node parent = element.getParentNode();
                if (parent instanceof Element) {
                    if (random.nextBoolean()) {
                        parent.insertBefore(element.cloneNode(true), element);
                    } else {
                        parent.removeChild(element);
                    }
                }
            }
            default -> {
                Node moved = all.item(random.nextInt(all.getLength())).cloneNode(true);
                element.insertBefore(moved, random.nextBoolean() ? element.getFirstChild() : null);
            }
        }
    }

    private String value() {
        return random.nextInt(60) == 0 ? "" : oneOf(VALUES);
    }

    private String oneOf(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static List<Attr> own(NamedNodeMap attributes) {
        List<Attr> some = new ArrayList<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            if (!attributes.item(i).getNodeName().startsWith("xmlns")) {
                some.add((Attr) attributes.item(i));
            }
        }
        return some;
    }

    private static void set(Element element, String name, String value) {
        if (name.startsWith("xml:")) {
            element.setAttributeNS("http://www.w3.org/XML/1998/namespace", name, value);
        } else if (name.startsWith("xsl:")) {
            element.setAttributeNS(XSL, name, value);
        } else {
            element.setAttribute(name, value);
        }
    }

    private static String written(Document document) throws Exception {
        Transformer identity = TransformerFactory.newDefaultInstance().newTransformer();
        identity.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter text = new StringWriter();
        identity.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }
}
