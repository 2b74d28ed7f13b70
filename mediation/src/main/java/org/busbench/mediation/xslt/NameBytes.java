package org.busbench.mediation.xslt;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import net.sf.saxon.om.NodeName;

/**
 * The names of elements and attributes as they are written, kept as bytes between messages. Bounded, since messages may bring any number of names.
 *
 * <p>Belongs to one thread.
 */
final class NameBytes {

    private static final int MOST = 4096;
    private static final byte[] NO_DEFAULT = " xmlns=\"\"".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, Map<String, byte[]>> byPrefix = new HashMap<>();
    private final Map<String, byte[]> declarations = new HashMap<>();
    private int count;
    private String lastPrefix = "";
    private Map<String, byte[]> last = prefix("");

    byte[] of(NodeName name) {
        String prefix = name.getPrefix();
        if (!prefix.equals(lastPrefix)) {
            last = prefix(prefix);
            lastPrefix = prefix;
        }
        byte[] known = last.get(name.getLocalPart());
        return known == null ? remember(name) : known;
    }

    private byte[] remember(NodeName name) {
        if (++count > MOST) {
            count = 0;
            byPrefix.clear();
            last = prefix(lastPrefix);
        }
        byte[] bytes = name.getDisplayName().getBytes(StandardCharsets.UTF_8);
        last.put(name.getLocalPart(), bytes);
        return bytes;
    }

    private Map<String, byte[]> prefix(String prefix) {
        return byPrefix.computeIfAbsent(prefix, added -> new HashMap<>());
    }

    /** {@code xmlns} or {@code xmlns:prefix}. */
    byte[] declaration(String prefix) {
        byte[] known = declarations.get(prefix);
        if (known != null) {
            return known;
        }
        if (declarations.size() >= MOST) {
            declarations.clear();
        }
        byte[] bytes = (prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix).getBytes(StandardCharsets.UTF_8);
        declarations.put(prefix, bytes);
        return bytes;
    }

    /** Takes the default namespace back. */
    byte[] noDefault() {
        return NO_DEFAULT;
    }
}
