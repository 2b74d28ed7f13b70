package org.busbench.backend.quote;

import java.util.Arrays;

/**
 * Reads what stands around the request elements of a plain getQuote: declaration, Envelope, empty Header, Body,
 * getQuote, and the end tags afterwards. Names are ASCII; the only attributes are namespace declarations.
 */
final class EnvelopeScanner {
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
    private final StartTag tag;
    private int at;
    private int envelopeName;
    private int envelopeNameLength;
    private int bodyName;
    private int bodyNameLength;
    private int callName;
    private int callNameLength;
    private byte[] samplesPrefix;

    EnvelopeScanner(byte[] message, int begin, int end) {
        this.message = message;
        this.end = end;
        this.at = begin;
        this.tag = new StartTag(message, end);
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
                && TextScanner.skipBlank(message, at, end) == end;
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
        at = tag.read(TextScanner.skipBlank(message, at, end));
        return at >= 0;
    }

    private boolean endTag(int name, int nameLength) {
        int from = TextScanner.skipBlank(message, at, end);
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

    /**
     * Reads start tags with ASCII names that hold no attributes beside namespace declarations, and remembers the
     * declarations. The tags read are each other's ancestors, so none goes out of scope.
     */
    private static final class StartTag {
        private static final int MOST_DECLARATIONS = 16;
        private static final byte[] XMLNS = Soap.utf8("xmlns");
        private static final byte[] XML = Soap.utf8("xml");
        private static final byte[] RESERVED_XML = Soap.utf8("http://www.w3.org/XML/1998/namespace");
        private static final byte[] RESERVED_XMLNS = Soap.utf8("http://www.w3.org/2000/xmlns/");

        private final byte[] message;
        private final int end;
        /** Four ints for each declaration: prefix offset and length, URI offset and length. */
        private final int[] declarations = new int[4 * MOST_DECLARATIONS];

        private int count;
        private int countBefore;
        private int nameOffset;
        private int nameLength;
        private int prefixLength;
        private boolean empty;

        StartTag(byte[] message, int end) {
            this.message = message;
            this.end = end;
        }

        /** Reads the start tag that begins here; returns the position after it, or -1 when it is not a plain one. */
        int read(int begin) {
            if (begin >= end || message[begin] != '<') {
                return -1;
            }
            countBefore = count;
            nameOffset = begin + 1;
            int at = name(nameOffset);
            if (at < 0 || at >= end) {
                return -1;
            }
            nameLength = at - nameOffset;
            splitName();
            while (at < end && message[at] != '>' && message[at] != '/') {
                int attribute = TextScanner.skipBlank(message, at, end);
                boolean last = attribute < end && (message[attribute] == '>' || message[attribute] == '/');
                if (!last && attribute == at) {
                    return -1;
                }
                at = last ? attribute : declaration(attribute);
                if (at < 0) {
                    return -1;
                }
            }
            return close(at);
        }

        boolean isEmpty() {
            return empty;
        }

        /** Tells whether the tag read last declares a prefix. */
        boolean hasDeclarations() {
            return count > countBefore;
        }

        int nameOffset() {
            return nameOffset;
        }

        int nameLength() {
            return nameLength;
        }

        byte[] prefix() {
            return Arrays.copyOfRange(message, nameOffset, nameOffset + prefixLength);
        }

        boolean is(byte[] localName, byte[] namespace) {
            int local = prefixLength == 0 ? nameOffset : nameOffset + prefixLength + 1;
            if (!equal(localName, local, nameOffset + nameLength - local)) {
                return false;
            }
            for (int i = count - 1; i >= 0; i--) {
                int prefix = declarations[4 * i];
                if (same(prefix, declarations[4 * i + 1], nameOffset, prefixLength)) {
                    return equal(namespace, declarations[4 * i + 2], declarations[4 * i + 3]);
                }
            }
            return false;
        }

        private int close(int at) {
            empty = at < end && message[at] == '/';
            int bracket = empty ? at + 1 : at;
            return bracket < end && message[bracket] == '>' ? bracket + 1 : -1;
        }

        private void splitName() {
            prefixLength = 0;
            for (int i = 0; i < nameLength; i++) {
                if (message[nameOffset + i] == ':') {
                    prefixLength = i;
                }
            }
        }

        /** Reads {@code prefix:local} or {@code local}; returns the position after it, or -1. */
        private int name(int begin) {
            int at = part(begin);
            return at > 0 && at < end && message[at] == ':' ? part(at + 1) : at;
        }

        private int part(int begin) {
            if (begin >= end || !isNameStart(message[begin])) {
                return -1;
            }
            int at = begin + 1;
            while (at < end && isNamePart(message[at])) {
                at++;
            }
            return at;
        }

        /** Reads {@code xmlns="..."} or {@code xmlns:prefix="..."}; returns the position after it, or -1. */
        private int declaration(int begin) {
            int name = part(begin);
            if (name < 0 || name >= end || !equal(XMLNS, begin, name - begin) || count == MOST_DECLARATIONS) {
                return -1;
            }
            int prefix = name;
            int at = name;
            if (message[name] == ':') {
                prefix = name + 1;
                at = part(prefix);
            }
            if (at < 0 || end - at < 2 || message[at] != '=' || (message[at + 1] != '"' && message[at + 1] != '\'')) {
                return -1;
            }
            int uri = at + 2;
            int quote = uri;
            while (quote < end && isUriPart(message[quote])) {
                quote++;
            }
            if (quote >= end || message[quote] != message[at + 1] || !declare(prefix, at - prefix, uri, quote - uri)) {
                return -1;
            }
            return quote + 1;
        }

        private boolean declare(int prefix, int length, int uri, int uriLength) {
            boolean reserved = equal(XML, prefix, length)
                    || equal(XMLNS, prefix, length)
                    || equal(RESERVED_XML, uri, uriLength)
                    || equal(RESERVED_XMLNS, uri, uriLength);
            if (reserved || uriLength == 0) {
                return false;
            }
            for (int i = countBefore; i < count; i++) {
                if (same(declarations[4 * i], declarations[4 * i + 1], prefix, length)) {
                    return false;
                }
            }
            int slot = 4 * count++;
            declarations[slot] = prefix;
            declarations[slot + 1] = length;
            declarations[slot + 2] = uri;
            declarations[slot + 3] = uriLength;
            return true;
        }

        private boolean equal(byte[] expected, int offset, int length) {
            return Arrays.equals(expected, 0, expected.length, message, offset, offset + length);
        }

        private boolean same(int offset, int length, int otherOffset, int otherLength) {
            return Arrays.equals(message, offset, offset + length, message, otherOffset, otherOffset + otherLength);
        }

        private static boolean isNameStart(byte c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        }

        private static boolean isNamePart(byte c) {
            return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
        }

        private static boolean isUriPart(byte c) {
            return c > ' ' && c < 0x7f && c != '<' && c != '&' && c != '"' && c != '\'';
        }
    }
}
