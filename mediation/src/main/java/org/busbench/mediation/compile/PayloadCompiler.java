package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.synapse.mediators.transform.PayloadFactoryMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.PayloadTemplate;
import org.busbench.mediation.fastlane.Value;
import org.busbench.mediation.xpath.ResultType;

/** Compiles {@code payloadFactory}: a format that is well-formed XML, with arguments in texts and attribute values, is a template. */
final class PayloadCompiler {

    /** As Synapse looks for arguments. */
    private static final Pattern ARGUMENT = Pattern.compile("\\$\\d+");
    /** Stand around the number of an argument in a template that is being made. */
    private static final Pattern MARK = Pattern.compile("\uE000(\\d+)\uE001");

    private PayloadCompiler() {}

    /** In a fault sequence, {@code payloadFactory} begins a message of its own. */
    static FlowInstruction payload(SequenceCompiler compiler, PayloadFactoryMediator factory, Position rest)
            throws NotCompilable {
        MessageState state = rest.state();
        if (!state.is(Direction.FAULT) || state.fault() != null || state.is(Mark.OWN)) {
            return ofTheMessage(compiler, factory, rest);
        }
        for (PayloadFactoryMediator.Argument argument : factory.getArgumentList()) {
            if (argument.getExpression() != null) {
                // It may not look into the message that has gone.
                ExpressionCompiler.value(argument.getExpression(), state);
            }
        }
        return new FlowInstruction.OwnMessage(ofTheMessage(compiler, factory, rest.with(state.with(Mark.OWN))));
    }

    /** Where it is embedded, its arguments become properties first. */
    private static FlowInstruction ofTheMessage(
            SequenceCompiler compiler, PayloadFactoryMediator factory, Position rest) throws NotCompilable {
        MessageState state = rest.state();
        Map<String, Value> values = new LinkedHashMap<>();
        EmbeddedMediator step = compiler.embedded.of(compiler.embedded.withProperties(factory, state, values), state);
        FlowInstruction next = compiler.compile(rest.read());
        FlowInstruction made = new FlowInstruction.Embedded(step, state.fields(), next, compiler.drop());
        for (Map.Entry<String, Value> value : values.entrySet()) {
            made = new FlowInstruction.SetProperty(
                    value.getKey(), null, new FlowInstruction.SetProperty(value.getKey(), value.getValue(), made));
        }
        List<Value> arguments = arguments(factory, state);
        PayloadTemplate template = arguments == null ? null : template(factory, arguments);
        if (template != null) {
            return new FlowInstruction.Rewrite(template, made, next);
        }
        compiler.steps.note(compiler.direction, factory, "embedded");
        return made;
    }

    /** Null for a format that is no template. */
    private static PayloadTemplate template(PayloadFactoryMediator factory, List<Value> values) {
        String format = factory.getFormat();
        if (format == null || format.indexOf('\uE000') >= 0) {
            return null;
        }
        Matcher found = ARGUMENT.matcher(format);
        StringBuilder marked = new StringBuilder("<dummy>");
        int count = 0;
        while (found.find()) {
            int number = Integer.parseInt(found.group().substring(1));
            if (number < 1 || number > factory.getArgumentList().size()) {
                return null;
            }
            found.appendReplacement(marked, "\uE000" + (number - 1) + "\uE001");
            count++;
        }
        found.appendTail(marked).append("</dummy>");
        try {
            return template(AXIOMUtil.stringToOM(marked.toString()), count, values);
        } catch (XMLStreamException | OMException e) {
            // It may become well-formed by an argument.
            return null;
        }
    }

    private static PayloadTemplate template(OMElement dummy, int count, List<Value> values) {
        StringBuilder content = new StringBuilder();
        int inValues = 0;
        for (Iterator<?> all = dummy.getChildElements(); all.hasNext(); ) {
            OMElement child = (OMElement) all.next();
            inValues += marks(child);
            content.append(child);
        }
        if (inValues != count) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        List<Integer> arguments = new ArrayList<>();
        Matcher mark = MARK.matcher(content);
        int at = 0;
        while (mark.find()) {
            texts.add(content.substring(at, mark.start()));
            arguments.add(Integer.valueOf(mark.group(1)));
            at = mark.end();
        }
        texts.add(content.substring(at));
        return arguments.size() == count ? new PayloadTemplate(texts, arguments, values) : null;
    }

    private static int marks(OMElement element) {
        int marks = 0;
        for (Iterator<?> all = element.getAllAttributes(); all.hasNext(); ) {
            marks += marks(((OMAttribute) all.next()).getAttributeValue());
        }
        for (Iterator<?> all = element.getChildren(); all.hasNext(); ) {
            OMNode child = (OMNode) all.next();
            if (child instanceof OMElement inner) {
                marks += marks(inner);
            } else if (child instanceof OMText text && text.getType() != OMNode.CDATA_SECTION_NODE) {
                marks += marks(text.getText());
            }
        }
        return marks;
    }

    private static int marks(String text) {
        return (int) MARK.matcher(text).results().count();
    }

    /** Null when one of them is evaluated by Synapse's own object. */
    private static List<Value> arguments(PayloadFactoryMediator factory, MessageState state) {
        List<Value> all = new ArrayList<>();
        try {
            for (PayloadFactoryMediator.Argument argument : factory.getArgumentList()) {
                all.add(
                        argument.getExpression() == null
                                ? new Value.Literal(argument.getValue())
                                : new Value.Computed(
                                        ExpressionCompiler.typed(argument.getExpression(), ResultType.STRING, state),
                                        null,
                                        0));
            }
            return all;
        } catch (NotCompilable | IllegalArgumentException e) {
            return null;
        }
    }
}
