package org.busbench.mediation.fastlane;

import java.util.ArrayDeque;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.busbench.mediation.axiom.AxiomEvaluator;
import org.busbench.mediation.embedded.SchemaValidation;
import org.busbench.mediation.json.JsonReader;
import org.busbench.mediation.json.JsonWriter;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.SymbolTable;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.JointEvaluator;
import org.busbench.mediation.xslt.MessageTransformer;
import org.busbench.mediation.xslt.TransformationException;

/**
 * What one thread needs to evaluate expressions, to transform messages and to format log lines; kept from message to message.
 *
 * <p>Belongs to one thread. An evaluation that waits for more bytes is lent out and serves no other message meanwhile.
 */
final class ThreadTools {
    private static final int MOST_IDLE = 64;

    private final Limits limits;
    private final int mostBytes;
    private final int mostOfTree;
    private MessageTransformer transformer;
    private final ArrayDeque<Evaluator> idle = new ArrayDeque<>();
    /** Of all tokenizers here, so that one more costs a few kilobytes. */
    private final SymbolTable symbols = new SymbolTable();

    private final JointEvaluator joint;
    private final AxiomEvaluator tree;
    private final ConformingParser parser;
    private final LogFormatter logFormatter;
    private final Tokenizer tokenizer;
    private final JsonReader json;

    private ThreadTools(Limits limits, int mostBytes, int mostOfTree) {
        this.limits = limits;
        this.mostBytes = mostBytes;
        this.mostOfTree = mostOfTree;
        this.transformer = newTransformer();
        this.joint = new JointEvaluator(new Tokenizer(limits, symbols));
        this.tree = new AxiomEvaluator(mostOfTree);
        this.parser = new ConformingParser(limits);
        this.logFormatter = new LogFormatter(parser);
        this.tokenizer = new Tokenizer(limits, symbols);
        this.json = new JsonReader(limits);
    }

    /** The tools of each thread that asks, for messages and results of so many bytes, of which so many may become a tree. */
    static ThreadLocal<ThreadTools> ofThreads(Limits limits, int mostBytes, int mostOfTree) {
        return ThreadLocal.withInitial(() -> new ThreadTools(limits, mostBytes, mostOfTree));
    }

    /** One that no other message uses until it is given back. */
    Evaluator borrow() {
        Evaluator last = idle.pollLast();
        return last != null ? last : new Evaluator(new Tokenizer(limits, symbols), parser, mostBytes, tree);
    }

    void giveBack(Evaluator evaluation) {
        if (idle.size() < MOST_IDLE) {
            idle.addLast(evaluation);
        }
    }

    /** The evaluator of several expressions on whole messages. */
    JointEvaluator joint() {
        return joint;
    }

    LogFormatter logFormatter() {
        return logFormatter;
    }

    /** Whether a message is a SOAP envelope by its root element. */
    boolean isEnvelope(byte[] message, String charset) {
        return transformer.isEnvelope(message, charset);
    }

    void requireWellFormed(byte[] message, String charset) throws MalformedXmlException {
        parser.check(message, 0, message.length, charset);
    }

    /** The envelope that JSON in UTF-8 becomes. */
    byte[] ofJson(byte[] message) throws MalformedXmlException {
        return json.envelope(message, null, mostBytes);
    }

    /** The JSON that an envelope becomes. */
    byte[] asJson(byte[] envelope, String charset) throws MalformedXmlException {
        requireTree(envelope.length);
        try {
            return JsonWriter.json(parser.reader(envelope, 0, envelope.length, charset));
        } catch (XMLStreamException e) {
            throw new MalformedXmlException("the message cannot become JSON: " + e.getMessage(), e);
        }
    }

    /** Refuses a message that is too long to become a tree. */
    void requireTree(long bytes) throws MalformedXmlException {
        if (bytes > mostOfTree) {
            throw new MalformedXmlException(
                    "a message of " + bytes + " bytes needs a tree, for which it may have " + mostOfTree
                            + ": raise --limit reading",
                    null);
        }
    }

    /** As {@link PayloadTemplate#change}. */
    byte[] change(ContentChange change, byte[] message, ExpressionValues values) throws MalformedXmlException {
        if (change instanceof PayloadTemplate template) {
            return template.change(message, values, this);
        }
        if (change instanceof SignatureCheck check) {
            requireTree(message.length);
            return check.change(message, tokenizer);
        }
        return change instanceof BlockRemoval removal
                ? removal.change(message, tokenizer)
                : ((Enrichment) change).change(message, values, this);
    }

    /** As {@link SchemaValidation#judge}. */
    SchemaValidation.Verdict judge(SchemaValidation schema, byte[] message) {
        return schema.judge(message, tokenizer);
    }

    /** As {@link AddressingHeaders#add}. */
    byte[] address(byte[] message, EndpointSpec.Addressing to, String action) {
        return AddressingHeaders.add(message, to, action, tokenizer);
    }

    byte[] transform(
            FlowInstruction.Transform transform, Map<String, String> parameters, byte[] message, String charset)
            throws TransformationException {
        byte[] result;
        try {
            result = transformer.transform(transform.stylesheet(), transform.selection(), parameters, message, charset);
        } catch (RuntimeException | Error e) {
            // In any state, and perhaps with the memory of a large message.
            transformer = newTransformer();
            throw e;
        }
        if (transform.selection() == MessageTransformer.Part.ENVELOPE && !isEnvelope(result, null)) {
            // As in Synapse, nothing else takes the place of an envelope.
            throw new TransformationException(
                    TransformationException.Kind.STYLESHEET,
                    "the stylesheet '" + transform.stylesheet().name() + "' made something else of the SOAP envelope",
                    null);
        }
        return result;
    }

    private MessageTransformer newTransformer() {
        return new MessageTransformer(limits, mostBytes, mostOfTree);
    }
}
