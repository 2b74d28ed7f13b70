package org.busbench.mediation.compile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.config.Entry;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.mediators.transform.XSLTMediator;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet;
import org.busbench.mediation.xslt.Stylesheet.Resources;
import org.busbench.mediation.xslt.StylesheetException;

/** {@code xslt} mediators as the fast lane knows them: a stylesheet of the configuration, on the first element of the body or on the envelope. */
final class Stylesheets {

    private final SynapseConfiguration configuration;
    private final Map<String, Stylesheet> compiled = new HashMap<>();

    Stylesheets(SynapseConfiguration configuration) {
        this.configuration = configuration;
    }

    Transform of(XSLTMediator mediator, Direction direction, Known known) throws NotKnown {
        String key = mediator.getXsltKey().getKeyValue();
        if (key == null) {
            throw new NotKnown("an <xslt> whose key is an expression");
        }
        if (mediator.getTargetPropertyName() != null) {
            throw new NotKnown("<xslt key='" + key + "'> puts its result into a property");
        }
        requireKnownFeatures(key, mediator);
        Part selection = selection(key, mediator);
        Map<String, Value> parameters = new HashMap<>();
        for (MediatorProperty property : mediator.getProperties()) {
            Value value = property.getValue() != null
                    ? new Value.Literal(property.getValue())
                    : Expressions.value(property.getExpression(), direction, known);
            parameters.put(property.getName(), value);
        }
        return new Transform(stylesheet(key, mediator), selection, parameters);
    }

    private static Part selection(String key, XSLTMediator mediator) throws NotKnown {
        if (mediator.getSource() == null) {
            return Part.FIRST_IN_BODY;
        }
        String source = mediator.getSource().toString().replaceAll("\\s+", "");
        if (source.equals("/*") || source.equals("/child::*")) {
            return Part.ENVELOPE;
        }
        // What Synapse itself takes when there is none; both are written so.
        if (source.equals("$body/*[1]") || source.equals("$body/child::*[1]")) {
            return Part.FIRST_IN_BODY;
        }
        throw new NotKnown("<xslt key='" + key + "'> takes its source from " + mediator.getSource());
    }

    /** Those that change nothing: how Synapse hands the message over, and safe processing, which the fast lane always does. */
    private static void requireKnownFeatures(String key, XSLTMediator mediator) throws NotKnown {
        for (MediatorProperty feature : mediator.getFeatures()) {
            boolean safe = feature.getName().equals(XMLConstants.FEATURE_SECURE_PROCESSING)
                    && "true".equals(feature.getValue());
            if (!safe && !feature.getName().equals(XSLTMediator.USE_DOM_SOURCE_AND_RESULTS)) {
                throw new NotKnown("<xslt key='" + key + "'> sets the feature " + feature.getName());
            }
        }
        if (!mediator.getAttributes().isEmpty()) {
            throw new NotKnown("<xslt key='" + key + "'> sets attributes of the transformer");
        }
    }

    private Stylesheet stylesheet(String key, XSLTMediator mediator) throws NotKnown {
        Stylesheet known = compiled.get(key);
        if (known != null) {
            return known;
        }
        Map<String, String> imports = mediator.getResourceMap() == null
                ? Map.of()
                : mediator.getResourceMap().getResources();
        Resources resources = href -> {
            try {
                return imports.containsKey(href) ? bytes(imports.get(href)) : null;
            } catch (NotKnown e) {
                return null;
            }
        };
        try {
            Stylesheet stylesheet = Stylesheet.compile(key, bytes(key), resources);
            compiled.put(key, stylesheet);
            return stylesheet;
        } catch (StylesheetException e) {
            throw new NotKnown(e.getMessage());
        }
    }

    private byte[] bytes(String key) throws NotKnown {
        Entry entry = configuration.getEntryDefinition(key);
        if (entry == null || entry.isDynamic()) {
            throw new NotKnown("'" + key + "' is no local entry, so it may change at any time");
        }
        Object value = configuration.getEntry(key);
        if (value instanceof OMElement element) {
            return serialized(key, element);
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw new NotKnown("the local entry '" + key + "' holds no XML");
    }

    private static byte[] serialized(String key, OMElement element) throws NotKnown {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            element.serialize(bytes);
        } catch (XMLStreamException e) {
            throw new NotKnown("the local entry '" + key + "' cannot be written out: " + e.getMessage());
        }
        return bytes.toByteArray();
    }
}
