package org.busbench.mediation.embedded;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.busbench.mediation.xml.SoapNamespaces;

/** Elements, or a text, as the bytes of a message hold them: what a property holds that {@code enrich} has set without a tree. Immutable. */
public final class XmlFragment {

    /** What stands in quotes, or a declaration. */
    private static final Pattern DECLARATION = Pattern.compile("\"[^\"]*\"|'[^']*'|\\sxmlns(?::([^\\s=]+))?\\s*=");

    private final byte[] bytes;
    private final int from;
    private final int to;
    private final Map<String, String> namespaces;
    private final List<XmlFragment> others;

    /**
     * A part of a message in UTF-8, whose bytes do not change.
     *
     * @param from index of the first byte
     * @param to index after the last
     * @param namespaces in force inside of the element, by their prefixes, at least those that it does not declare itself; null for a text
     */
    public XmlFragment(byte[] bytes, int from, int to, Map<String, String> namespaces) {
        this(bytes, from, to, namespaces, List.of());
    }

    private XmlFragment(byte[] bytes, int from, int to, Map<String, String> namespaces, List<XmlFragment> others) {
        this.others = others;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.namespaces = namespaces;
    }

    /** An element that declares its namespaces itself. */
    public static XmlFragment of(OMElement element) {
        byte[] bytes = element.toString().getBytes(StandardCharsets.UTF_8);
        QName name = element.getQName();
        return new XmlFragment(bytes, 0, bytes.length, Map.of(name.getPrefix(), name.getNamespaceURI()));
    }

    /** One element after the other, of which there is one at least. */
    public static XmlFragment of(List<XmlFragment> elements) {
        XmlFragment one = elements.get(0);
        return new XmlFragment(one.bytes, one.from, one.to, one.namespaces, elements.subList(1, elements.size()));
    }

    /** Returns the last element first. */
    public XmlFragment reversed() {
        if (others.isEmpty()) {
            return this;
        }
        List<XmlFragment> all = new ArrayList<>(others);
        Collections.reverse(all);
        all.add(new XmlFragment(bytes, from, to, namespaces));
        return of(all);
    }

    /** Whether it is a text, perhaps with references. */
    public boolean isText() {
        return namespaces == null;
    }

    /** Whether an element may be a SOAP fault, or an envelope. */
    public boolean isOfSoap() {
        String name = new String(bytes, from, endOfName() - from, StandardCharsets.UTF_8);
        return name.endsWith("Fault")
                || name.endsWith("Envelope")
                || others.stream().anyMatch(XmlFragment::isOfSoap);
    }

    /** Whether it is an envelope of the version of SOAP that has this namespace. */
    public boolean isEnvelope(String namespace) {
        String[] name = new String(bytes, from + 1, endOfName() - from - 1, StandardCharsets.UTF_8).split(":", 2);
        return !isText()
                && others.isEmpty()
                && name[name.length - 1].equals("Envelope")
                && namespace.equals(namespaces.get(name.length == 1 ? "" : name[0]));
    }

    /** Returns it in UTF-8, with the declarations that it needs where these namespaces are in force. */
    public byte[] in(Map<String, String> around) {
        if (others.isEmpty()) {
            return alone(around);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream(to - from);
        all.writeBytes(alone(around));
        others.forEach(other -> all.writeBytes(other.alone(around)));
        return all.toByteArray();
    }

    private byte[] alone(Map<String, String> around) {
        String missing = namespaces == null || namespaces.equals(around) ? "" : missing(around);
        byte[] declarations = missing.getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[to - from + declarations.length];
        int before = declarations.length == 0 ? 0 : endOfName() - from;
        System.arraycopy(bytes, from, all, 0, before);
        System.arraycopy(declarations, 0, all, before, declarations.length);
        System.arraycopy(bytes, from + before, all, before + declarations.length, to - from - before);
        return all;
    }

    private int endOfName() {
        int at = from + 1;
        while (bytes[at] > ' ' ? bytes[at] != '/' && bytes[at] != '>' : bytes[at] < 0) {
            at++;
        }
        return at;
    }

    private String missing(Map<String, String> around) {
        Map<String, String> wanted = new TreeMap<>(namespaces);
        if (around.containsKey("")) {
            wanted.putIfAbsent("", "");
        }
        wanted.keySet().removeIf(prefix -> wanted.get(prefix).equals(around.getOrDefault(prefix, "")));
        if (wanted.isEmpty()) {
            return "";
        }
        int end = from;
        for (byte quote = 0; quote != 0 || bytes[end] != '>'; end++) {
            boolean isQuote = bytes[end] == '"' || bytes[end] == '\'';
            quote = quote == bytes[end] ? 0 : quote == 0 && isQuote ? bytes[end] : quote;
        }
        DECLARATION
                .matcher(new String(bytes, from, end - from, StandardCharsets.UTF_8))
                .results()
                .filter(found -> found.group().endsWith("="))
                .forEach(found -> wanted.remove(found.group(1) == null ? "" : found.group(1)));
        StringBuilder declarations = new StringBuilder();
        wanted.forEach((prefix, namespace) -> declarations
                .append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix)
                .append("=\"")
                .append(namespace.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"))
                .append('"'));
        return declarations.toString();
    }

    /** Returns what {@code enrich} of Synapse would have put into a property: a list that mediators may change. */
    List<OMNode> nodes() {
        byte[] whole = alone(Map.of());
        List<OMNode> nodes = new ArrayList<>();
        if (isEnvelope(SoapNamespaces.SOAP_11) || isEnvelope(SoapNamespaces.SOAP_12)) {
            nodes.add(OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(whole), "UTF-8")
                    .getSOAPEnvelope());
            return nodes;
        }
        String text = new String(whole, StandardCharsets.UTF_8);
        OMElement element = OMXMLBuilderFactory.createOMBuilder(
                        StAXParserConfiguration.SOAP, new StringReader(isText() ? "<a>" + text + "</a>" : text))
                .getDocumentElement();
        element.build();
        element.detach();
        nodes.add(isText() ? OMAbstractFactory.getOMFactory().createOMText(element.getText()) : element);
        others.forEach(other -> nodes.addAll(other.nodes()));
        return nodes;
    }
}
