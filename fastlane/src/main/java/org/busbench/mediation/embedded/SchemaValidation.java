package org.busbench.mediation.embedded;

import java.io.IOException;
import java.util.List;
import java.util.Set;
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
import org.busbench.mediation.schema.CompiledSchema;
import org.busbench.mediation.schema.SchemaCompiler;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Synapse's {@code validate}, with schemas that are read when the configuration is. A message cannot add to them: what it says of the place of a schema is
 * not followed. For any thread.
 */
public final class SchemaValidation extends AbstractMediator {
    private static final int OF_CONTENT = 3;

    private final Schema schema;
    /** Kept, as a new one reads the texts of its errors again. */
    private final ThreadLocal<Validator> validators = ThreadLocal.withInitial(this::newValidator);

    /** Null if nothing of the schema is compiled, or it is not the body that is validated. */
    private final ThreadLocal<CompiledSchema.Reader> readers;

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
        List<StreamSource> sources = sources(mediator, configuration);
        schema = factory.newSchema(sources.toArray(Source[]::new));
        if (errors.last != null) {
            throw errors.last;
        }
        CompiledSchema compiled = mediator.getSource() == null
                ? SchemaCompiler.compiled(sources(mediator, configuration), factory.getResourceResolver())
                : null;
        readers = compiled == null ? null : ThreadLocal.withInitial(() -> new CompiledSchema.Reader(compiled));
    }

    private Validator newValidator() {
        return schema.newValidator();
    }

    private static List<StreamSource> sources(ValidateMediator mediator, SynapseConfiguration configuration) {
        return mediator.getSchemaKeys().stream()
                .map(Value::getKeyValue)
                .map(key -> source(configuration.getEntry(key), key))
                .toList();
    }

    private static StreamSource source(Object entry, String key) {
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

    /**
     * Finds out without a tree whether a message is valid.
     *
     * @param envelope in UTF-8
     * @param tokenizer of this thread
     * @return false if it is not, or only {@link #mediate} can tell
     */
    public boolean accepts(byte[] envelope, Tokenizer tokenizer) {
        if (readers == null) {
            return false;
        }
        CompiledSchema.Reader reader = readers.get();
        String soap = null;
        boolean inBody = false;
        boolean isRead = false;
        tokenizer.start(envelope, 0, envelope.length);
        tokenizer.complete();
        reader.start(tokenizer);
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            int depth = tokenizer.depth();
            boolean isContent = inBody && (depth >= OF_CONTENT || (token == Token.END && depth > 1));
            if (token == Token.REJECTED || token == Token.NEED_MORE || token == Token.INSTRUCTION) {
                return false;
            } else if (token == Token.START && depth <= OF_CONTENT) {
                Name name = tokenizer.tag().name();
                soap = depth == 1 ? name.namespace() : soap;
                if (!isPlaced(name, depth, soap, inBody)) {
                    return false;
                }
                inBody |= depth == 2 && name.local().equals("Body");
            }
            if (isContent && !isRead) {
                if (!reader.take(token, envelope)) {
                    return false;
                }
                // An element that has just ended is not counted.
                isRead = depth < OF_CONTENT;
            }
        }
        return isRead;
    }

    /** Whether an element may stand in an envelope of this namespace, in or before the body: a fault is not for sure, nor is what follows the body. */
    private static boolean isPlaced(Name name, int depth, String soap, boolean inBody) {
        boolean isOfSoap = name.namespace().equals(soap);
        return switch (depth) {
            case 1 -> SoapNamespaces.contains(soap) && name.local().equals("Envelope");
            case 2 -> !inBody && isOfSoap && Set.of("Header", "Body").contains(name.local());
            default -> !isOfSoap && (inBody || !name.namespace().isEmpty());
        };
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
            Validator validator = validators.get();
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
