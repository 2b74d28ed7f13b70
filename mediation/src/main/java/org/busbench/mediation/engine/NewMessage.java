package org.busbench.mediation.engine;

import org.apache.axiom.util.UIDGenerator;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.RequestResponseTransport;
import org.apache.synapse.transport.nhttp.HttpCoreRequestResponseTransport;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;

/** Makes the message of a request that has come in, as far as its head says what it is. Workers call it. */
final class NewMessage {

    private NewMessage() {}

    static MessageContext of(ConfigurationContext axis, Arrival arrival, Reply reply) {
        MessageContext message = new MessageContext();
        message.setMessageID(UIDGenerator.generateURNString());
        message.setProperty(MessageContext.CLIENT_API_NON_BLOCKING, false);
        message.setConfigurationContext(axis);
        message.setTransportOut(axis.getAxisConfiguration().getTransportOut(Constants.TRANSPORT_HTTP));
        message.setTransportIn(axis.getAxisConfiguration().getTransportIn(Constants.TRANSPORT_HTTP));
        message.setIncomingTransportName(Constants.TRANSPORT_HTTP);
        message.setProperty(Constants.OUT_TRANSPORT_INFO, reply);
        message.setServerSide(true);
        message.setProperty(Constants.Configuration.TRANSPORT_IN_URL, arrival.target());
        message.setProperty(Constants.Configuration.HTTP_METHOD, arrival.method());
        TransportFields.read(arrival.fields(), message);
        String length = arrival.field("Content-Length");
        if (length != null) {
            message.setProperty(PassThroughConstants.ORIGINAL_CONTENT_LENGTH, length);
        }
        if (arrival.client() != null) {
            message.setProperty(MessageContext.REMOTE_ADDR, arrival.client().getHostAddress());
            message.setProperty(NhttpConstants.REMOTE_HOST, PassThroughTransportUtils.getHostName(arrival.client()));
        }
        message.setProperty(RequestResponseTransport.TRANSPORT_CONTROL, new HttpCoreRequestResponseTransport(message));
        return message;
    }

    /** Says which part of the target is the proxy's own, and which comes behind it. */
    static void locate(MessageContext message, String target, String published) {
        String rest = behindTheService(target, message.getConfigurationContext().getServicePath());
        String prefix = target.substring(0, target.indexOf(rest));
        message.setProperty(PassThroughConstants.SERVICE_PREFIX, prefix.contains("://") ? prefix : published + prefix);
        message.setTo(new EndpointReference(rest));
        message.setProperty(PassThroughConstants.REST_URL_POSTFIX, rest);
    }

    private static String behindTheService(String target, String servicePath) {
        int services = target.indexOf(servicePath);
        if (services >= 0) {
            String named = target.substring(services + servicePath.length());
            int behind = named.indexOf('/', 1);
            if (behind < 0) {
                behind = named.indexOf('?');
            }
            return behind < 0 ? "" : named.substring(behind);
        }
        int scheme = target.indexOf("://");
        if (scheme < 0) {
            return target;
        }
        String authority = target.substring(scheme + 3);
        int path = authority.indexOf('/');
        return path < 0 ? authority : authority.substring(path + 1);
    }
}
