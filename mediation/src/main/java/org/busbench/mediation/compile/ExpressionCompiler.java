package org.busbench.mediation.compile;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.transport.RequestResponseTransport;
import org.apache.axis2.transport.base.BaseConstants;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.MediatorProperty;
import org.apache.synapse.rest.RESTConstants;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.axiom.AxiomEvaluator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Held;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.fastlane.Value;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Expression.Strategy;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xpath.Variable;
import org.jaxen.JaxenException;

/** Compiles Synapse's expressions, and decides which properties they may read without the engine. */
final class ExpressionCompiler {

    private static final Set<String> OF_ERRORS = Set.of("ERROR_CODE", "ERROR_MESSAGE", "ERROR_DETAIL");

    /** Skips literals, and the prefixes of variables. */
    private static final Pattern PREFIX =
            Pattern.compile("\"[^\"]*\"|'[^']*'|\\$\\s*[\\w.-]+\\s*:|([\\w.-]+)\\s*:(?!:)");

    private static final Pattern FUNCTION = Pattern.compile("\"[^\"]*\"|'[^']*'|\\bfn:(?=[\\w-]+\\s*\\()");

    private static final List<String> OF_THE_ENGINE = List.of("synapse.", "_");

    /** An expression whose string is the text of a property, whatever that is; others convert numbers and booleans as XPath does. */
    private static final Pattern WHOLE_VARIABLE =
            Pattern.compile("\\s*(\\$(?:ctx|axis2):[\\w.-]+|get-property\\([^()]*\\))\\s*");

    private static final Set<String> ENGINE_PROPERTIES = constants(
            SynapseConstants.class,
            RESTConstants.class,
            NhttpConstants.class,
            PassThroughConstants.class,
            BaseConstants.class);

    /** What Axis2 asks a message for. */
    private static final Set<String> AXIS_PROPERTIES = constants(
            Constants.class,
            Constants.Configuration.class,
            HTTPConstants.class,
            AddressingConstants.class,
            WSDL2Constants.class,
            MessageContext.class,
            RequestResponseTransport.class);

    private ExpressionCompiler() {}

    /** An expression that can be evaluated without the engine. */
    static TypedExpression typed(SynapseXPath xpath, ResultType type, MessageState state) throws NotCompilable {
        Expression expression = parsed(xpath);
        if (expression.strategy(type) == Strategy.ENGINE) {
            throw new NotCompilable("\"" + xpath + "\": " + expression.reason(type));
        }
        for (Variable variable : expression.variables()) {
            boolean whole = (type == ResultType.STRING
                            || (type == ResultType.BOOLEAN && state.objects().get(variable.name()) == Held.TRUE))
                    && WHOLE_VARIABLE.matcher(xpath.toString()).matches();
            String reason = obstacle(variable, whole, state);
            if (reason != null) {
                throw new NotCompilable("\"" + xpath + "\": " + reason);
            }
        }
        TypedExpression typed = new TypedExpression(expression, type);
        String reason = typed.needsNoContent() ? null : obstacle(state);
        if (reason != null) {
            throw new NotCompilable("\"" + xpath + "\": " + reason);
        }
        return typed;
    }

    static Expression parsed(SynapseXPath xpath) {
        Map<String, String> namespaces = new HashMap<>();
        Map<?, ?> bound = xpath.getNamespaces();
        bound.forEach((prefix, namespace) -> namespaces.put(String.valueOf(prefix), String.valueOf(namespace)));
        return AxiomEvaluator.compile(plain(xpath.toString(), namespaces), namespaces);
    }

    /** A prefix without a name space is none to Jaxen where a function is called. */
    private static String plain(String xpath, Map<?, ?> namespaces) {
        return namespaces.containsKey("fn")
                ? xpath
                : FUNCTION.matcher(xpath)
                        .replaceAll(found -> Matcher.quoteReplacement(
                                String.valueOf(found.group()).replaceFirst("^fn:", "")));
    }

    /**
     * Refuses an expression of an embedded mediator that asks for what only the engine has.
     *
     * @return whether it asks for header fields
     */
    static boolean requireEmbeddable(SynapseXPath xpath, MessageState state) throws NotCompilable {
        Expression expression = parsed(xpath);
        String reason = expression.needsEngine();
        boolean readsFields = false;
        for (Variable variable : expression.variables()) {
            readsFields |= variable.prefix().equals("trp");
            boolean plain = switch (variable.prefix()) {
                case "url" -> true;
                case "trp" -> !state.objects().containsKey(MessageState.field(variable.name()));
                case "ctx" ->
                    (state.objects().get(variable.name()) == null
                                    || state.objects().get(variable.name()) == Held.XML)
                            && (!isEngineProperty(variable.name())
                                    || variable.name().equals(SynapseConstants.PROXY_SERVICE));
                case "message" -> isKnownOfTheMessage(variable.name(), state);
                default -> isReadableInAxis2(variable.name(), state);
            };
            reason = plain || reason != null
                    ? reason
                    : "the property '" + variable.name() + "' may be one of the engine's own, or no text";
        }
        if (reason != null) {
            throw new NotCompilable("\"" + xpath + "\": " + reason);
        }
        return readsFields;
    }

    /** The name of the property whose value an expression is; null for other expressions. */
    static String wholeProperty(SynapseXPath xpath) {
        Set<Variable> variables = Set.copyOf(parsed(xpath).variables());
        Variable only = variables.size() == 1 ? variables.iterator().next() : null;
        boolean isOne = only != null
                && only.prefix().equals("ctx")
                && WHOLE_VARIABLE.matcher(xpath.toString()).matches();
        return isOne ? only.name() : null;
    }

    private static boolean isEmbeddable(SynapseXPath xpath, MessageState state) {
        try {
            requireEmbeddable(xpath, state);
            return true;
        } catch (NotCompilable e) {
            return false;
        }
    }

    /** Whether {@code get-property()} tells of the message, or of the clock, what it would in the engine. */
    private static boolean isKnownOfTheMessage(String name, MessageState state) {
        return switch (name) {
            case SynapseConstants.SYSTEM_DATE, SynapseConstants.SYSTEM_TIME -> true;
            case SynapseConstants.HEADER_TO ->
                !state.is(Direction.FAULT) && state.to() == null && !state.is(Mark.NO_ADDRESS);
            case SynapseConstants.HEADER_ACTION -> state.is(Direction.REQUEST) && !state.isChanged("SOAPAction");
            case SynapseConstants.PROPERTY_MESSAGE_FORMAT -> state.is(Direction.REQUEST) && state.fault() == null;
            default -> name.startsWith(SynapseConstants.SYSTEM_DATE) || !state.is(Direction.FAULT);
        };
    }

    /** Whether the evaluation fails when it comes to a name with that prefix. */
    static boolean hasUnboundPrefix(SynapseXPath xpath) {
        return PREFIX.matcher(plain(xpath.toString(), xpath.getNamespaces()))
                .results()
                .map(found -> found.group(1))
                .anyMatch(prefix -> prefix != null && !xpath.getNamespaces().containsKey(prefix));
    }

    /** The string of an expression that is evaluated while the message streams in, or in no other way; null for others. */
    static Value beside(SynapseXPath xpath, MessageState state) {
        try {
            TypedExpression typed = typed(xpath, ResultType.STRING, state);
            boolean isCheaper = typed.isStreamed() && !typed.needsNoContent();
            return isCheaper || !isEmbeddable(xpath, state) ? new Value.Computed(typed, null, 0) : null;
        } catch (NotCompilable | IllegalArgumentException e) {
            // Synapse's own object evaluates it, or is refused.
            return null;
        }
    }

    /** An expression that asks for a property. */
    static SynapseXPath property(String name) throws NotCompilable {
        return synapse("get-property('" + name + "')");
    }

    static SynapseXPath synapse(String xpath) throws NotCompilable {
        try {
            return new SynapseXPath(xpath);
        } catch (JaxenException e) {
            throw new NotCompilable("\"" + xpath + "\": " + e.getMessage());
        }
    }

    /** The value of a header field. */
    static TypedExpression field(String name, MessageState state) throws NotCompilable {
        return typed(synapse("get-property('transport','" + name + "')"), ResultType.STRING, state);
    }

    /** The address of the client. */
    static TypedExpression address(MessageState state) throws NotCompilable {
        return typed(synapse("get-property('axis2','" + MessageContext.REMOTE_ADDR + "')"), ResultType.STRING, state);
    }

    /** The string of an expression. */
    static Value.Computed value(SynapseXPath xpath, MessageState state) throws NotCompilable {
        return new Value.Computed(typed(xpath, ResultType.STRING, state), null, 0);
    }

    /** A value that is a literal, or else the string of an expression. */
    static Value value(String literal, SynapseXPath xpath, MessageState state) throws NotCompilable {
        return literal != null ? new Value.Literal(literal) : value(xpath, state);
    }

    static Value value(MediatorProperty property, MessageState state) throws NotCompilable {
        return value(property.getValue(), property.getExpression(), state);
    }

    /**
     * Whether Synapse or one of its transports gives a property of this name a meaning, or may: a sequence that sets or reads it needs the engine.
     */
    static boolean isEngineProperty(String name) {
        return ENGINE_PROPERTIES.contains(name) || OF_THE_ENGINE.stream().anyMatch(name::startsWith);
    }

    /** The same of a property in the scope axis2. */
    static boolean isAxisProperty(String name) {
        return !name.startsWith("JMS_") && (isEngineProperty(name) || AXIS_PROPERTIES.contains(name));
    }

    /** Why an expression cannot look into the message at this place, or null. */
    private static String obstacle(MessageState state) {
        if (state.is(Direction.FAULT) && !state.is(Mark.OWN)) {
            return "the fault sequence looks into the message";
        }
        if (state.fault() != null) {
            return "the fault that was made is looked into";
        }
        return state.emptiedBy() != null ? "a message without its body is looked into" : null;
    }

    /** Why a variable, perhaps as a whole expression, cannot be read at this place, or null. */
    private static String obstacle(Variable variable, boolean whole, MessageState state) {
        String name = variable.name();
        return switch (variable.prefix()) {
            case "trp" -> state.isChanged(name) ? "the header field '" + name + "' was changed before" : null;
            case "ctx" -> {
                Held held = state.objects().get(name);
                if (held == Held.XML || (held != null && !whole)) {
                    yield "the property '" + name + "' may hold something else than a text";
                }
                yield isReadable(name, state) ? null : "the property '" + name + "' may be one of the engine's own";
            }
            case "message" ->
                isKnownOfTheMessage(name, state)
                        ? null
                        : "what get-property('" + name + "') tells is the engine's here";
            case "axis2" ->
                isReadableInAxis2(name, state) || (whole && !isAxisProperty(name))
                        ? null
                        : "the property '" + name + "' of the scope axis2 is the engine's";
            default -> null;
        };
    }

    private static boolean isReadable(String name, MessageState state) {
        boolean isKnown = state.is(Mark.INVALID) ? !name.equals("ERROR_CODE") : !state.is(Direction.ANSWER);
        return (OF_ERRORS.contains(name) && (isKnown || state.is(Direction.FAULT)))
                || !isEngineProperty(name)
                || name.equals(SynapseConstants.PROXY_SERVICE);
    }

    private static boolean isReadableInAxis2(String name, MessageState state) {
        return (name.equals("HTTP_SC") && state.is(Direction.ANSWER) && state.status() == 0)
                || ((name.equals("HTTP_METHOD") || name.equals(MessageContext.REMOTE_ADDR))
                        && state.is(Direction.REQUEST));
    }

    private static Set<String> constants(Class<?>... classes) {
        Set<String> names = new HashSet<>(List.of("LB_COOKIE_HEADER", "MessageID", SynapseConstants.PROXY_SERVICE));
        for (Class<?> constants : classes) {
            for (Field field : constants.getFields()) {
                if (field.getType() == String.class && Modifier.isStatic(field.getModifiers())) {
                    names.add(constant(field));
                }
            }
        }
        return Set.copyOf(names);
    }

    private static String constant(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a public constant of a public class: " + field, e);
        }
    }
}
