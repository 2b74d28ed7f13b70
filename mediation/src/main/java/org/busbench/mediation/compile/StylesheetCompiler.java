package org.busbench.mediation.compile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.config.Entry;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.mediators.transform.XSLTMediator;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.Value;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet;
import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.StylesheetException;
import org.busbench.mediation.xslt.Stylesheets;

/**
 * Compiles {@code xslt}: a stylesheet of the configuration, applied to the first element of the body or to the envelope. Each stylesheet is
 * compiled once.
 */
final class StylesheetCompiler {

    private final SynapseConfiguration configuration;
    private final Stylesheets stylesheets = new Stylesheets();
    /** By their keys and by what they may import. */
    private final Map<List<Object>, Stylesheet> compiled = new HashMap<>();

    StylesheetCompiler(SynapseConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Puts the instruction for a mediator before what follows. */
    UnaryOperator<FlowInstruction> of(XSLTMediator mediator, MessageState state) throws NotCompilable {
        String key = mediator.getXsltKey().getKeyValue();
        if (key == null) {
            throw new NotCompilable("an <xslt> whose key is an expression");
        }
        if (mediator.getTargetPropertyName() != null) {
            throw new NotCompilable("<xslt key='" + key + "'> puts its result into a property");
        }
        requireKnownFeatures(key, mediator);
        Part selection = selection(key, mediator);
        Map<String, Value> parameters = new HashMap<>();
        for (MediatorProperty property : mediator.getProperties()) {
            parameters.put(property.getName(), ExpressionCompiler.value(property, state));
        }
        Stylesheet stylesheet = stylesheet(key, mediator);
        return next -> new FlowInstruction.Transform(stylesheet, selection, parameters, next);
    }

    private static Part selection(String key, XSLTMediator mediator) throws NotCompilable {
        if (mediator.getSource() == null) {
            return Part.FIRST_IN_BODY;
        }
        String source = mediator.getSource().toString().replaceAll("\\s+", "");
        if (source.equals("/*") || source.equals("/child::*")) {
            return Part.ENVELOPE;
        }
        // The default source, as Synapse itself writes it.
        if (source.equals("$body/*[1]") || source.equals("$body/child::*[1]")) {
            return Part.FIRST_IN_BODY;
        }
        throw new NotCompilable("<xslt key='" + key + "'> takes its source from " + mediator.getSource());
    }

    /** Known features change nothing: how Synapse hands the message over, and secure processing, which the fast lane always does. */
    private static void requireKnownFeatures(String key, XSLTMediator mediator) throws NotCompilable {
        for (MediatorProperty feature : mediator.getFeatures()) {
            boolean safe = feature.getName().equals(XMLConstants.FEATURE_SECURE_PROCESSING)
                    && "true".equals(feature.getValue());
            if (!safe && !feature.getName().equals(XSLTMediator.USE_DOM_SOURCE_AND_RESULTS)) {
                throw new NotCompilable("<xslt key='" + key + "'> sets the feature " + feature.getName());
            }
        }
        if (!mediator.getAttributes().isEmpty()) {
            throw new NotCompilable("<xslt key='" + key + "'> sets attributes of the transformer");
        }
    }

    private Stylesheet stylesheet(String key, XSLTMediator mediator) throws NotCompilable {
        Map<String, String> imports = mediator.getResourceMap() == null
                ? Map.of()
                : mediator.getResourceMap().getResources();
        Stylesheet known = compiled.get(List.of(key, imports));
        if (known != null) {
            return known;
        }
        Resources resources = href -> {
            try {
                return imports.containsKey(href) ? bytes(imports.get(href)) : null;
            } catch (NotCompilable e) {
                return null;
            }
        };
        try {
            Stylesheet stylesheet = stylesheets.compile(key, bytes(key), resources);
            compiled.put(List.of(key, imports), stylesheet);
            return stylesheet;
        } catch (StylesheetException e) {
            throw new NotCompilable(e.getMessage());
        }
    }

    private byte[] bytes(String key) throws NotCompilable {
        Entry entry = configuration.getEntryDefinition(key);
        if ((entry == null || entry.isDynamic()) && !MediatorQueue.isWhole(configuration)) {
            throw new NotCompilable("'" + key + "' is no local entry, so it may change at any time");
        }
        Object value = configuration.getEntry(key);
        EmbeddedCompiler.requireEnvelope(value);
        if (value instanceof OMElement element) {
            return serialized(key, element);
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw new NotCompilable("the local entry '" + key + "' holds no XML");
    }

    private static byte[] serialized(String key, OMElement element) throws NotCompilable {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            element.serialize(bytes);
        } catch (XMLStreamException e) {
            throw new NotCompilable("the local entry '" + key + "' cannot be written out: " + e.getMessage());
        }
        return bytes.toByteArray();
    }
}
