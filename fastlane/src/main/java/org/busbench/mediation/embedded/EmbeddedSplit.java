package org.busbench.mediation.embedded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.synapse.mediators.eip.EIPConstants;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xml.MalformedXmlException;

/**
 * How a message becomes several: Synapse's {@code iterate} and {@code clone}.
 *
 * @param synapse of the flow
 * @param name of the mediator's element
 * @param id by which an aggregation finds the parts, or null
 * @param elements selects what each part gets; null gives each the whole message
 * @param place of an element in its part; null for the body, which holds nothing else then
 * @param copies how many parts have the whole message
 * @param readsFields whether the expressions ask for header fields
 */
public record EmbeddedSplit(
        EmbeddedSynapse synapse,
        String name,
        String id,
        SynapseXPath elements,
        SynapseXPath place,
        int copies,
        boolean readsFields) {

    /** A part and its properties. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Part(byte[] message, Map<String, Object> properties) {}

    /** What a part needs besides its content, about. */
    public static final int BESIDE_A_PART = 1024;

    public EmbeddedSplit {
        Objects.requireNonNull(synapse, "synapse");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Splits a message, which is not to be used any more. For any thread.
     *
     * @param bytes of the message
     * @param charset of the bytes, or null
     * @param mostBytes of all parts together
     * @throws MalformedXmlException when the message cannot be split
     */
    public List<Part> split(EmbeddedMessage message, byte[] bytes, String charset, long mostBytes)
            throws MalformedXmlException {
        List<byte[]> contents = new ArrayList<>();
        if (elements == null) {
            for (int i = 0; i < copies; i++) {
                contents.add(bytes);
            }
        } else {
            message.read(bytes, charset);
            message.split(elements, place, mostBytes, contents);
        }
        return parts(message, contents);
    }

    /** Refuses parts that have so many bytes together, if these are too many. */
    public static void requireRoom(long bytes, int parts, long mostBytes) throws MalformedXmlException {
        if (bytes > mostBytes) {
            throw new MalformedXmlException(
                    "the " + parts + " parts of a message have more than " + mostBytes
                            + " bytes together: raise --limit message",
                    null);
        }
    }

    /** Makes parts of their contents. For any thread. */
    public List<Part> parts(EmbeddedMessage message, List<byte[]> contents) {
        List<Part> parts = new ArrayList<>();
        for (byte[] content : contents) {
            Map<String, Object> properties = new HashMap<>(message.getProperties());
            properties.put(EIPConstants.AGGREGATE_CORRELATION, message.getMessageID());
            if (id != null) {
                properties.put(EIPConstants.AGGREGATE_CORRELATION + "." + id, message.getMessageID());
            }
            properties.put(
                    EIPConstants.MESSAGE_SEQUENCE + (id == null ? "" : "." + id),
                    parts.size() + EIPConstants.MESSAGE_SEQUENCE_DELEMITER + contents.size());
            parts.add(new Part(content, properties));
        }
        return parts;
    }
}
