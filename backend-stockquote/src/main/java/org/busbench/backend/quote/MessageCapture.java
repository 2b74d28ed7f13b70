package org.busbench.backend.quote;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps one message as it arrived. It shows whether a mediator changed parts of a message that no answer repeats. After {@link #wantNext} the next message
 * is kept; all others cost one read of a flag. Safe for any thread.
 */
public final class MessageCapture {
    private static final String DECLARATION = "^\\x{FEFF}?\\s*<\\?xml[^>]*\\?>";

    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile byte[] message;
    private volatile String action;

    /** Drops the kept message, and keeps the next one. */
    public void wantNext() {
        message = null;
        action = null;
        wanted.set(true);
    }

    /** Returns the kept message, or empty. Its own XML declaration gives its encoding; the default is UTF-8. */
    public Optional<byte[]> message() {
        return Optional.ofNullable(message).map(byte[]::clone);
    }

    /** Returns what the transport said that the kept message is to do; empty when it said nothing. */
    public Optional<String> action() {
        return message == null ? Optional.empty() : Optional.ofNullable(action);
    }

    public boolean isWanted() {
        return wanted.get();
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
        if (wanted.get() && wanted.compareAndSet(true, false)) {
            message = withOwnEncoding(Arrays.copyOfRange(bytes, offset, offset + length), charset);
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
