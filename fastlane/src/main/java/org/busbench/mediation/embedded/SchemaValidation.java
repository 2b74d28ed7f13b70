package org.busbench.mediation.embedded;

import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.apache.synapse.FaultHandler;
import org.apache.synapse.MessageContext;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfigUtils;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.builtin.ValidateMediator;
import org.apache.synapse.util.AXIOMUtils;
import org.apache.synapse.util.jaxp.SchemaResourceResolver;
import org.apache.synapse.util.xpath.SourceXPathSupport;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Synapse's {@code validate}, with schemas that are read when the configuration is. A message cannot add to them: what it says of the place of a schema is
 * not followed. For any thread.
 */
public final class SchemaValidation extends AbstractMediator {
    private final Schema schema;
    private final SourceXPathSupport source = new SourceXPathSupport();

    /**
     * Reads the schemas. They may import files, and what the mediator's {@code resource} elements name.
     *
     * @throws SAXException when they are no schemas, or name a DTD or an address
     */
    public SchemaValidation(ValidateMediator mediator, SynapseConfiguration configuration) throws SAXException {
        source.setXPath(mediator.getSource());
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        for (MediatorProperty feature : mediator.getFeatures()) {
            factory.setFeature(feature.getName(), Boolean.parseBoolean(feature.getValue()));
        }
        Errors errors = new Errors();
        factory.setErrorHandler(errors);
        factory.setResourceResolver(new SchemaResourceResolver(configuration, mediator.getResourceMap()));
        Source[] sources = mediator.getSchemaKeys().stream()
                .map(Value::getKeyValue)
                .map(key -> source(configuration.getEntry(key), key))
                .toArray(Source[]::new);
        schema = factory.newSchema(sources);
        if (errors.last != null) {
            throw errors.last;
        }
    }

    private static Source source(Object entry, String key) {
        StreamSource found = SynapseConfigUtils.getStreamSource(entry);
        if (found == null) {
            throw new IllegalArgumentException("the entry '" + key + "' is no schema");
        }
        return found;
    }

    /** The last one counts, as in Synapse. */
    private static final class Errors extends DefaultHandler {
        private SAXParseException last;

        @Override
        public void error(SAXParseException e) {
            last = e;
        }

        @Override
        public void fatalError(SAXParseException e) {
            last = e;
        }
    }

    /** Returns whether the message is valid; if it is not, properties say why. */
    @Override
    public boolean mediate(MessageContext message) {
        Source content;
        try {
            message.getEnvelope().build();
            content = AXIOMUtils.asSource(source.selectOMNode(message, getLog(message)));
        } catch (RuntimeException e) {
            throw new SynapseException("Error accessing source element : " + source, e);
        }
        Errors errors = new Errors();
        try {
            Validator validator = schema.newValidator();
            validator.setErrorHandler(errors);
            validator.validate(content);
        } catch (SAXException | IOException e) {
            throw new SynapseException("Error validating " + source + " element", e);
        }
        if (errors.last != null) {
            message.setProperty(SynapseConstants.ERROR_MESSAGE, errors.last.getMessage());
            message.setProperty(SynapseConstants.ERROR_EXCEPTION, errors.last);
            message.setProperty(SynapseConstants.ERROR_DETAIL, FaultHandler.getStackTrace(errors.last));
        }
        return errors.last == null;
    }
}
