package org.busbench.mediation.engine;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNamespace;
import org.apache.synapse.config.xml.MediatorFactory;
import org.apache.synapse.config.xml.MediatorFactoryFinder;
import org.apache.synapse.config.xml.RegistryFactory;
import org.apache.synapse.config.xml.XMLConfigConstants;

/**
 * Puts what only WSO2's products know into Synapse's words. Where Synapse has no word, the rest of the configuration loads all the same: a mediator becomes a
 * {@link MissingStep}, an endpoint becomes the key of none, and what serves no message of HTTP is left out. A note says so each time. What neither knows stays,
 * so that Synapse refuses it.
 *
 * <p>For one thread.
 */
final class Dialect {

    private static final String SYNAPSE = XMLConfigConstants.SYNAPSE_NAMESPACE;

    /** Mediators of WSO2's, of older Synapses, and of Synapse's module of extensions. */
    private static final Set<String> STEPS = Set.of(
            "NTLM",
            "RMSequence",
            "bam",
            "builder",
            "call",
            "datamapper",
            "dataServiceCall",
            "entitlementService",
            "event",
            "eventPublisher",
            "fastXSLT",
            "foreach",
            "ftpOverHttp",
            "jsontransform",
            "ntlm",
            "oauthService",
            "propertyGroup",
            "publishEvent",
            "router",
            "rule",
            "scatter-gather",
            "script",
            "smooks",
            "spring",
            "throttle",
            "throwError",
            "variable",
            "xquery");

    /** Elements whose children are mediators. */
    private static final Set<String> CONTAINERS = Set.of(
            "case",
            "default",
            "else",
            "faultSequence",
            "filter",
            "in",
            "inSequence",
            "onAccept",
            "onComplete",
            "onReject",
            "on-fail",
            "out",
            "outSequence",
            "sequence",
            "then");

    /** Elements with content that belongs to messages. */
    private static final Set<String> CONTENT = Set.of("detail", "format", "localEntry", "publishWSDL");

    private static final Set<String> NOT_OF_MESSAGES = Set.of("inboundEndpoint", "taskManager");
    private static final Set<String> STORES = Set.of("messageProcessor", "messageStore");
    private static final String CACHE = "org.wso2.caching.digest.DigestGenerator";
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";

    static {
        // Synapse's own one, where its jar is in lib/, goes first.
        MediatorFactoryFinder.getInstance()
                .getFactoryMap()
                .putIfAbsent(new Throttle.Factory().getTagQName(), Throttle.Factory.class);
        for (MediatorFactory own : List.of(
                new BoundedSource.OfSwitch(),
                new BoundedSource.OfFilter(),
                new BoundedSource.OfProperty(),
                new BoundedText.OfRouter(),
                new BoundedText.OfRewrite(),
                new Callout.Factory(),
                new Send.Factory())) {
            MediatorFactoryFinder.getInstance().getFactoryMap().put(own.getTagQName(), own.getClass());
        }
    }

    private final Path registry;
    private final List<String> notes;

    /**
     * Begins.
     *
     * @param registry the folder in the place of a registry of WSO2's; null for none
     * @param notes gets what is missing, a sentence each
     */
    Dialect(Path registry, List<String> notes) {
        this.registry = registry;
        this.notes = notes;
    }

    /** Changes the element of a whole configuration or of an artifact. */
    void adapt(OMElement root, Path file) {
        if (root.getLocalName().equals("registry")) {
            replaceRegistry(root, file);
        }
        if (root.getLocalName().equals("proxy")) {
            leaveOutWsdl(root, file);
        }
        boolean holdsSteps = CONTAINERS.contains(root.getLocalName());
        for (OMElement child : children(root)) {
            String name = child.getLocalName();
            boolean foreign = !child.getQName().getNamespaceURI().equals(SYNAPSE) && !holdsSteps;
            if (foreign || CONTENT.contains(name)) {
                continue;
            }
            boolean step = holdsSteps && (!CONTAINERS.contains(name) || name.equals("filter"));
            String why = step ? why(child) : null;
            if (leavesOut(child, file)) {
                child.detach();
            } else if (why != null) {
                replaceStep(child, why, file);
            } else if (name.equals("http") && root.getLocalName().equals("endpoint")) {
                replaceEndpoint(root, file);
            } else {
                useSynapsesValues(child);
                adapt(child, file);
            }
        }
    }

    /** Whether a part of a configuration serves no message of HTTP, or is a store of WSO2's: then a note says so. */
    boolean leavesOut(OMElement part, Path file) {
        String name = part.getLocalName();
        String type = STORES.contains(name) ? part.getAttributeValue(new QName("class")) : null;
        boolean foreign = type != null && type.matches("org\\.(wso2|apache\\.synapse)\\..*") && !isThere(type);
        if (foreign) {
            note(
                    file,
                    "<" + name + "> '" + part.getAttributeValue(new QName("name"))
                            + "' is left out: Synapse does not have its class " + type);
        } else if (NOT_OF_MESSAGES.contains(name)) {
            note(file, "<" + name + "> is left out: it serves no message of HTTP");
        }
        return foreign || NOT_OF_MESSAGES.contains(name);
    }

    private static List<OMElement> children(OMElement parent) {
        List<OMElement> all = new ArrayList<>();
        for (Iterator<?> each = parent.getChildElements(); each.hasNext(); ) {
            all.add((OMElement) each.next());
        }
        return all;
    }

    private void note(Path file, String what) {
        notes.add(file + ": " + what);
    }

    private void replaceRegistry(OMElement element, Path file) {
        OMAttribute provider = element.getAttribute(RegistryFactory.PROVIDER_Q);
        if (provider == null
                || !provider.getAttributeValue().startsWith("org.wso2.")
                || isThere(provider.getAttributeValue())) {
            return;
        }
        note(
                file,
                "its registry " + provider.getAttributeValue()
                        + (registry == null
                                ? " is not there, so keys of it name nothing: say --registry DIR"
                                : " is replaced by the folder " + registry));
        provider.setAttributeValue(FolderRegistry.class.getName());
        children(element).forEach(OMElement::detach);
        if (registry != null) {
            OMElement folder = element.getOMFactory().createOMElement(RegistryFactory.PARAMETER_Q);
            folder.addAttribute("name", FolderRegistry.FOLDER, null);
            folder.setText(registry.toString());
            element.addChild(folder);
        }
    }

    private static boolean isThere(String className) {
        try {
            Class.forName(className, false, Dialect.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Why Synapse has no such step, though another product has; null if it has one, or neither has. */
    private static String why(OMElement step) {
        String name = step.getLocalName();
        Class<?> factory = MediatorFactoryFinder.getInstance().getFactoryMap().get(step.getQName());
        boolean known = factory != null && (factory != Throttle.Factory.class || Throttle.Factory.knows(step));
        boolean foreign = STEPS.contains(name)
                || name.indexOf('.') >= 0
                || !step.getQName().getNamespaceURI().equals(SYNAPSE);
        if (!known && foreign) {
            return "<" + name + "> is not there"
                    + MissingLibrary.jarOfMediator(name)
                            .map(jar -> ": put " + jar + " into lib/")
                            .orElse("");
        }
        if (known && name.equals("cache") && !isThere(CACHE)) {
            return "<cache> is not there: put "
                    + MissingLibrary.jarsOf("org.wso2.caching").orElseThrow() + " into lib/";
        }
        String driver = known && (name.equals("dblookup") || name.equals("dbreport")) ? driver(step) : null;
        if (driver != null && !isThere(driver)) {
            return "<" + name + "> needs the driver " + driver + ", which is not there: put its jar into lib/";
        }
        String settings = known && name.equals("callout") ? missingSettings(step) : null;
        if (settings != null) {
            return "<callout> has the settings of its client in '" + settings + "', which is not there";
        }
        if (known && speaksJson(step)) {
            return "<" + name + "> works on JSON, which Synapse does not";
        }
        if (known && name.equals("property") && "operation".equals(step.getAttributeValue(new QName("scope")))) {
            return "<property> has the scope 'operation', which Synapse does not have";
        }
        OMElement format =
                name.equals("payloadFactory") ? step.getFirstChildWithName(new QName(SYNAPSE, "format")) : null;
        String key = format == null ? null : format.getAttributeValue(new QName("key"));
        return key == null ? null : "<payloadFactory> takes its format from '" + key + "', which Synapse does not";
    }

    /** The driver of a data base that a step names, or null. */
    private static String driver(OMElement step) {
        OMElement at = step;
        for (String name : List.of("connection", "pool", "driver")) {
            at = at == null ? null : at.getFirstChildWithName(new QName(SYNAPSE, name));
        }
        return at == null ? null : at.getText().strip();
    }

    /** The file or folder that a callout names for its client, if it is not there; else null. */
    private static String missingSettings(OMElement callout) {
        OMElement client = callout.getFirstChildWithName(new QName(SYNAPSE, "configuration"));
        return Stream.of("axis2xml", "repository")
                .map(name -> client == null ? null : client.getAttributeValue(new QName(name)))
                .filter(path -> path != null && !new File(path).exists())
                .findFirst()
                .orElse(null);
    }

    private static boolean speaksJson(OMElement part) {
        // The steps in a filter are looked at by themselves, and its regex is a literal.
        boolean filter = part.getLocalName().equals("filter");
        for (Iterator<?> all = part.getAllAttributes(); all.hasNext(); ) {
            OMAttribute attribute = (OMAttribute) all.next();
            String value = attribute.getAttributeValue();
            boolean typed = value.equalsIgnoreCase("json") || (value.equals("text") && isMediaType(attribute));
            if (value.startsWith("json-eval(")
                    || value.startsWith("${")
                    || (typed && !filter && !isLiteral(attribute))) {
                return true;
            }
        }
        for (OMElement child : children(part)) {
            if (!filter
                    && !CONTAINERS.contains(child.getLocalName())
                    && !CONTENT.contains(child.getLocalName())
                    && speaksJson(child)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMediaType(OMAttribute attribute) {
        return attribute.getLocalName().equals("media-type");
    }

    private static boolean isLiteral(OMAttribute attribute) {
        return attribute.getLocalName().equals("value")
                || attribute.getLocalName().equals("name");
    }

    private void replaceStep(OMElement step, String why, Path file) {
        note(file, why + "; a message that comes to it fails");
        OMFactory factory = step.getOMFactory();
        OMNamespace synapse = factory.createOMNamespace(SYNAPSE, "");
        OMElement missing = factory.createOMElement("class", synapse);
        missing.addAttribute("name", MissingStep.class.getName(), null);
        OMElement reason = factory.createOMElement("property", synapse, missing);
        reason.addAttribute("name", "why", null);
        reason.addAttribute("value", why, null);
        step.insertSiblingBefore(missing);
        step.detach();
    }

    /** An endpoint for which the product makes the URI of each message. Its key names nothing, and says why. */
    private void replaceEndpoint(OMElement endpoint, Path file) {
        String key = "(an <http> endpoint, which Synapse does not have)";
        note(file, "an <http> endpoint is not there; a message for it fails");
        children(endpoint).forEach(OMElement::detach);
        endpoint.addAttribute("key", key, null);
    }

    /** Without its WSDL a proxy takes every message; with one that is not there Synapse would not start. */
    private void leaveOutWsdl(OMElement proxy, Path file) {
        OMElement wsdl = proxy.getFirstChildWithName(new QName(SYNAPSE, "publishWSDL"));
        String key = wsdl == null ? null : wsdl.getAttributeValue(new QName("key"));
        if (key != null && key.matches("(conf|gov):.*") && FolderRegistry.file(registry, key) == null) {
            note(file, "the WSDL '" + key + "' is not there: its proxy publishes none, and takes every message");
            wsdl.detach();
        }
    }

    /** Values that mean the same in both. */
    private static void useSynapsesValues(OMElement element) {
        if (element.getLocalName().equals("header")
                && "default".equals(element.getAttributeValue(new QName("scope")))) {
            element.removeAttribute(element.getAttribute(new QName("scope")));
        }
        OMElement code = element.getLocalName().equals("makefault")
                ? element.getFirstChildWithName(new QName(SYNAPSE, "code"))
                : null;
        if (code != null && element.getAttribute(new QName("version")) == null) {
            String value = code.getAttributeValue(new QName("value"));
            QName literal = value == null ? null : code.resolveQName(value);
            if (literal != null && literal.getNamespaceURI().equals(SOAP_11)) {
                element.addAttribute("version", "soap11", null);
            }
        }
    }
}
