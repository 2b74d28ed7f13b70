package server;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What every server here answers. {@code GET /get/SIZE/NONCE} gets a message of that size with the nonce in it, {@link #ECHO}
 * its own body, and {@link #PROXY} what the backend's echo says. Safe for use by several threads.
 */
public final class Answers {
    /** Path of the echo, here and on the backend. */
    public static final String ECHO = "/echo";

    /** Path of the echo by the backend. */
    public static final String PROXY = "/proxied-echo";

    /** Type of every message. */
    public static final String TYPE = "text/xml; charset=UTF-8";

    private static final Pattern GET = Pattern.compile("/get/([0-9]{1,4})(K?)/([0-9a-f]{16})");
    private static final String START = "<message ref=\"";
    private static final String NO_NONCE = "................\">";
    private static final String END = "</message>";

    /** Messages without their nonce, by size. */
    private static final Map<Integer, byte[]> BLANKS = new ConcurrentHashMap<>();

    private Answers() {}

    /**
     * The answer to a GET.
     *
     * @return the caller's own bytes; null where nothing is at the path
     */
    public static byte[] get(String path) {
        Matcher asked = GET.matcher(path);
        if (!asked.matches()) {
            return null;
        }
        int size = Integer.parseInt(asked.group(1)) * (asked.group(2).isEmpty() ? 1 : 1024);
        if (size < START.length() + NO_NONCE.length() + END.length() || size > Options.LARGEST) {
            return null;
        }
        byte[] message = BLANKS.computeIfAbsent(size, Answers::blank).clone();
        byte[] nonce = asked.group(3).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(nonce, 0, message, START.length(), nonce.length);
        return message;
    }

    private static byte[] blank(int size) {
        StringBuilder text = new StringBuilder(START).append(NO_NONCE);
        for (int i = 0; text.length() < size - END.length(); i++) {
            text.append((char) ('a' + i % 26));
        }
        return text.append(END).toString().getBytes(StandardCharsets.US_ASCII);
    }
}
