package org.busbench.mediation.fastlane;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * The header blocks of WS-Addressing in a request (WS-Addressing 1.0 - Core, section 3.2), in the place of those with which it came. Every other byte stays.
 * For one message and one thread.
 */
final class AddressingHeaders {

    /** WS-Addressing 1.0. */
    private static final String FINAL = "http://www.w3.org/2005/08/addressing";
    /** The member submission of 2004. */
    private static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private static final Set<String> NAMESPACES = Set.of(FINAL, SUBMISSION);

    private final byte[] message;
    private final Tokenizer tokenizer;
    private final List<int[]> removed = new ArrayList<>();
    private String prefix;
    private boolean isEnvelope;
    private int blockFrom = -1;
    private int headerFrom = -1;
    /** Where the end tag of the header begins; where the body does if there is no header. */
    private int place = -1;

    private AddressingHeaders(byte[] message, Tokenizer tokenizer) {
        this.message = message;
        this.tokenizer = tokenizer;
    }

    /**
     * Returns the message with the blocks; null if the tokenizer does not take it for an envelope in UTF-8.
     *
     * @param action null or empty for none
     */
    static byte[] add(byte[] message, EndpointSpec.Addressing to, String action, Tokenizer tokenizer) {
        AddressingHeaders headers = new AddressingHeaders(message, tokenizer);
        return headers.read() ? headers.written(blocks(to, action)) : null;
    }

    private static String blocks(EndpointSpec.Addressing to, String action) {
        String blocks = block(to, "To", FaultText.escaped(to.address()));
        if (to.namespace().equals(SUBMISSION)) {
            blocks += block(to, "ReplyTo", "<wsa:Address>" + SUBMISSION + "/role/anonymous</wsa:Address>");
        }
        blocks += block(to, "MessageID", "urn:uuid:" + UUID.randomUUID());
        // It must be there (section 3.1); without one, it is Axis2's.
        boolean isNamed = action != null && !action.isEmpty();
        return blocks + block(to, "Action", isNamed ? FaultText.escaped(action) : "urn:anonOutInOpResponse");
    }

    private static String block(EndpointSpec.Addressing to, String name, String content) {
        return "<wsa:" + name + " xmlns:wsa=\"" + to.namespace() + "\">" + content + "</wsa:" + name + ">";
    }

    private boolean read() {
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                return false;
            }
            if (token == Token.START) {
                begins(
                        tokenizer.tag().name().namespace(),
                        tokenizer.tag().name().local());
            } else if (token == Token.END) {
                ends();
            }
        }
        return isEnvelope && place >= 0;
    }

    private void begins(String namespace, String local) {
        boolean isSoap = SoapNamespaces.contains(namespace);
        if (tokenizer.depth() == 1) {
            isEnvelope = isSoap && local.equals("Envelope");
        } else if (place < 0 && tokenizer.depth() == 2 && isSoap && local.equals("Header")) {
            headerFrom = tokenizer.tagFrom();
        } else if (place < 0 && tokenizer.depth() == 2 && isSoap && local.equals("Body")) {
            place = tokenizer.tagFrom();
            prefix = tokenizer.tag().prefix();
        } else if (place < 0 && tokenizer.depth() == 3 && headerFrom >= 0 && NAMESPACES.contains(namespace)) {
            blockFrom = tokenizer.tagFrom();
        }
    }

    private void ends() {
        if (tokenizer.depth() == 2 && blockFrom >= 0) {
            removed.add(new int[] {blockFrom, tokenizer.bytesRead()});
            blockFrom = -1;
        } else if (tokenizer.depth() == 1 && headerFrom >= 0 && place < 0) {
            place = PayloadTemplate.endTag(message, tokenizer.bytesRead());
            if (place == headerFrom) {
                // An empty element tag: a header with an end tag takes its place.
                removed.add(new int[] {headerFrom, tokenizer.bytesRead()});
                prefix = tokenizer.tag().prefix();
            }
        }
    }

    private byte[] written(String blocks) {
        String name = prefix == null || prefix.isEmpty() ? "Header" : prefix + ":Header";
        String inserted = prefix == null ? blocks : "<" + name + ">" + blocks + "</" + name + ">";
        ByteArrayOutputStream all = new ByteArrayOutputStream(message.length + inserted.length());
        int at = 0;
        for (int[] one : removed) {
            if (one[0] == place) {
                break;
            }
            all.write(message, at, one[0] - at);
            at = one[1];
        }
        all.write(message, at, place - at);
        all.writeBytes(inserted.getBytes(StandardCharsets.UTF_8));
        int behind = removed.isEmpty() ? place : Math.max(place, removed.get(removed.size() - 1)[1]);
        all.write(message, behind, message.length - behind);
        return all.toByteArray();
    }
}
