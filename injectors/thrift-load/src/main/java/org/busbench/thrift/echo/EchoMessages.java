package org.busbench.thrift.echo;

import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** The two messages of {@code echo.thrift}, written and read field by field as generated code does it. */
public final class EchoMessages {
    public static final String METHOD = "echo";

    private static final short NONCE = 1;
    private static final short PAYLOAD = 2;
    private static final short SUCCESS = 0;
    private static final TStruct ARGUMENTS = new TStruct("echo_args");
    private static final TStruct RESULT = new TStruct("echo_result");
    private static final TStruct REPLY = new TStruct("Reply");
    private static final TField NONCE_FIELD = new TField("nonce", TType.STRING, NONCE);
    private static final TField PAYLOAD_FIELD = new TField("payload", TType.STRING, PAYLOAD);
    private static final TField SUCCESS_FIELD = new TField("success", TType.STRUCT, SUCCESS);

    private EchoMessages() {}

    /** The fields of a call and its answer. A field that did not arrive is null. */
    public record Echo(String nonce, ByteBuffer payload) {}

    /** Writes a call; the caller flushes. */
    public static void writeCall(TProtocol out, int sequence, Echo echo) throws TException {
        out.writeMessageBegin(new TMessage(METHOD, TMessageType.CALL, sequence));
        out.writeStructBegin(ARGUMENTS);
        writeFields(out, echo);
        out.writeStructEnd();
        out.writeMessageEnd();
    }

    /** Reads the arguments of a call whose beginning was read. */
    static Echo readArguments(TProtocol in) throws TException {
        Echo echo = readFields(in);
        in.readMessageEnd();
        return echo;
    }

    /** Writes a reply; the caller flushes. */
    public static void writeReply(TProtocol out, int sequence, Echo echo) throws TException {
        out.writeMessageBegin(new TMessage(METHOD, TMessageType.REPLY, sequence));
        out.writeStructBegin(RESULT);
        out.writeFieldBegin(SUCCESS_FIELD);
        out.writeStructBegin(REPLY);
        writeFields(out, echo);
        out.writeStructEnd();
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
    }

    /** Reads the result of a reply whose beginning was read; fields that did not arrive are null. */
    static Echo readResult(TProtocol in) throws TException {
        Echo found = new Echo(null, null);
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            if (field.id == SUCCESS && field.type == TType.STRUCT) {
                found = readFields(in);
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        in.readMessageEnd();
        return found;
    }

    private static void writeFields(TProtocol out, Echo echo) throws TException {
        out.writeFieldBegin(NONCE_FIELD);
        out.writeString(echo.nonce());
        out.writeFieldEnd();
        out.writeFieldBegin(PAYLOAD_FIELD);
        out.writeBinary(echo.payload());
        out.writeFieldEnd();
        out.writeFieldStop();
    }

    private static Echo readFields(TProtocol in) throws TException {
        String nonce = null;
        ByteBuffer payload = null;
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            if (field.id == NONCE && field.type == TType.STRING) {
                nonce = in.readString();
            } else if (field.id == PAYLOAD && field.type == TType.STRING) {
                payload = in.readBinary();
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        return new Echo(nonce, payload);
    }
}
