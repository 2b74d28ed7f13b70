package org.busbench.mediation.xslt;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import net.sf.saxon.event.Builder;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.instruct.GlobalParameterSet;
import net.sf.saxon.om.NamePool.NamePoolLimitException;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.trans.XsltController;
import net.sf.saxon.value.StringValue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.SaxonTokenFeed.ElementCache;
import org.busbench.mediation.xslt.stream.Transducer;

/**
 * Transforms messages: a part of the envelope goes through a stylesheet, and its result takes that part's place; every other byte stays as it was. A
 * stylesheet that needs no tree gets none. A message that the tokenizer rejects is read by the conforming parser and written anew, in UTF-8.
 *
 * <pre>
 * byte[] result = transformer.transform(stylesheet, Part.FIRST_IN_BODY, Map.of(), message, null);
 * </pre>
 *
 * <p>Confined to one thread; never waits, but takes about as long as the message is large: large messages do not belong on an I/O thread.
 */
public final class MessageTransformer {

    private static final int MOST_LOADED = 64;

    private final IdentityHashMap<Stylesheet, StylesheetRun> loaded = new IdentityHashMap<>();
    private final EnvelopeReader envelope;
    private final int mostBytes;
    private final int mostOfTree;
    /** Weak, so that it goes with its generation. */
    private WeakReference<ElementCache> elements = new WeakReference<>(null);

    /** The names of the message under way, once it has become a tree; else null. */
    private SaxonNames names;

    private final ConformingParser conforming;
    private final ResultSerializer result;

    /**
     * @param limits what a message may hold
     * @param mostBytes what a result may grow to
     * @param mostOfTree how long a message may be that has to become a tree, in bytes
     */
    public MessageTransformer(Limits limits, int mostBytes, int mostOfTree) {
        this.mostBytes = mostBytes;
        this.mostOfTree = mostOfTree;
        this.envelope = new EnvelopeReader(limits);
        this.conforming = new ConformingParser(limits);
        this.result = new ResultSerializer(mostBytes);
    }

    /**
     * Transforms one message.
     *
     * @param message its bytes, all of them
     * @param charset the charset that the transport names, or null to go by the message itself
     * @return the result, in UTF-8
     * @throws SaxonNotReadyException when it can be transformed later
     * @throws TransformationException when it fails
     */
    public byte[] transform(
            Stylesheet stylesheet, Part selection, Map<String, String> parameters, byte[] message, String charset)
            throws TransformationException {
        StylesheetRun transformation = load(stylesheet);
        requireCharacters(parameters);
        try {
            byte[] made = isUtf8(charset) ? directly(transformation, selection, parameters, message) : null;
            return made != null ? made : conformingly(transformation, selection, parameters, message, charset);
        } finally {
            if (names != null) {
                names = null;
                result.forget();
            }
        }
    }

    private static void requireCharacters(Map<String, String> parameters) throws TransformationException {
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            if (!parameter.getValue().codePoints().allMatch(Characters::isAllowed)) {
                throw new TransformationException(
                        TransformationException.Kind.STYLESHEET,
                        "the parameter '" + parameter.getKey() + "' holds a character that XML does not allow",
                        null);
            }
        }
    }

    /**
     * Returns whether a message is a SOAP envelope by its root element, further than which it is not read. A message with a document type counts as one: the
     * evaluation or the transformation refuses it.
     */
    public boolean isEnvelope(byte[] message, String charset) {
        if (isUtf8(charset) && envelope.find(Part.ENVELOPE, message) >= 0) {
            return true;
        }
        try {
            XMLStreamReader reader = conforming.reader(message, 0, message.length, charset);
            int event = reader.next();
            while (event != XMLStreamReader.START_ELEMENT && event != XMLStreamReader.DTD) {
                event = reader.next();
            }
            return event == XMLStreamReader.DTD || isSoap(reader, "Envelope");
        } catch (XMLStreamException e) {
            return false;
        }
    }

    private static boolean isUtf8(String charset) {
        return charset == null || charset.equalsIgnoreCase("UTF-8") || charset.equalsIgnoreCase("US-ASCII");
    }

    private SaxonNames names(Stylesheet stylesheet, int length) throws TransformationException {
        if (length > mostOfTree) {
            throw new TransformationException(
                    TransformationException.Kind.MALFORMED,
                    "a message of " + length + " bytes needs a tree, and may have " + mostOfTree
                            + ": raise --limit reading",
                    null);
        }
        if (names == null) {
            SaxonGeneration generation = stylesheet.all().generation();
            if (generation == null) {
                throw new SaxonNotReadyException(
                        "the stylesheets are not compiled for trees yet",
                        stylesheet.all().renew(null),
                        null);
            }
            names = new SaxonNames(generation);
        }
        return names;
    }

    private StylesheetRun load(Stylesheet stylesheet) {
        StylesheetRun known = loaded.get(stylesheet);
        if (known == null) {
            if (loaded.size() >= MOST_LOADED) {
                loaded.clear();
            }
            known = new StylesheetRun(stylesheet, mostBytes);
            loaded.put(stylesheet, known);
        }
        return known;
    }

    /** Null when the tokenizer rejected the message. */
    private byte[] directly(
            StylesheetRun transformation, Part selection, Map<String, String> parameters, byte[] message)
            throws TransformationException {
        int begin = envelope.find(selection, message);
        if (begin < 0) {
            return null;
        }
        Transducer transducer = transformation.transducer;
        if (transducer == null) {
            return onTree(transformation, selection, parameters, message, begin);
        }
        switch (transducer.run(envelope.tokenizer, message, envelope.body, parameters)) {
            case DONE -> {
                return inPlace(message, begin, transducer.bytes(), transducer.length());
            }
            case LEFT_TO_TREE -> {
                envelope.find(selection, message);
                return onTree(transformation, selection, parameters, message, begin);
            }
            default -> {
                return null;
            }
        }
    }

    /** The message with a result in the place of the part that the tokenizer has read; null when it rejects the rest. */
    private byte[] inPlace(byte[] message, int begin, byte[] made, int length) {
        int end = envelope.tokenizer.bytesRead();
        if (!envelope.restIsWellFormed()) {
            return null;
        }
        byte[] all = new byte[begin + length + message.length - end];
        System.arraycopy(message, 0, all, 0, begin);
        System.arraycopy(made, 0, all, begin, length);
        System.arraycopy(message, end, all, begin + length, message.length - end);
        return all;
    }

    /** The same, with the part that begins at {@code begin} as a tree. */
    private byte[] onTree(
            StylesheetRun transformation, Part selection, Map<String, String> parameters, byte[] message, int begin)
            throws TransformationException {
        SaxonNames ofMessage = names(transformation.stylesheet, message.length);
        ElementCache known = elements(ofMessage.generation());
        known.follow(envelope.tokenizer.generation());
        try {
            TreeRun run = transformation.begin(ofMessage.generation());
            NamespaceMap around = selection == Part.ENVELOPE
                    ? NamespaceMap.emptyMap()
                    : known.namespaces(envelope.body.namespaces(), ofMessage);
            SaxonTokenFeed tokens = new SaxonTokenFeed(envelope.tokenizer, known, ofMessage);
            if (tokens.element(message, run.source) != Token.END) {
                return null;
            }
            result.reset(around);
            result.beginPart();
            run.finish(parameters, result);
            result.endPart();
            requireOneElement(transformation);
            return inPlace(message, begin, result.bytes(), result.length());
        } catch (XPathException e) {
            throw failed(transformation, ofMessage.generation(), e);
        } catch (NamePoolLimitException e) {
            throw spent(transformation, ofMessage.generation(), e);
        }
    }

    private ElementCache elements(SaxonGeneration saxon) {
        ElementCache known = elements.get();
        if (known == null || known.saxon() != saxon) {
            known = saxon.kept(this, ElementCache.class, () -> new ElementCache(saxon));
            elements = new WeakReference<>(known);
        }
        return known;
    }

    private byte[] conformingly(
            StylesheetRun transformation,
            Part selection,
            Map<String, String> parameters,
            byte[] message,
            String charset)
            throws TransformationException {
        int wanted = selection == Part.ENVELOPE ? 1 : 3;
        boolean transformed = false;
        boolean inBody = false;
        byte[] made;
        SaxonNames ofMessage = names(transformation.stylesheet, message.length);
        try {
            XMLStreamReader reader = conforming.reader(message, 0, message.length, charset);
            SaxonEventFeed events = new SaxonEventFeed(reader, ofMessage);
            result.reset(NamespaceMap.emptyMap());
            while (reader.hasNext()) {
                boolean begins = reader.next() == XMLStreamReader.START_ELEMENT;
                int depth = events.depth() + 1;
                if (begins && depth == 1 && !isSoap(reader, "Envelope")) {
                    throw new TransformationException(
                            TransformationException.Kind.NO_SOURCE,
                            "the message is no SOAP envelope but '" + reader.getLocalName() + "'",
                            null);
                }
                if (begins && depth == 2) {
                    inBody = isSoap(reader, "Body");
                }
                if (begins && depth == wanted && !transformed && (inBody || wanted == 1)) {
                    element(reader, events, transformation.begin(ofMessage.generation()), parameters);
                    transformed = true;
                } else {
                    events.pass(result);
                }
            }
            made = Arrays.copyOf(result.bytes(), result.length());
        } catch (XMLStreamException e) {
            throw new TransformationException(
                    TransformationException.Kind.MALFORMED,
                    "XML that is not well-formed: " + Stylesheet.oneLine(e.getMessage()),
                    e);
        } catch (XPathException e) {
            throw failed(transformation, ofMessage.generation(), e);
        } catch (NamePoolLimitException e) {
            throw spent(transformation, ofMessage.generation(), e);
        }
        if (!transformed) {
            throw new TransformationException(
                    TransformationException.Kind.NO_SOURCE, "there is no element in the SOAP body to transform", null);
        }
        requireOneElement(transformation);
        return made;
    }

    /** The source, from the start tag at which the parser stands to its end, and the result in its place. */
    private void element(XMLStreamReader reader, SaxonEventFeed events, TreeRun run, Map<String, String> parameters)
            throws XPathException, XMLStreamException {
        int outer = events.depth();
        events.pass(run.source);
        while (events.depth() > outer) {
            reader.next();
            events.pass(run.source);
        }
        result.beginPart();
        run.finish(parameters, result);
        result.endPart();
    }

    private void requireOneElement(StylesheetRun transformation) throws TransformationException {
        if (result.roots() != 1) {
            throw new TransformationException(
                    TransformationException.Kind.STYLESHEET,
                    "the stylesheet '" + transformation.stylesheet.name() + "' made " + result.roots()
                            + " elements where one is needed",
                    null);
        }
    }

    private static TransformationException failed(
            StylesheetRun transformation, SaxonGeneration generation, XPathException e) {
        if (e instanceof SaxonNames.PoolSpent) {
            return spent(transformation, generation, e);
        }
        return new TransformationException(
                TransformationException.Kind.STYLESHEET,
                "the stylesheet '" + transformation.stylesheet.name() + "' failed: "
                        + Stylesheet.oneLine(e.getMessage()),
                e);
    }

    private static TransformationException spent(
            StylesheetRun transformation, SaxonGeneration generation, Exception cause) {
        return new SaxonNotReadyException(
                "messages bring new names faster than stylesheets can be compiled anew",
                transformation.stylesheet.all().renew(generation),
                cause);
    }

    private static boolean isSoap(XMLStreamReader reader, String local) {
        return EnvelopeReader.isSoap(reader.getNamespaceURI(), reader.getLocalName(), local);
    }

    /** Which part of a message a stylesheet gets, and its result replaces. */
    public enum Part {
        /** The first element in the SOAP body: what Synapse takes when the mediator names no source. */
        FIRST_IN_BODY,
        /** The whole envelope. */
        ENVELOPE
    }

    /** A stylesheet that this thread has used before. */
    private static final class StylesheetRun {

        private static final Log LOG = LogFactory.getLog(Stylesheet.class);

        private final Stylesheet stylesheet;
        /** Null when it needs a tree. */
        private final Transducer transducer;

        StylesheetRun(Stylesheet stylesheet, int mostBytes) {
            this.stylesheet = stylesheet;
            this.transducer = stylesheet.program() == null ? null : new Transducer(stylesheet.program(), mostBytes);
        }

        /** Begins with one message. */
        TreeRun begin(SaxonGeneration generation) throws XPathException {
            XsltController controller = generation.newController(stylesheet.source());
            controller.setErrorReporter(error -> LOG.debug(error.getMessage()));
            controller.setMessageHandler(message ->
                    LOG.info(stylesheet.name() + ": " + message.getContent().getStringValue()));
            return new TreeRun(controller);
        }
    }

    /** A stylesheet at work on one message: takes the source as events, then pushes the result out as events. */
    private static final class TreeRun {

        private final XsltController controller;
        private final Builder builder;
        /** Where the source goes: one element. Whitespace is stripped as the stylesheet says. */
        private final Receiver source;

        TreeRun(XsltController controller) throws XPathException {
            this.controller = controller;
            this.builder = controller.makeBuilder();
            this.source = controller.makeStripper(builder);
            source.open();
            source.startDocument(0);
        }

        /** Transforms what came in. */
        void finish(Map<String, String> parameters, ResultSerializer to) throws XPathException {
            source.endDocument();
            source.close();
            NodeInfo document = builder.getCurrentRoot();
            GlobalParameterSet values = new GlobalParameterSet();
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                values.put(
                        StructuredQName.fromClarkName(parameter.getKey()),
                        StringValue.makeStringValue(parameter.getValue()));
            }
            PipelineConfiguration pipeline = controller.makePipelineConfiguration();
            to.setPipelineConfiguration(pipeline);
            controller.setGlobalContextItem(document, true);
            controller.initializeController(values);
            controller.applyTemplates(document, to);
        }
    }

    /**
     * A SOAP message on its way through the tokenizer, up to the part of it that is to be transformed, and from its end on.
     *
     * <p>Confined to one thread.
     */
    static final class EnvelopeReader {

        final Tokenizer tokenizer;
        /** The start tag of the SOAP body around the part, or null when the part is the envelope. */
        Tag body;

        EnvelopeReader(Limits limits) {
            this.tokenizer = new Tokenizer(limits);
        }

        /** Begins with a message and reads up to the start tag of the part: its index, or -1 when the tokenizer gave up or there is no such part. */
        int find(Part selection, byte[] message) {
            tokenizer.start(message, 0, message.length);
            tokenizer.complete();
            body = null;
            int wanted = selection == Part.ENVELOPE ? 1 : 3;
            while (true) {
                Token token = tokenizer.next();
                if (token == Token.REJECTED || token == Token.END_DOCUMENT || token == Token.NEED_MORE) {
                    return -1;
                }
                if (token != Token.START) {
                    continue;
                }
                Tag tag = tokenizer.tag();
                if (tokenizer.depth() == 1) {
                    if (!isSoap(tag.name().namespace(), tag.name().local(), "Envelope")) {
                        return -1;
                    }
                } else if (tokenizer.depth() == 2) {
                    body = isSoap(tag.name().namespace(), tag.name().local(), "Body") ? tag : null;
                }
                if (tokenizer.depth() == wanted && (wanted == 1 || body != null)) {
                    return tokenizer.tagFrom();
                }
            }
        }

        /** Reads what follows the part. */
        boolean restIsWellFormed() {
            Token token = tokenizer.next();
            while (token != Token.END_DOCUMENT) {
                if (token == Token.REJECTED || token == Token.NEED_MORE) {
                    return false;
                }
                token = tokenizer.next();
            }
            return true;
        }

        static boolean isSoap(String namespace, String local, String wanted) {
            return wanted.equals(local) && SoapNamespaces.contains(namespace);
        }
    }
}
