package org.busbench.mediation.xml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/** A reader of Woodstox's that fails beyond a length of start tags and names, and beyond a number of names that share a hash. For one thread. */
public final class BoundedReader extends StreamReaderDelegate {
    /** Woodstox finds a name by the low bits of its hash, and compares it with all that share them: that would cost the square of their number (CWE-407). */
    private static final int HASH_BITS = 0xFFFF;

    private static final int MOST_OF_HASH = 128;

    private final int tagCharacters;
    private final Set<String> names = new HashSet<>();
    private final Map<Integer, Integer> hashes = new HashMap<>();
    /** Where a start tag begins whose end is not known yet, or -1. */
    private int tag = -1;

    /** Reads what this reader reads; {@code tagBytes} of the limits are characters here. */
    public BoundedReader(XMLStreamReader reader, Limits limits) {
        super(reader);
        this.tagCharacters = limits.tagBytes();
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (tag >= 0 || event == START_ELEMENT) {
            int at = getLocation().getCharacterOffset();
            if (tag >= 0 && at - tag > tagCharacters) {
                throw tooLong();
            }
            // The end of an element that is written as one tag has the place of its start.
            tag = event == START_ELEMENT ? at : at == tag ? tag : -1;
        }
        if (event == START_ELEMENT) {
            add(getPrefix());
            add(getLocalName());
            for (int i = getAttributeCount() - 1; i >= 0; i--) {
                add(getAttributePrefix(i));
                add(getAttributeLocalName(i));
            }
            for (int i = getNamespaceCount() - 1; i >= 0; i--) {
                add(getNamespacePrefix(i));
            }
        } else if (event == PROCESSING_INSTRUCTION) {
            add(getPITarget());
        }
        return event;
    }

    private void add(String name) throws XMLStreamException {
        if (name != null && names.add(name)) {
            if (name.length() > tagCharacters) {
                throw tooLong();
            }
            if (hashes.merge(name.hashCode() & HASH_BITS, 1, Integer::sum) > MOST_OF_HASH) {
                throw new XMLStreamException("a name shares the hash of " + MOST_OF_HASH + " others");
            }
        }
    }

    private XMLStreamException tooLong() {
        return new XMLStreamException(
                "a start tag or a name of more than " + tagCharacters + " characters: raise --limit tag");
    }
}
