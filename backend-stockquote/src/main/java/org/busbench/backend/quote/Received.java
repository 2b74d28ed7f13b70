package org.busbench.backend.quote;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shows one message as it arrived, to whoever wants to know whether it is what a client sent: what is not repeated in
 * answers could be left out on the way unseen. Keeps the first one that comes after it was told to; all others cost one
 * read of a flag. Safe for any thread.
 */
public final class Received {
    private static final String DECLARATION = "^\\x{FEFF}?\\s*<\\?xml[^>]*\\?>";

    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile byte[] message;

    /** Forgets the one that was kept, and keeps the next. */
    public void wantNext() {
        message = null;
        wanted.set(true);
    }

    /** Returns the one that came since; empty when none has. Its encoding is what it says itself, UTF-8 if nothing. */
    public Optional<byte[]> message() {
        return Optional.ofNullable(message).map(byte[]::clone);
    }

    /** A message has come; the charset is what the transport stated, or null. */
    void saw(byte[] bytes, int offset, int length, String charset) {
        if (wanted.get() && wanted.compareAndSet(true, false)) {
            message = inItsOwnWords(Arrays.copyOfRange(bytes, offset, offset + length), charset);
        }
    }

    /** What the transport states beats what the message says (RFC 7303 section 3); without the transport it must be told. */
    private static byte[] inItsOwnWords(byte[] bytes, String charset) {
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
