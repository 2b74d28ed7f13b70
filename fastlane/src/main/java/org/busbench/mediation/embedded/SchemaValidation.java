package org.busbench.mediation.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
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
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Synapse's {@code validate}, with schemas that are read when the configuration is. A message cannot add to them: what it says of the place of a schema is
 * not followed. For any thread.
 */
public final class SchemaValidation extends AbstractMediator {
    private static final int OF_CONTENT = 3;

    private final Schema schema;
    /** Whether the first element of the body is validated, and not what an expression selects. */
    private final boolean ofContent;

    private final ThreadLocal<Events> events = ThreadLocal.withInitial(this::newEvents);
    private final SourceXPathSupport source = new SourceXPathSupport();

    /**
     * Reads the schemas. They may import files, and what the mediator's {@code resource} elements name.
     *
     * @throws SAXException when they are no schemas, or name a DTD or an address
     */
    public SchemaValidation(ValidateMediator mediator, SynapseConfiguration configuration) throws SAXException {
        source.setXPath(mediator.getSource());
        ofContent = mediator.getSource() == null;
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

    private Events newEvents() {
        return new Events(schema.newValidator());
    }

    /** What is wrong with a message; valid without an error. */
    public record Verdict(SAXParseException error) {

        /** Whether nothing is wrong. */
        public boolean isValid() {
            return error == null;
        }

        /** Sets the properties that say what is wrong, if anything is. */
        public void tell(BiConsumer<String, Object> properties) {
            if (error != null) {
                properties.accept(SynapseConstants.ERROR_MESSAGE, error.getMessage());
                properties.accept(SynapseConstants.ERROR_EXCEPTION, error);
                properties.accept(SynapseConstants.ERROR_DETAIL, FaultHandler.getStackTrace(error));
            }
        }
    }

    /**
     * Judges a message without a tree.
     *
     * @param envelope in UTF-8
     * @param tokenizer of this thread
     * @return null if only {@link #mediate} can judge it
     */
    public Verdict judge(byte[] envelope, Tokenizer tokenizer) {
        try {
            Events own = ofContent ? events.get() : null;
            if (own == null || !own.tell(envelope, tokenizer, false)) {
                return null;
            }
            if (own.errors.last != null) {
                own.tell(envelope, tokenizer, true);
            }
            return new Verdict(own.errors.last);
        } catch (SAXException | IOException e) {
            return null;
        }
    }

    /**
     * Tells a validator what stands in the body. It is a reader, since only a reader can promise that the strings of names are interned, and Xerces looks up
     * each one anew else. For one thread.
     */
    private static final class Events extends XMLFilterImpl {
        private final Validator validator;
        private final SAXSource source = new SAXSource(this, new InputSource());
        private final AttributesImpl attributes = new AttributesImpl();
        private final Errors errors = new Errors();
        private byte[] envelope;
        private Tokenizer tokenizer;
        /** Whether names are told with their prefixes, which only the wording of an error needs. */
        private boolean prefixed;

        private boolean isTold;

        Events(Validator validator) {
            this.validator = validator;
            validator.setErrorHandler(errors);
        }

        /** False if there is no content, or something in it that Synapse may refuse before it validates. */
        boolean tell(byte[] message, Tokenizer ofThread, boolean withPrefixes) throws SAXException, IOException {
            envelope = message;
            tokenizer = ofThread;
            prefixed = withPrefixes;
            isTold = false;
            errors.last = null;
            try {
                validator.validate(source);
            } finally {
                envelope = null;
                tokenizer = null;
            }
            return isTold;
        }

        @Override
        public boolean getFeature(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
            return name.equals("http://xml.org/sax/features/string-interning") || super.getFeature(name);
        }

        @Override
        public void parse(InputSource ignored) throws SAXException {
            String soap = null;
            boolean inBody = false;
            boolean isBegun = false;
            tokenizer.start(envelope, 0, envelope.length);
            tokenizer.complete();
            startDocument();
            for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
                int depth = tokenizer.depth();
                boolean isContent = inBody && (depth >= OF_CONTENT || (token == Token.END && depth > 1));
                if (token == Token.REJECTED || token == Token.NEED_MORE || token == Token.INSTRUCTION) {
                    return;
                } else if (token == Token.START && depth <= OF_CONTENT) {
                    Name name = tokenizer.tag().name();
                    soap = depth == 1 ? name.namespace() : soap;
                    if (!isPlaced(name, depth, soap, inBody)) {
                        return;
                    }
                    inBody |= depth == 2 && name.local().equals("Body");
                }
                if (isContent && !isBegun) {
                    // An element that has just ended is not counted.
                    tell(token);
                    isBegun = depth < OF_CONTENT;
                }
            }
            endDocument();
            isTold = isBegun;
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

        private void tell(Token token) throws SAXException {
            switch (token) {
                case START -> start(tokenizer.tag(), tokenizer.attributes(), tokenizer.depth());
                case END -> {
                    Name name = tokenizer.tag().name();
                    endElement(
                            name.namespace(),
                            name.local(),
                            written(name, tokenizer.tag().prefix()));
                }
                case TEXT -> {
                    int length = tokenizer.to() - tokenizer.from();
                    characters(new String(envelope, tokenizer.from(), length, StandardCharsets.UTF_8).toCharArray());
                }
                case CHARACTER -> characters(Character.toChars(tokenizer.codePoint()));
                default -> {}
            }
        }

        private String written(Name name, String prefix) {
            return prefixed && !prefix.isEmpty() ? (prefix + ':' + name.local()).intern() : name.local();
        }

        private void start(Tag tag, Attributes all, int depth) throws SAXException {
            if (depth == OF_CONTENT || tag.declaresNamespaces()) {
                Map<String, String> namespaces = tag.namespaces();
                namespaces.putIfAbsent("", "");
                for (Map.Entry<String, String> one : namespaces.entrySet()) {
                    startPrefixMapping(one.getKey().intern(), one.getValue().intern());
                }
            }
            attributes.clear();
            for (int i = 0; i < all.count(); i++) {
                Name one = all.name(i);
                String asWritten = written(one, all.prefix(i));
                attributes.addAttribute(one.namespace(), one.local(), asWritten, "CDATA", all.value(i));
            }
            Name name = tag.name();
            startElement(name.namespace(), name.local(), written(name, tag.prefix()), attributes);
        }

        private void characters(char[] text) throws SAXException {
            characters(text, 0, text.length);
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
        Verdict verdict = new Verdict(errors.last);
        verdict.tell(message::setProperty);
        return verdict.isValid();
    }
}
