package org.busbench.mediation.compile;

import java.util.Map;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.endpoints.AddressEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.EndpointDefinition;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedCall;
import org.busbench.mediation.fastlane.ConversationStep;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.FlowInstruction;

/** Compiles {@code callout}, which has the message wait for another backend. */
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
        if (state.is(Mark.OUT_ONLY) || state.is(Mark.BARE) || state.is(Mark.FORCE_ACCEPTED)) {
            throw new NotCompilable("a <callout> of a message that is marked as OUT_ONLY, or has no envelope");
        }
        EmbeddedCall how = compiler.embedded.call(callout, state);
        Endpoint endpoint = callout.getServiceURL() == null ? callout.getEndpoint() : at(callout.getServiceURL());
        if (endpoint == null && state.to() == null) {
            return SequenceCompiler.fail(
                    SynapseConstants.DEFAULT_ERROR, "<callout> to the address of the message, which is none");
        }
        String obstacle = endpoint == null ? null : compiler.endpoints.obstacle(endpoint);
        if (obstacle != null) {
            return SequenceCompiler.fail(SynapseConstants.CALLOUT_OPERATION_FAILED, obstacle);
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

    private static Endpoint at(String address) {
        EndpointDefinition plain = new EndpointDefinition();
        plain.setAddress(address);
        plain.setInitialSuspendDuration(0);
        AddressEndpoint endpoint = new AddressEndpoint();
        endpoint.setDefinition(plain);
        return endpoint;
    }
}
