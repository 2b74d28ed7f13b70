package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xslt.Stylesheet;

/**
 * What a proxy, or the main sequence, does with a request and its answer.
 *
 * @param name of the proxy; {@code main} for the main sequence
 * @param fault first instruction when something fails and no sequence has an error handler of its own
 * @param actions the SOAP actions of the operations that it serves; null to serve any message
 * @param soapOnly whether it is not for messages without SOAP, nor for those to an address below its own
 * @param json whether it is for JSON all the same, if that becomes SOAP on each path
 */
public record Flow(
        String name,
        String service,
        FlowInstruction request,
        FlowInstruction answer,
        FlowInstruction fault,
        Set<String> actions,
        boolean soapOnly,
        boolean json) {

    public Flow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(fault, "fault");
        actions = actions == null ? null : Set.copyOf(actions);
    }

    /** Returns this flow for messages with these actions only; null for any. */
    public Flow withActions(Set<String> served) {
        return new Flow(name, service, request, answer, fault, served, soapOnly, json);
    }

    /** Returns this flow for messages of SOAP that the check lets through; others are answered with a fault. */
    public Flow behind(SignatureCheck check) {
        FaultTemplate fault = new FaultTemplate(
                SoapVersion.OF_THE_MESSAGE,
                new FaultTemplate.Code("wsse", SignatureCheck.WSSE, new Value.Literal("FailedCheck")),
                new Value.Literal("The signature or its timestamp was invalid"),
                null,
                null,
                null);
        FlowInstruction refusal = new FlowInstruction.SendFault(0, fault, List.of());
        FlowInstruction first = new FlowInstruction.Rewrite(check, refusal, request);
        return new Flow(name, service, first, answer, this.fault, actions, true, false);
    }

    /** Returns the stylesheets, each once, those of requests first. */
    public List<Stylesheet> stylesheets() {
        return all(FlowInstruction.Transform.class)
                .map(FlowInstruction.Transform::stylesheet)
                .distinct()
                .toList();
    }

    /** Returns the elements of the mediators that Synapse's own objects execute, each once, those of requests first. */
    public List<String> embedded() {
        return Stream.concat(all(request), all(answer))
                .map(Flow::embedded)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static String embedded(FlowInstruction instruction) {
        if (instruction instanceof FlowInstruction.Embedded step) {
            return step.mediator().name();
        }
        if (instruction instanceof ConversationStep.Split split) {
            return split.how().name();
        }
        if (instruction instanceof ConversationStep.Call) {
            return "callout";
        }
        return instruction instanceof ConversationStep.Aggregate ? "aggregate" : null;
    }

    /** Returns the endpoints of backends, as often and in the order in which the flow names them. */
    public List<EndpointSpec.Address> endpoints() {
        List<EndpointSpec.Address> all = new ArrayList<>();
        sends().forEach(send -> all.addAll(send.destination().addresses()));
        return all;
    }

    /**
     * Returns the version of SOAP that requests must have; {@link SoapVersion#OF_THE_MESSAGE} for any.
     *
     * @throws IllegalArgumentException when its steps want different ones
     */
    public SoapVersion soapVersion() {
        Set<SoapVersion> wanted = EnumSet.noneOf(SoapVersion.class);
        endpoints().forEach(endpoint -> wanted.add(endpoint.soapVersion()));
        wanted.remove(SoapVersion.OF_THE_MESSAGE);
        if (setsAction()) {
            // In SOAP 1.2 the action is a part of the content type, which the engine writes.
            wanted.add(SoapVersion.SOAP_11);
        }
        if (wanted.size() > 1) {
            throw new IllegalArgumentException(
                    "its endpoints want messages of different versions of SOAP, or of SOAP 1.2 whose action is set");
        }
        return wanted.isEmpty() ? SoapVersion.OF_THE_MESSAGE : wanted.iterator().next();
    }

    /**
     * Returns whether a message that is no SOAP goes through it unread: back to the client, or to one endpoint and its answer back. A fault with a detail
     * prevents that, since Synapse tells a client without SOAP the detail in the place of the reason.
     */
    public boolean passesUnread() {
        return takesUnread(false);
    }

    /** Returns whether plain XML may be read on its way through it; mediators see it in an envelope. Its answer passes unread. */
    public boolean readsPlainXml() {
        return !passesUnread() && takesUnread(true);
    }

    /** Returns whether JSON may be read on its way through it. Each mediator sees what it becomes, an envelope of SOAP 1.1, which all endpoints want. */
    public boolean readsJson() {
        return json && actions == null && becomesSoap(request) && !tellsDetails(fault);
    }

    private static boolean becomesSoap(FlowInstruction first) {
        boolean becomes;
        if (first instanceof FlowInstruction.Send send) {
            becomes = !send.oneWay()
                    && !send.destination().isAddressed()
                    && send.destination().addresses().stream().allMatch(to -> to.soapVersion() == SoapVersion.SOAP_11)
                    && send.fields().stream().anyMatch(HeaderField::isAction);
        } else if (first instanceof FlowInstruction.Rewrite step) {
            becomes = becomesSoap(step.otherwise());
        } else {
            becomes = !(first instanceof FlowInstruction.Respond)
                    && (first instanceof FlowInstruction.Transform || passes(first, true));
        }
        return becomes && !asksForFormat(first) && first.successors().stream().allMatch(Flow::becomesSoap);
    }

    /** Where messages get blocks of WS-Addressing, the action stands in one of them. */
    private boolean setsAction() {
        boolean sets = all(FlowInstruction.SetHeader.class).anyMatch(FlowInstruction.SetHeader::quoted)
                || sends().stream().flatMap(send -> send.fields().stream()).anyMatch(HeaderField::isAction);
        return sets && sends().stream().noneMatch(send -> send.destination().isAddressed());
    }

    private boolean takesUnread(boolean reads) {
        return actions == null
                && !soapOnly
                && takes(request, reads)
                && takes(answer, false)
                && all(answer).noneMatch(FlowInstruction.Send.class::isInstance)
                && !tellsDetails(fault);
    }

    private static boolean takes(FlowInstruction first, boolean reads) {
        return passes(first, reads) && first.successors().stream().allMatch(next -> takes(next, reads));
    }

    private static boolean passes(FlowInstruction first, boolean reads) {
        if ((!reads && !first.need().expressions().isEmpty()) || asksForFormat(first)) {
            return false;
        }
        boolean passes = false;
        if (first instanceof FlowInstruction.Send send) {
            passes = !send.oneWay()
                    && send.answer() == null
                    && send.destination() instanceof EndpointSpec.Address address
                    && address.takesUnread()
                    && send.fields().stream().noneMatch(field -> field.name().equalsIgnoreCase("SOAPAction"));
        } else if (first instanceof FlowInstruction.RelayAnswer relay) {
            passes = !relay.empty();
        } else if (first instanceof FlowInstruction.Respond respond) {
            passes = !respond.empty();
        } else if (first instanceof FlowInstruction.OnFault guarded) {
            passes = !tellsDetails(guarded);
        } else if (first instanceof FlowInstruction.SendFault) {
            passes = !tellsDetails(first);
        } else if (first instanceof FlowInstruction.Log log) {
            passes = (reads || !log.line().showsContent()) && !log.line().showsAddress();
        } else {
            passes = first instanceof FlowInstruction.Branch
                    || first instanceof FlowInstruction.SetProperty
                    || first instanceof FlowInstruction.SetHeader
                    || first instanceof FlowInstruction.Fail
                    || first instanceof FlowInstruction.Accept
                    || (reads && first instanceof FlowInstruction.Embedded)
                    || (reads && first instanceof FlowInstruction.Rewrite step && takes(step.otherwise(), true));
        }
        return passes;
    }

    private static boolean tellsDetails(FlowInstruction first) {
        boolean tells = first instanceof FlowInstruction.SendFault fault
                && fault.template() != null
                && fault.template().detail() != null;
        return tells
                || first instanceof FlowInstruction.OwnMessage
                || (first instanceof FlowInstruction.OnFault guarded && tellsDetails(guarded.handler()))
                || first.successors().stream().anyMatch(Flow::tellsDetails);
    }

    private static boolean asksForFormat(FlowInstruction instruction) {
        Stream<TypedExpression> read = Stream.empty();
        if (instruction instanceof FlowInstruction.Branch branch) {
            read = Stream.of(branch.expression());
        } else if (instruction instanceof FlowInstruction.Log log) {
            read = Value.expressions(log.line().values());
        } else if (instruction instanceof FlowInstruction.SetProperty set && set.value() != null) {
            read = Value.expressions(List.of(set.value()));
        } else if (instruction instanceof FlowInstruction.SetHeader set) {
            read = Value.expressions(List.of(set.value()));
        } else if (instruction instanceof FlowInstruction.Transform step) {
            read = Value.expressions(step.parameters().values());
        } else if (instruction instanceof FlowInstruction.Rewrite step) {
            read = step.change().expressions().stream();
        } else if (instruction instanceof FlowInstruction.SendFault fault && fault.template() != null) {
            read = Value.expressions(fault.template().values());
        }
        return read.flatMap(typed -> typed.expression().variables().stream())
                .anyMatch(variable -> variable.prefix().equals("message"));
    }

    /** Returns whether one of these instructions looks into the content, or replaces it. */
    public static boolean looksIntoContent(FlowInstruction first) {
        boolean looks = !first.need().expressions().isEmpty()
                || first instanceof FlowInstruction.Transform
                || first instanceof FlowInstruction.AsJson
                || first instanceof FlowInstruction.Embedded
                || first instanceof FlowInstruction.Rewrite
                || first instanceof ConversationStep.Split
                || first instanceof ConversationStep.Aggregate
                || first instanceof ConversationStep.Call
                || first instanceof ConversationStep.EndCall
                || (first instanceof FlowInstruction.Log log && log.line().showsContent());
        return looks || first.successors().stream().anyMatch(Flow::looksIntoContent);
    }

    /** All of them, in any order. */
    List<FlowInstruction.Send> sends() {
        return all(FlowInstruction.Send.class).distinct().toList();
    }

    /** Whether a message may be split: then all answers are collected. */
    boolean splits() {
        return all(ConversationStep.Split.class).findAny().isPresent();
    }

    /** Returns the first instruction for the answer to this request. */
    FlowInstruction answer(FlowInstruction.Send send) {
        return send.answer() == null ? answer : send.answer();
    }

    /** Whether each path for an answer relays it, so that its body can stream through. */
    static boolean relays(FlowInstruction first) {
        return first instanceof FlowInstruction.RelayAnswer
                || (!first.successors().isEmpty() && first.successors().stream().allMatch(Flow::relays));
    }

    private <I extends FlowInstruction> Stream<I> all(Class<I> kind) {
        return Stream.concat(all(request), all(answer)).filter(kind::isInstance).map(kind::cast);
    }

    /** An instruction and those that may follow it, those for answers to its requests, too. */
    private static Stream<FlowInstruction> all(FlowInstruction first) {
        List<FlowInstruction> next = first instanceof FlowInstruction.Send send && send.answer() != null
                ? List.of(send.answer())
                : first.successors();
        return Stream.concat(Stream.of(first), next.stream().flatMap(Flow::all));
    }
}
