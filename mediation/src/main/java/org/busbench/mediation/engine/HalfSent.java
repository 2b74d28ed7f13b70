package org.busbench.mediation.engine;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.http.nio.NHttpClientConnection;
import org.apache.synapse.core.axis2.SynapseCallbackReceiver;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.ProtocolState;
import org.apache.synapse.transport.passthru.TargetContext;
import org.apache.synapse.transport.passthru.config.TargetConfiguration;

/**
 * A request that failed while it was being written to the backend, for instance since the end of the client's message turned out to be
 * malformed after the beginning was on its way. The stock sender leaves two things behind: a backend connection with half a request on it,
 * and a callback that answers the client a second time when the endpoint's timeout comes, on a connection that may carry another message by
 * then.
 */
final class HalfSent {

    private HalfSent() {}

    /**
     * Cuts the backend connection and forgets the callback. The client is answered by the fault sequence, as for any failure.
     *
     * @param request what could not be sent; a response to a client is left alone
     * @param configuration knows the backend connections
     * @throws AxisFault never: a callback is only removed
     */
    static void abandon(MessageContext request, TargetConfiguration configuration) throws AxisFault {
        if (request.getAxisOperation() == null
                || !(request.getAxisOperation().getMessageReceiver() instanceof SynapseCallbackReceiver callbacks)
                || !(request.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) instanceof Pipe pipe)) {
            return;
        }
        // What a 202 does: nothing more is expected for this message.
        request.setProperty(NhttpConstants.HTTP_202_RECEIVED, "true");
        callbacks.receive(request);
        if (PipeEnds.consumer(pipe) instanceof NHttpClientConnection backend) {
            TargetContext.get(backend).setRequestMsgCtx(null);
            TargetContext.updateState(backend, ProtocolState.CLOSED);
            configuration.getConnections().shutdownConnection(backend);
        }
    }
}
