package org.busbench.thrift.echo;

import java.nio.ByteBuffer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.busbench.thrift.echo.EchoMessages.Echo;

/** A client as Thrift generates one: it blocks until the answer is there. For one thread at a time. */
public final class EchoClient implements AutoCloseable {
    private final TSocket socket;
    private final TProtocol protocol;
    private int sequence;

    private EchoClient(TSocket socket, TProtocol protocol) {
        this.socket = socket;
        this.protocol = protocol;
    }

    /** An answer came, and it is not the one to this call. */
    public static final class WrongAnswerException extends TException {
        private static final long serialVersionUID = 1L;

        private WrongAnswerException(String reason) {
            super(reason);
        }
    }

    /** Opens a connection to 127.0.0.1, with a limit for it and for each answer. */
    public static EchoClient connect(int port, int timeoutMillis) throws TException {
        TSocket socket = new TSocket(new TConfiguration(), "127.0.0.1", port, timeoutMillis);
        TFramedTransport framed = new TFramedTransport(socket);
        framed.open();
        return new EchoClient(socket, new TBinaryProtocol(framed));
    }

    /**
     * Calls and waits.
     *
     * @throws WrongAnswerException when the answer has another sequence number, nonce or payload
     * @throws TException when there is no answer; the connection is of no use then
     */
    public void call(String nonce, byte[] payload) throws TException {
        int number = ++sequence;
        EchoMessages.writeCall(protocol, number, new Echo(nonce, ByteBuffer.wrap(payload)));
        protocol.getTransport().flush();
        TMessage answer = protocol.readMessageBegin();
        if (answer.type == TMessageType.EXCEPTION) {
            TApplicationException refusal = new TApplicationException();
            refusal.read(protocol);
            protocol.readMessageEnd();
            throw refusal;
        }
        Echo echo = EchoMessages.readResult(protocol);
        if (answer.seqid != number || !nonce.equals(echo.nonce())) {
            throw new WrongAnswerException("asked " + number + " with " + nonce + ", and got the answer to "
                    + answer.seqid + " with " + echo.nonce());
        }
        if (!ByteBuffer.wrap(payload).equals(echo.payload())) {
            throw new WrongAnswerException("the payload of " + nonce + " came back changed");
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
