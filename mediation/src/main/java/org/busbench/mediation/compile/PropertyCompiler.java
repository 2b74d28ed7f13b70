package org.busbench.mediation.compile;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.util.JavaUtils;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.fastlane.BoundedPattern;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.HeaderField;
import org.busbench.mediation.fastlane.Value;
import org.busbench.mediation.xpath.ResultType;

/** Compiles {@code property} and {@code header}: which ones the fast lane knows, and what they change. */
final class PropertyCompiler {

    /** Fields that the engine's transport writes itself. */
    private static final Set<String> NOT_CHANGEABLE =
            Set.of("content-type", "date", "host", "server", "soapaction", "user-agent");

    /** Fields of one connection, and fields that frame the message: neither lane sends what a sequence says. */
    private static final Set<String> WRITTEN_ANEW = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Names by which {@code header} changes how a message is addressed. */
    private static final Set<String> ADDRESSING = Set.of(
            SynapseConstants.HEADER_TO,
            SynapseConstants.HEADER_FROM,
            SynapseConstants.HEADER_ACTION,
            SynapseConstants.HEADER_FAULT,
            SynapseConstants.HEADER_REPLY_TO,
            SynapseConstants.HEADER_RELATES_TO);

    private static final String NO_REPLY_TO = "get-property('ReplyTo')";

    private static final Set<String> MESSAGE_TYPES = Set.of("messageType", "ContentType");

    /** Properties that have a message sent with a length instead of in chunks; a fault always has a length. */
    private static final Set<String> WITH_A_LENGTH = Set.of(
            PassThroughConstants.DISABLE_CHUNKING,
            PassThroughConstants.FORCE_HTTP_1_0,
            NhttpConstants.FORCE_HTTP_CONTENT_LENGTH);

    /** Properties that have the engine keep header blocks which it has processed; the fast lane processes none and keeps all. */
    private static final Set<String> PRESERVING =
            Set.of(SynapseConstants.PRESERVE_PROCESSED_HEADERS, SynapseConstants.PRESERVE_WS_ADDRESSING);

    /** Properties of axis2 that, if they are false, say what is so without them: no attachments are made. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of(Constants.Configuration.ENABLE_MTOM, Constants.Configuration.ENABLE_SWA);

    /** Content types whose usual formatter writes no SOAP. */
    private static final Set<String> OTHER_FORMATS = Set.of("application/xml", "application/x-www-form-urlencoded");

    /** Statuses of answers that end with their head. */
    static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private static final String TEXT = "STRING";

    /** The types of properties that become a number or a boolean, and the text that this has. */
    private static final Map<String, UnaryOperator<String>> CONVERSIONS = Map.of(
            "BOOLEAN", text -> Boolean.toString(JavaUtils.isTrueExplicitly(text)),
            "DOUBLE", text -> Double.toString(Double.parseDouble(String.valueOf(text))),
            "FLOAT", text -> Float.toString(Float.parseFloat(String.valueOf(text))),
            "INTEGER", text -> Integer.toString(Integer.parseInt(text)),
            "LONG", text -> Long.toString(Long.parseLong(text)),
            "SHORT", text -> Short.toString(Short.parseShort(text)));

    private PropertyCompiler() {}

    /** Whether it sets or removes a property of the message. */
    static boolean isOfMessage(PropertyMediator property) {
        return property.getScope() == null || property.getScope().equals(XMLConfigConstants.SCOPE_DEFAULT);
    }

    /** Whether it sets the method of SOAP, or names a type that no formatter writes, or one that writes SOAP: then SOAP stays SOAP. */
    static boolean keepsSoap(PropertyMediator property, Formats formats) {
        boolean isOfAxis2 = XMLConfigConstants.SCOPE_AXIS2.equals(property.getScope());
        if (isOfAxis2 && property.getName().equals(Constants.Configuration.HTTP_METHOD) && isSet(property, "POST")) {
            return true;
        }
        if (isOfAxis2 && isPostfix(property) && property.getValue() != null) {
            // Only messages without SOAP go below an endpoint's address.
            return true;
        }
        if (!isOfAxis2
                || !property.getName().equals("messageType")
                || property.getAction() != PropertyMediator.ACTION_SET
                || !(property.getValue() instanceof String type)) {
            return false;
        }
        String mediaType = type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return !OTHER_FORMATS.contains(mediaType)
                && !mediaType.startsWith("multipart/")
                && !formats.written().contains(mediaType);
    }

    /** Whether it sets what follows the endpoint's address. */
    static boolean isPostfix(PropertyMediator property) {
        return property.getName().equals(PassThroughConstants.REST_URL_POSTFIX);
    }

    /** Whether it names the type of a message, which the formatter of SOAP does not ask for. */
    static boolean namesType(PropertyMediator property) {
        return XMLConfigConstants.SCOPE_AXIS2.equals(property.getScope())
                && property.getName().equals(Constants.Configuration.CONTENT_TYPE)
                && property.getAction() == PropertyMediator.ACTION_SET
                && property.getValue() instanceof String;
    }

    /** What follows {@code ContentType}, by which the engine would read a message that no step before has read. */
    static FlowInstruction unread(FlowInstruction next) throws NotCompilable {
        if (Flow.looksIntoContent(next)) {
            throw new NotCompilable("the property 'ContentType' before the message is read");
        }
        return next;
    }

    /** After such a property. */
    static MessageState withoutMeaning(PropertyMediator property, MessageState state) {
        boolean isOfOthers = isPostfix(property) || property.getName().equals(Constants.Configuration.CONTENT_TYPE);
        MessageState typed = isSet(property, "text/xml") ? state.with(Mark.TYPED) : state;
        return isOfOthers ? state.with(Mark.POSTFIX) : typed;
    }

    /** Whether it has a message written without its envelope. */
    static boolean leavesEnvelope(PropertyMediator property, Formats formats) {
        return XMLConfigConstants.SCOPE_AXIS2.equals(property.getScope())
                && property.getName().equals("messageType")
                && isSet(property, "application/xml")
                && !formats.written().contains("application/xml");
    }

    /** Whether it has an answer written as JSON, or names that type again. */
    static boolean makesJson(PropertyMediator property, Formats formats, MessageState state) {
        return formats.writesJson()
                && state.is(Direction.ANSWER)
                && state.fault() == null
                && !state.is(Mark.BARE)
                && XMLConfigConstants.SCOPE_AXIS2.equals(property.getScope())
                && (property.getName().equals("messageType")
                        || (property.getName().equals(Constants.Configuration.CONTENT_TYPE) && state.is(Mark.JSON)))
                && isSet(property, Formats.JSON);
    }

    /** The name under which the state of a message knows what a property or a header field holds that may be set to a number or a boolean; null for others. */
    static String scalar(PropertyMediator property) {
        boolean isField = XMLConfigConstants.SCOPE_TRANSPORT.equals(property.getScope());
        boolean isSet = property.getType() != null && CONVERSIONS.containsKey(property.getType());
        if (!isSet || !(isField || isOfMessage(property))) {
            return null;
        }
        return isField ? MessageState.field(property.getName()) : property.getName();
    }

    /**
     * What a mediator changes.
     *
     * @param after state of the message after it
     * @param instruction puts the instruction of this mediator before what follows; null for none
     */
    record Effect(MessageState after, UnaryOperator<FlowInstruction> instruction) {

        private static Effect of(MessageState after) {
            return new Effect(after, null);
        }
    }

    static Effect of(PropertyMediator property, MessageState state) throws NotCompilable {
        String scope = property.getScope() == null ? XMLConfigConstants.SCOPE_DEFAULT : property.getScope();
        return switch (scope) {
            case XMLConfigConstants.SCOPE_DEFAULT -> ofDefaultScope(property, state);
            case XMLConfigConstants.SCOPE_TRANSPORT ->
                field(changeable(property.getName()), false, value(property, state), state);
            case XMLConfigConstants.SCOPE_AXIS2 -> ofAxis2Scope(property, state);
            case XMLConfigConstants.SCOPE_CLIENT -> ofNobody(property, state);
            default -> throw new NotCompilable("the property '" + property.getName() + "' in scope '" + scope + "'");
        };
    }

    /** Whether it changes a block of the SOAP header, and nothing beside the message's content. */
    static boolean isBlock(HeaderMediator header) {
        boolean known = header.getQName() != null
                && header.getQName().getNamespaceURI().isEmpty()
                && ADDRESSING.contains(header.getQName().getLocalPart());
        return !known && !XMLConfigConstants.HEADER_SCOPE_TRANSPORT.equals(header.getScope());
    }

    /** Not for one that changes a block. */
    static Effect of(HeaderMediator header, MessageState state) throws NotCompilable {
        String name = header.getQName() == null ? "" : header.getQName().getLocalPart();
        boolean remove = header.getAction() == HeaderMediator.ACTION_REMOVE;
        if (XMLConfigConstants.HEADER_SCOPE_TRANSPORT.equals(header.getScope())) {
            return field(changeable(name), false, remove ? null : value(header, state), state);
        }
        boolean isFault = state.is(Direction.FAULT) || state.fault() != null;
        if (name.equals(SynapseConstants.HEADER_TO)
                && isFault
                && header.getExpression() != null
                && NO_REPLY_TO.equals(header.getExpression().toString())) {
            // It is empty where the proxy does not engage WS-Addressing, and the fault is for the client.
            return Effect.of(state.withAddress(null));
        }
        if (name.equals(SynapseConstants.HEADER_TO)) {
            return Effect.of(state.withAddress(remove ? null : address(header)));
        }
        boolean literal = state.is(Direction.ANSWER) && header.getExpression() == null;
        if (name.equals(SynapseConstants.HEADER_ACTION) && (state.is(Direction.REQUEST) || literal) && !remove) {
            return field("SOAPAction", true, value(header, state), state);
        }
        throw new NotCompilable("the SOAP header '" + name + "' is set or removed in the " + state.direction());
    }

    /** A request must never say where a connection is made to: only an address that stands in the configuration is taken. */
    private static String address(HeaderMediator header) throws NotCompilable {
        if (header.getExpression() != null) {
            throw new NotCompilable("the header 'To' is computed for each message");
        }
        return header.getValue();
    }

    /** Whether it sets or removes the field {@code SOAPAction}, which the action of a message goes before. */
    static boolean isActionField(String name, String scope) {
        return XMLConfigConstants.SCOPE_TRANSPORT.equals(scope) && name.equalsIgnoreCase("SOAPAction");
    }

    /** Refuses a change of the field SOAPAction but where the header Action was set, which goes before it. */
    static void requireAction(PropertyMediator property, MessageState state) throws NotCompilable {
        boolean isLiteral =
                property.getAction() == PropertyMediator.ACTION_REMOVE || property.getValue() instanceof String;
        if (!state.is(Direction.REQUEST) || !isLiteral || !state.isChanged("SOAPAction")) {
            throw new NotCompilable(
                    "the header field 'SOAPAction' is computed, or changed alone or in the " + state.direction());
        }
    }

    private static Value value(HeaderMediator header, MessageState state) throws NotCompilable {
        return header.getExpression() == null
                ? new Value.Literal(header.getValue())
                : ExpressionCompiler.value(header.getExpression(), state);
    }

    private static Effect ofDefaultScope(PropertyMediator property, MessageState state) throws NotCompilable {
        String name = property.getName();
        if (name.equals(SynapseConstants.RESPONSE) && isSet(property, "true")) {
            return Effect.of(state.is(Direction.ANSWER) ? state : state.with(Mark.RESPONSE));
        }
        if (name.equals(SynapseConstants.OUT_ONLY) && state.is(Direction.REQUEST) && isSet(property, "true")) {
            return Effect.of(state.with(Mark.OUT_ONLY));
        }
        if (name.equals(SynapseConstants.OUT_ONLY) && isSet(property, "false") && !state.is(Mark.OUT_ONLY)) {
            return Effect.of(state);
        }
        if (PRESERVING.contains(name) && isSet(property, "true")) {
            return Effect.of(state.with(Mark.PRESERVED));
        }
        if (ExpressionCompiler.isEngineProperty(name)) {
            throw new NotCompilable("the property '" + name + "' in scope 'default' has a meaning of its own");
        }
        Value value = value(property, state);
        return new Effect(state, next -> new FlowInstruction.SetProperty(name, value, next));
    }

    private static Effect ofAxis2Scope(PropertyMediator property, MessageState state) throws NotCompilable {
        String name = property.getName();
        boolean remove = property.getAction() == PropertyMediator.ACTION_REMOVE;
        boolean fault = state.is(Direction.FAULT) || state.fault() != null;
        boolean isText = remove || property.getValue() instanceof String;
        if (name.equals(NhttpConstants.REQUEST_HOST_HEADER) && state.is(Direction.REQUEST) && isText) {
            String host = remove ? null : (String) property.getValue();
            return Effect.of(state.with(
                    remove ? new HeaderField(HeaderField.AUTHORITY, null) : literalField(HeaderField.AUTHORITY, host)));
        }
        if (name.equals(PassThroughConstants.NO_KEEPALIVE) && isText) {
            return Effect.of(state);
        }
        if (name.equals("HTTP_SC") && remove && state.is(Direction.REQUEST)) {
            return Effect.of(state.withStatus(0));
        }
        if (name.equals("HTTP_SC")) {
            return Effect.of(state.withStatus(status(property)));
        }
        boolean isXml = isSet(property, "text/xml") || (state.fault() != null && isSet(property, "application/xml"));
        if (MESSAGE_TYPES.contains(name) && fault && isXml) {
            return Effect.of(state);
        }
        if (name.equals(PassThroughConstants.PASS_THROUGH_PIPE) && remove) {
            boolean isRead = state.is(Direction.FAULT) || state.is(Mark.READ);
            return Effect.of(isRead ? state : state.with(Mark.NO_PIPE));
        }
        if (name.equals(PassThroughConstants.NO_ENTITY_BODY)
                && (remove || Boolean.FALSE.equals(property.getValue()))
                && !state.is(Mark.NO_BODY)) {
            // A message that comes to the fast lane has a body, and so has a fault. An answer without one stays so.
            return Effect.of(state);
        }
        if (name.equals(PassThroughConstants.NO_ENTITY_BODY)
                && !fault
                && property.getAction() == PropertyMediator.ACTION_SET
                && Boolean.TRUE.equals(property.getValue())) {
            return Effect.of(state.with(Mark.NO_BODY));
        }
        if (name.equals(PassThroughConstants.REST_URL_POSTFIX) && remove) {
            return Effect.of(state.with(Mark.NO_POSTFIX));
        }
        if (name.equals(NhttpConstants.POST_TO_URI) && state.is(Direction.REQUEST) && isSet(property, "true")) {
            return Effect.of(state.with(Mark.WHOLE_ADDRESS));
        }
        if (name.equals(NhttpConstants.FORCE_SC_ACCEPTED) && state.is(Direction.REQUEST) && isSet(property, "true")) {
            return Effect.of(state.with(Mark.FORCE_ACCEPTED));
        }
        if (name.equals(NhttpConstants.FORCE_SC_ACCEPTED)
                && isSet(property, "false")
                && !state.is(Mark.FORCE_ACCEPTED)) {
            return Effect.of(state);
        }
        if (name.equals(PassThroughConstants.COPY_CONTENT_LENGTH_FROM_INCOMING) && property.getValue() != null) {
            // A length that is known goes on in any case.
            return Effect.of(state);
        }
        if (WITH_A_LENGTH.contains(name) && !fault && isSet(property, "true")) {
            return new Effect(state, FlowInstruction.BufferBody::new);
        }
        if (WITH_A_LENGTH.contains(name) && (fault || isSet(property, "false"))) {
            return Effect.of(state);
        }
        if ((WITHOUT_EFFECT.contains(name) && isSet(property, "false"))
                || (name.equals(Constants.Configuration.CHARACTER_SET_ENCODING) && isSet(property, "UTF-8"))
                || (name.equals(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES)
                        && property.getAction() == PropertyMediator.ACTION_SET
                        && property.getValue() != null)) {
            // The endpoint alone says whether a request is addressed.
            return Effect.of(state);
        }
        return ofNobody(property, state);
    }

    /** No code of the engine asks for it, only expressions. */
    private static Effect ofNobody(PropertyMediator property, MessageState state) throws NotCompilable {
        String name = property.getName();
        if (ExpressionCompiler.isAxisProperty(name)) {
            throw new NotCompilable(
                    "the property '" + name + "' in scope '" + property.getScope() + "' in the " + state.direction());
        }
        Value value = value(property, state);
        // Synapse removes one of axis2-client from the scope axis2.
        boolean isOfClient = XMLConfigConstants.SCOPE_CLIENT.equals(property.getScope()) && value != null;
        String prefix = isOfClient ? FlowInstruction.SetProperty.OF_CLIENT : FlowInstruction.SetProperty.IN_AXIS;
        return new Effect(state, next -> new FlowInstruction.SetProperty(prefix + name, value, next));
    }

    /** A header field is set to a value, or removed when the value is null. */
    private static Effect field(String name, boolean quoted, Value value, MessageState state) throws NotCompilable {
        if (WRITTEN_ANEW.contains(name.toLowerCase(Locale.ROOT))) {
            return Effect.of(state.withComputed(name));
        }
        if (value == null) {
            return Effect.of(state.with(new HeaderField(name, null)));
        }
        if (value instanceof Value.Literal literal) {
            String text = quoted ? "\"" + literal.text() + "\"" : literal.text();
            return Effect.of(state.with(literalField(name, text)));
        }
        if (state.is(Direction.FAULT)) {
            throw new NotCompilable("the header field '" + name + "' is computed in the fault sequence");
        }
        Value.Computed computed = (Value.Computed) value;
        return new Effect(
                state.withComputed(name), next -> new FlowInstruction.SetHeader(name, quoted, computed, next));
    }

    /** After the SOAP action was set to a literal. */
    static MessageState withAction(String action, MessageState state) throws NotCompilable {
        return state.with(literalField("SOAPAction", "\"" + action + "\""));
    }

    private static HeaderField literalField(String name, String value) throws NotCompilable {
        if (name.equalsIgnoreCase("Expect")) {
            throw new NotCompilable("the header field 'Expect' is set");
        }
        if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new NotCompilable("the value of '" + name + "' cannot stand in a header field");
        }
        return new HeaderField(name, value);
    }

    /** The name of a field that a sequence may set or remove. */
    private static String changeable(String name) throws NotCompilable {
        if (NOT_CHANGEABLE.contains(name.toLowerCase(Locale.ROOT)) || !name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
            throw new NotCompilable("the header field '" + name + "' is changed");
        }
        return name;
    }

    private static boolean isSet(PropertyMediator property, String value) {
        return property.getAction() == PropertyMediator.ACTION_SET
                && property.getValue() != null
                && value.equals(String.valueOf(property.getValue()));
    }

    /** Null when the property is removed. */
    private static Value value(PropertyMediator property, MessageState state) throws NotCompilable {
        String name = property.getName();
        if (property.getAction() == PropertyMediator.ACTION_REMOVE) {
            return null;
        }
        String type = property.getType() == null ? TEXT : property.getType();
        boolean isField = XMLConfigConstants.SCOPE_TRANSPORT.equals(property.getScope());
        if (isField && CONVERSIONS.containsKey(type) && property.getValue() != null) {
            // Only texts become fields: this takes the place of one, and is not sent.
            return null;
        }
        if (!type.equals(TEXT) && (isField || !CONVERSIONS.containsKey(type))) {
            throw new NotCompilable("the property '" + name + "' has the type " + type);
        }
        if (property.getValue() != null && (property.getPattern() == null || !type.equals(TEXT))) {
            return new Value.Literal(String.valueOf(property.getValue()));
        }
        String literal = String.valueOf(property.getValue());
        if (property.getExpression() == null && (property.getValue() == null || literal.indexOf('\'') >= 0)) {
            throw new NotCompilable("the property '" + name + "' is XML, or a part of a literal with apostrophes");
        }
        SynapseXPath expression = property.getExpression() == null
                ? ExpressionCompiler.synapse("'" + literal + "'")
                : property.getExpression();
        return new Value.Computed(
                ExpressionCompiler.typed(expression, ResultType.STRING, state),
                property.getPattern() == null || !type.equals(TEXT) ? null : new BoundedPattern(property.getPattern()),
                property.getGroup(),
                CONVERSIONS.get(type));
    }

    private static int status(PropertyMediator property) throws NotCompilable {
        String value = String.valueOf(property.getValue());
        if (property.getAction() == PropertyMediator.ACTION_REMOVE || !value.matches("[2-5]\\d\\d")) {
            throw new NotCompilable("the property HTTP_SC is no status: " + value);
        }
        return Integer.parseInt(value);
    }
}
