package org.busbench.backend.quote;

import java.util.Arrays;

/**
 * Reads what stands around the request elements of a plain getQuote: declaration, Envelope, empty Header, Body,
 * getQuote, and the end tags afterwards. Names are ASCII; the only attributes are namespace declarations.
 */
final class PlainHead {
    private static final byte[] ENVELOPE = Soap.utf8("Envelope");
    private static final byte[] HEADER = Soap.utf8("Header");
    private static final byte[] BODY = Soap.utf8("Body");
    private static final byte[] GET_QUOTE = Soap.utf8("getQuote");
    private static final byte[] SOAP_NAMESPACE = Soap.utf8(Soap.ENVELOPE_NAMESPACE);
    private static final byte[] SAMPLES_NAMESPACE = Soap.utf8(Soap.NAMESPACE);
    private static final byte[][] DECLARATIONS = {
        Soap.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"),
        Soap.utf8("<?xml version='1.0' encoding='UTF-8'?>"),
        Soap.utf8("<?xml version=\"1.0\" encoding=\"utf-8\"?>"),
        Soap.utf8("<?xml version='1.0' encoding='utf-8'?>"),
        Soap.utf8("<?xml version=\"1.0\"?>"),
        Soap.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"),
        Soap.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"),
    };

    private final byte[] message;
    private final int end;
    private final PlainTag tag;
    private int at;
    private int envelopeName;
    private int envelopeNameLength;
    private int bodyName;
    private int bodyNameLength;
    private int callName;
    private int callNameLength;
    private byte[] samplesPrefix;

    PlainHead(byte[] message, int begin, int end) {
        this.message = message;
        this.end = end;
        this.at = begin;
        this.tag = new PlainTag(message, end);
    }

    /** Reads up to and with the getQuote start tag. */
    boolean read() {
        skipDeclaration();
        if (!start(ENVELOPE, SOAP_NAMESPACE) || tag.isEmpty()) {
            return false;
        }
        envelopeName = tag.nameOffset();
        envelopeNameLength = tag.nameLength();
        if (!bodyOrHeader() || !tag.is(BODY, SOAP_NAMESPACE) || tag.isEmpty()) {
            return false;
        }
        bodyName = tag.nameOffset();
        bodyNameLength = tag.nameLength();
        if (!start(GET_QUOTE, SAMPLES_NAMESPACE) || tag.isEmpty()) {
            return false;
        }
        callName = tag.nameOffset();
        callNameLength = tag.nameLength();
        samplesPrefix = tag.prefix();
        return true;
    }

    /** Reads from getQuote's end tag to the end of the message. */
    boolean readTail(int position) {
        at = position;
        return endTag(callName, callNameLength)
                && endTag(bodyName, bodyNameLength)
                && endTag(envelopeName, envelopeNameLength)
                && PlainText.skipBlank(message, at, end) == end;
    }

    /** Returns where the content of getQuote begins. */
    int position() {
        return at;
    }

    /** Returns getQuote's prefix, which its children are expected to have too. */
    byte[] samplesPrefix() {
        return samplesPrefix;
    }

    private void skipDeclaration() {
        for (byte[] declaration : DECLARATIONS) {
            if (end - at >= declaration.length
                    && Arrays.equals(declaration, 0, declaration.length, message, at, at + declaration.length)) {
                at += declaration.length;
                return;
            }
        }
    }

    private boolean bodyOrHeader() {
        if (!start()) {
            return false;
        }
        if (!tag.is(HEADER, SOAP_NAMESPACE)) {
            return true;
        }
        if (tag.isEmpty()) {
            // What an empty element declares is out of scope again.
            return !tag.hasDeclarations() && start();
        }
        return !tag.hasDeclarations() && endTag(tag.nameOffset(), tag.nameLength()) && start();
    }

    private boolean start(byte[] localName, byte[] namespace) {
        return start() && tag.is(localName, namespace);
    }

    private boolean start() {
        at = tag.read(PlainText.skipBlank(message, at, end));
        return at >= 0;
    }

    private boolean endTag(int name, int nameLength) {
        int from = PlainText.skipBlank(message, at, end);
        int to = from + 2 + nameLength;
        if (to >= end
                || message[from] != '<'
                || message[from + 1] != '/'
                || !Arrays.equals(message, name, name + nameLength, message, from + 2, to)
                || message[to] != '>') {
            return false;
        }
        at = to + 1;
        return true;
    }
}
