package org.busbench.thrift.echo;

import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.busbench.thrift.echo.EchoMessages.Echo;

/** The server's side of the service. Safe for use by several threads when the service is. */
public final class EchoProcessor implements TProcessor {
    private final UnaryOperator<Echo> service;

    public EchoProcessor(UnaryOperator<Echo> service) {
        this.service = service;
    }

    @Override
    public void process(TProtocol in, TProtocol out) throws TException {
        TMessage message = in.readMessageBegin();
        if (!message.name.equals(EchoMessages.METHOD)) {
            TProtocolUtil.skip(in, TType.STRUCT);
            in.readMessageEnd();
            refuse(out, message, TApplicationException.UNKNOWN_METHOD, "no method '" + message.name + "'");
            return;
        }
        Echo asked = EchoMessages.readArguments(in);
        if (asked.nonce() == null || asked.payload() == null) {
            refuse(out, message, TApplicationException.PROTOCOL_ERROR, "a call needs a nonce and a payload");
            return;
        }
        EchoMessages.writeReply(out, message.seqid, service.apply(asked));
        out.getTransport().flush();
    }

    private static void refuse(TProtocol out, TMessage message, int kind, String reason) throws TException {
        out.writeMessageBegin(new TMessage(message.name, TMessageType.EXCEPTION, message.seqid));
        new TApplicationException(kind, reason).write(out);
        out.writeMessageEnd();
        out.getTransport().flush();
    }
}
