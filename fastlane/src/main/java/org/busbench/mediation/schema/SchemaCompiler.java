package org.busbench.mediation.schema;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import org.busbench.mediation.schema.CompiledSchema.Attribute;
import org.busbench.mediation.schema.CompiledSchema.Child;
import org.busbench.mediation.schema.CompiledSchema.ElementType;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.ls.LSInput;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.SAXException;

/**
 * Compiles documents that a validator has read without an error, so that they are a schema. What it does not know (wildcards, substitution, identity
 * constraints, fixed values, lists and unions) becomes an element or a value of which nothing is known.
 */
public final class SchemaCompiler {
    private static final String SCHEMA = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final char FIRST_SYMBOL = '\uE000';
    private static final List<String> SPECIAL = List.of("abstract", "default", "fixed", "substitutionGroup");

    private final LSResourceResolver resolver;
    private final DocumentBuilder builder;
    /** The global components by kind and name. */
    private final Map<String, Element> globals = new HashMap<>();

    /** Where the document of each namespace was found. */
    private final Map<String, String> found = new HashMap<>();

    /** By definitions, or the names of simple types of XML Schema. */
    private final Map<Object, Integer> indexes = new HashMap<>();

    private final List<ElementType> types = new ArrayList<>();

    private SchemaCompiler(LSResourceResolver resolver) throws ParserConfigurationException {
        this.resolver = resolver;
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null);
    }

    /**
     * Compiles documents and what they import.
     *
     * @param resolver as of the validator
     * @return null if a document includes another, has a DTD, or is not the only one of its namespace
     */
    public static CompiledSchema compiled(List<StreamSource> documents, LSResourceResolver resolver) {
        try {
            SchemaCompiler compiler = new SchemaCompiler(resolver);
            for (StreamSource document : documents) {
                compiler.read(document.getInputStream(), "");
            }
            Map<String, Child> roots = new HashMap<>();
            for (Element one : compiler.globals.values()) {
                if (one.getLocalName().equals("element")) {
                    roots.put(nameOf(one), new Child('.', compiler.typeOf(one)));
                }
            }
            return new CompiledSchema(roots, compiler.types);
        } catch (ParserConfigurationException | SAXException | IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    private void read(InputStream source, String place) throws SAXException, IOException {
        Element root = builder.parse(source).getDocumentElement();
        String namespace = root.getAttribute("targetNamespace");
        if (found.put(namespace, place) != null) {
            throw new UnsupportedOperationException("two documents of " + namespace);
        }
        for (Element one : children(root)) {
            String kind = one.getLocalName().endsWith("Type") ? "type" : one.getLocalName();
            String location = one.getAttribute("schemaLocation");
            String imported = one.getAttribute("namespace");
            if (kind.equals("include") || kind.equals("redefine")) {
                throw new UnsupportedOperationException(kind);
            } else if (!kind.equals("import")) {
                globals.put(kind + ' ' + name(namespace, one.getAttribute("name")), one);
            } else if (!location.equals(found.get(imported))) {
                LSInput document = resolver.resolveResource(SCHEMA, imported, null, location, null);
                if (document != null && document.getByteStream() != null) {
                    read(document.getByteStream(), location);
                }
            }
        }
    }

    private static List<Element> children(Element of) {
        List<Element> all = new ArrayList<>();
        for (Node one = of.getFirstChild(); one != null; one = one.getNextSibling()) {
            if (one instanceof Element element && !element.getLocalName().equals("annotation")) {
                all.add(element);
            }
        }
        return all;
    }

    /** The name with its namespace for which that of an attribute stands; empty for none. */
    private static String name(Element in, String attribute) {
        String[] parts = in.getAttribute(attribute).trim().split(":", -1);
        String namespace = in.lookupNamespaceURI(parts.length == 1 ? null : parts[0]);
        String local = parts[parts.length - 1];
        return local.isEmpty() ? "" : name(namespace == null ? "" : namespace, local);
    }

    private static String name(String namespace, String local) {
        return namespace.isEmpty() ? local : '{' + namespace + '}' + local;
    }

    /** The global component to which an attribute refers. */
    private Element global(String kind, Element in, String attribute) {
        Element global = globals.get(kind + ' ' + name(in, attribute));
        if (global == null) {
            throw new UnsupportedOperationException("there is no such " + kind);
        }
        return global;
    }

    /** The element or attribute to which a use of it refers, or that is declared there. */
    private Element declared(Element use) {
        return use.hasAttribute("ref") ? global(use.getLocalName(), use, "ref") : use;
    }

    /** The name of an element or attribute in a message. */
    private static String nameOf(Element declared) {
        Element root = declared.getOwnerDocument().getDocumentElement();
        String form = declared.getAttribute("form") + root.getAttribute(declared.getLocalName() + "FormDefault");
        boolean isQualified = declared.getParentNode() == root || form.startsWith("qualified");
        return name(isQualified ? root.getAttribute("targetNamespace") : "", declared.getAttribute("name"));
    }

    /** The index of an element's type. */
    private int typeOf(Element element) {
        List<Element> inside = children(element);
        if ((inside.isEmpty() && !element.hasAttribute("type"))
                || SPECIAL.stream().anyMatch(element::hasAttribute)
                || inside.stream().anyMatch(one -> !one.getLocalName().endsWith("Type"))) {
            return CompiledSchema.UNKNOWN;
        }
        Element global = globals.get("type " + name(element, "type"));
        Element definition = inside.isEmpty() ? global : inside.get(0);
        Integer known = indexes.putIfAbsent(definition == null ? name(element, "type") : definition, types.size());
        if (known == null) {
            known = types.size();
            types.add(null);
            try {
                boolean isComplex =
                        definition != null && definition.getLocalName().equals("complexType");
                types.set(
                        known,
                        isComplex
                                ? new Content().of(definition)
                                : new ElementType(Map.of(), 0, simple(element, "type"), Map.of(), null, false));
            } catch (UnsupportedOperationException | IllegalArgumentException e) {
                types.set(known, null);
            }
        }
        return known;
    }

    /** The simple type that an attribute names, or that stands inside. */
    private SimpleType simple(Element in, String attribute) {
        SimpleType builtIn = SimpleType.builtIn(name(in, attribute));
        if (builtIn != null) {
            return builtIn;
        }
        Element definition = in.hasAttribute(attribute)
                ? global("type", in, attribute)
                : children(in).stream().findFirst().orElse(null);
        if (definition == null) {
            return SimpleType.ANY;
        }
        Element way = children(definition).get(0);
        try {
            return way.getLocalName().equals("restriction") ? restricted(simple(way, "base"), way) : SimpleType.UNKNOWN;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return SimpleType.UNKNOWN;
        }
    }

    private static SimpleType restricted(SimpleType base, Element restriction) {
        Map<String, List<String>> facets = new HashMap<>();
        for (Element one : children(restriction)) {
            facets.computeIfAbsent(one.getLocalName(), name -> new ArrayList<>())
                    .add(one.getAttribute("value"));
        }
        facets.keySet().removeAll(List.of("simpleType", "attribute", "attributeGroup", "anyAttribute"));
        SimpleType all = base;
        for (Map.Entry<String, List<String>> facet : facets.entrySet()) {
            all = all.with(facet.getKey(), facet.getValue());
        }
        return all;
    }

    /** What a complex type allows, with what it has of those that it is derived from. */
    private final class Content {
        private final Map<String, Attribute> attributes = new HashMap<>();
        private final Map<String, Child> children = new HashMap<>();
        private String model = "";
        private SimpleType text;
        private boolean isMixed;

        private ElementType of(Element definition) {
            if (definition.hasAttribute("abstract")) {
                throw new UnsupportedOperationException("an abstract type");
            }
            add(definition);
            Pattern order = Pattern.compile(model);
            long required =
                    attributes.values().stream().filter(Attribute::isRequired).count();
            return new ElementType(attributes, required, text, children, order, isMixed);
        }

        private void add(Element part) {
            String mixed = part.getAttribute("mixed").trim();
            isMixed = mixed.equals("true") || mixed.equals("1") || (isMixed && mixed.isEmpty());
            switch (part.getLocalName()) {
                case "complexType", "complexContent", "simpleContent" ->
                    children(part).forEach(this::add);
                case "attributeGroup" ->
                    children(global("attributeGroup", part, "ref")).forEach(this::add);
                case "extension", "restriction" -> derive(part);
                case "sequence", "choice", "all", "group" -> model += particle(part);
                case "attribute" -> {
                    Element declared = declared(part);
                    String use = part.getAttribute("use").trim();
                    boolean isKnown = !part.hasAttribute("fixed") && !declared.hasAttribute("fixed");
                    if (use.equals("prohibited")) {
                        throw new UnsupportedOperationException("a prohibited attribute");
                    }
                    attributes.put(
                            nameOf(declared),
                            new Attribute(
                                    use.equals("required"), isKnown ? simple(declared, "type") : SimpleType.UNKNOWN));
                }
                case "simpleType" -> text = SimpleType.UNKNOWN;
                default -> {
                    // A facet, or a wildcard, of whose attributes nothing is known.
                }
            }
        }

        private void derive(Element derivation) {
            boolean isSimple = derivation.getParentNode().getLocalName().equals("simpleContent");
            boolean isRestriction = derivation.getLocalName().equals("restriction");
            boolean mixed = isMixed;
            Element base = globals.get("type " + name(derivation, "base"));
            if (base != null && base.getLocalName().equals("complexType")) {
                add(base);
            } else if (isSimple) {
                text = simple(derivation, "base");
            } else if (!isRestriction) {
                throw new UnsupportedOperationException("an extension of anything");
            }
            isMixed = mixed;
            if (isRestriction && isSimple) {
                text = restricted(text == null ? SimpleType.UNKNOWN : text, derivation);
            } else if (isRestriction) {
                model = "";
                children.clear();
            }
            children(derivation).forEach(this::add);
        }

        /** A regular expression. Since it is clear to which particle each element belongs, a possessive one matches all that the content may be. */
        private String particle(Element part) {
            String least = part.getAttribute("minOccurs").trim();
            String most = part.getAttribute("maxOccurs").trim();
            if (most.equals("0")) {
                // Where nothing may stand, no white space may, either.
                return "";
            }
            return "(?:" + once(part) + "){" + (least.isEmpty() ? "1" : least) + ','
                    + (most.isEmpty() ? "1" : most.replace("unbounded", "")) + "}+";
        }

        private String once(Element part) {
            List<Element> inside = children(part);
            return switch (part.getLocalName()) {
                case "element" -> child(declared(part));
                case "group" -> particle(children(global("group", part, "ref")).get(0));
                case "any" -> "(?!)";
                case "choice" ->
                    inside.isEmpty()
                            ? "(?!)"
                            : inside.stream().map(this::particle).collect(Collectors.joining("|"));
                case "sequence" -> inside.stream().map(this::particle).collect(Collectors.joining());
                default -> all(inside);
            };
        }

        /** Each at most once, in any order, and nothing else. */
        private String all(List<Element> of) {
            StringBuilder needed = new StringBuilder();
            List<String> each = new ArrayList<>();
            for (Element one : of) {
                String name = once(one);
                needed.append(one.getAttribute("minOccurs").trim().equals("0") ? "" : "(?=.*" + name + ')');
                each.add(name + "(?!.*" + name + ')');
            }
            return needed + "(?:" + String.join("|", each) + ")*+";
        }

        /** Two elements of one name have one type, but perhaps other properties. */
        private String child(Element declared) {
            Child added = new Child((char) (FIRST_SYMBOL + children.size()), typeOf(declared));
            Child child = children.merge(
                    nameOf(declared),
                    added,
                    (known, again) ->
                            known.type() == again.type() ? known : new Child(known.symbol(), CompiledSchema.UNKNOWN));
            return String.valueOf(child.symbol());
        }
    }
}
