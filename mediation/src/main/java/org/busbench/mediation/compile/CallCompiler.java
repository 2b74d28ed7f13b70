package org.busbench.mediation.compile;

import java.util.Map;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.endpoints.AddressEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.apache.synapse.mediators.builtin.LoopbackMediator;
import org.apache.synapse.mediators.template.InvokeMediator;
import org.apache.synapse.mediators.template.TemplateMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedCall;
import org.busbench.mediation.fastlane.ConversationStep;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.FlowInstruction;

/** Compiles what calls: {@code callout} another backend, for which the message waits, {@code call-template} a template, and {@code loopback} the out sequence. */
final class CallCompiler {

    private CallCompiler() {}

    static FlowInstruction callout(SequenceCompiler compiler, CalloutMediator callout, Position rest)
            throws NotCompilable {
        MessageState state = rest.state();
        if (callout.isSecurityOn()
                || callout.getAxis2xml() != null
                || callout.getClientRepository() != null
                || !callout.isInitClientOptions()) {
            throw new NotCompilable("a <callout> with WS-Security, or with settings of Axis2's own");
        }
        EmbeddedCall how = compiler.embedded.call(callout, state);
        Endpoint endpoint = callout.getServiceURL() == null ? callout.getEndpoint() : at(callout.getServiceURL());
        if (endpoint == null && state.to() == null) {
            return new FlowInstruction.Fail(
                    SynapseConstants.DEFAULT_ERROR, "<callout> to the address of the message, which is none");
        }
        String obstacle = endpoint == null ? null : compiler.endpoints.obstacle(endpoint);
        if (obstacle != null) {
            return new FlowInstruction.Fail(SynapseConstants.CALLOUT_OPERATION_FAILED, obstacle);
        }
        if (state.is(Mark.BARE) || state.is(Mark.FORCE_ACCEPTED)) {
            throw new NotCompilable("a <callout> of a message that has FORCE_SC_ACCEPTED, or no envelope");
        }
        EndpointSpec to =
                endpoint == null ? EndpointCompiler.implied(state.to()) : compiler.endpoints.of(endpoint, state.to());
        if (!(to instanceof EndpointSpec.Address) || to.isAddressed()) {
            throw new NotCompilable("a <callout> to a group of endpoints, or to one with WS-Addressing");
        }
        compiler.steps.note(compiler.direction, callout, "embedded");
        Position after = new Position(rest.queue(), state, rest.handler(), Map.of());
        return new ConversationStep.Call(how, compiler.call(to), state.fields(), compiler.compile(after));
    }

    /** The template's mediators stand here. Those that ask for its parameters are the engine's. */
    static FlowInstruction template(SequenceCompiler compiler, InvokeMediator call, Position rest)
            throws NotCompilable {
        if (!MediatorQueue.isWhole(compiler.configuration)) {
            throw new NotCompilable("a template that may change at any time");
        }
        TemplateMediator template = compiler.configuration.getSequenceTemplate(call.getTargetTemplate());
        return template == null
                ? new FlowInstruction.Fail(
                        SynapseConstants.DEFAULT_ERROR, "there is no template '" + call.getTargetTemplate() + "'")
                : compiler.compile(rest.before(template.getList()));
    }

    /** An answer ends there. */
    static FlowInstruction loopback(SequenceCompiler compiler, LoopbackMediator loopback, Position rest)
            throws NotCompilable {
        if (compiler.side == Direction.ANSWER) {
            return compiler.drop();
        }
        if (compiler.direction == Direction.FAULT
                || compiler.ofParts
                || rest.state().fault() != null) {
            throw new NotCompilable(
                    "<loopback> in the " + compiler.direction + ", or of a part of a message or a fault");
        }
        return compiler.turnedBack(rest);
    }

    private static Endpoint at(String address) {
        EndpointDefinition plain = new EndpointDefinition();
        plain.setAddress(address);
        plain.setInitialSuspendDuration(0);
        AddressEndpoint endpoint = new AddressEndpoint();
        endpoint.setDefinition(plain);
        return endpoint;
    }
}
