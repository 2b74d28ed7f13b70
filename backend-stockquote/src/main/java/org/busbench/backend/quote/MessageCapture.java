package org.busbench.backend.quote;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps messages as they arrived. They show whether a mediator changed parts of a message that no answer repeats. After {@link #wantNext} the next ones
 * are kept; all others cost one read of a number. Safe for any thread.
 */
public final class MessageCapture {
    private static final String DECLARATION = "^\\x{FEFF}?\\s*<\\?xml[^>]*\\?>";

    private final AtomicInteger wanted = new AtomicInteger();
    private final List<byte[]> messages = new CopyOnWriteArrayList<>();
    private volatile String action;

    /** Drops the kept messages, and keeps the next ones, so many at most. */
    public void wantNext(int most) {
        wanted.set(0);
        messages.clear();
        action = null;
        wanted.set(most);
    }

    /** Returns the kept messages as they came. The XML declaration of each gives its encoding; the default is UTF-8. */
    public List<byte[]> messages() {
        return messages.stream().map(byte[]::clone).toList();
    }

    /** Returns what the transport said that the last kept message is to do; empty when it said nothing. */
    public Optional<String> action() {
        return messages.isEmpty() ? Optional.empty() : Optional.ofNullable(action);
    }

    public boolean isWanted() {
        return wanted.get() > 0;
    }

    /**
     * Called before a message that is wanted.
     *
     * @param stated its SOAPAction, or the action of its Content-Type; null for none
     */
    public void comesWith(String stated) {
        action = stated;
    }

    /** Called with each message; the charset is that of the transport, or null. */
    public void saw(byte[] bytes, int offset, int length, String charset) {
        if (wanted.get() > 0 && wanted.getAndDecrement() > 0) {
            messages.add(withOwnEncoding(Arrays.copyOfRange(bytes, offset, offset + length), charset));
        }
    }

    /** The transport's charset has precedence over the declaration (RFC 7303 section 3). A kept message has no transport, so it is converted to UTF-8. */
    private static byte[] withOwnEncoding(byte[] bytes, String charset) {
        if (charset == null || charset.equalsIgnoreCase("UTF-8") || !isKnown(charset)) {
            return bytes;
        }
        String text = new String(bytes, Charset.forName(charset));
        return text.replaceFirst(DECLARATION, "").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isKnown(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }
}
