package org.busbench.backend.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.backend.quote.Reply;

/**
 * The body of an answer: {@code ${backend}} stands for the instance's name, {@code ${nonce}} for the request's nonce,
 * {@code ${request}} for the request's body as it came, and {@code ${fill}} for as many bytes as make the body as long as it
 * must be. Immutable.
 */
final class AnswerTemplate {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final byte[] NONCE = new byte[0];
    private static final byte[] FILL = new byte[0];
    private static final byte[] REQUEST = new byte[0];
    private static final byte[] FILLING = filling();

    private final List<byte[]> pieces = new ArrayList<>();
    private final int size;
    private int fixedBytes;
    private int nonces;
    private int requests;

    /**
     * Reads a template.
     *
     * @param size bytes of the body, if it has a {@code ${fill}}; 0: as it comes
     * @throws IllegalArgumentException when it cannot be filled in; the message says why
     */
    AnswerTemplate(String text, String backend, int size) {
        this.size = size;
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int end = 0;
        while (placeholder.find()) {
            add(text.substring(end, placeholder.start()));
            switch (placeholder.group(1)) {
                case "backend" -> add(backend);
                case "nonce" -> {
                    pieces.add(NONCE);
                    nonces++;
                }
                case "fill" -> pieces.add(FILL);
                case "request" -> {
                    pieces.add(REQUEST);
                    requests++;
                }
                default ->
                    throw new IllegalArgumentException("it has " + placeholder.group()
                            + ": only ${nonce}, ${backend}, ${request} and ${fill} are known");
            }
            end = placeholder.end();
        }
        add(text.substring(end));
        long fills = pieces.stream().filter(piece -> piece == FILL).count();
        if (fills != (size > 0 ? 1 : 0)) {
            throw new IllegalArgumentException("it has ${fill} " + fills + " times: "
                    + (size > 0 ? "once is needed, because its size is " + size : "its size says how much that is"));
        }
    }

    private static byte[] filling() {
        byte[] line = new byte[8192];
        Arrays.fill(line, (byte) 'x');
        return line;
    }

    private void add(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length > 0) {
            pieces.add(bytes);
            fixedBytes += bytes.length;
        }
    }

    /** Appends the body for a request, whose own body is some bytes of {@code request}. */
    void fill(byte[] nonce, byte[] request, int offset, int length, Reply reply) {
        for (int i = 0; i < pieces.size(); i++) {
            byte[] piece = pieces.get(i);
            if (piece == FILL) {
                fillUp(size - fixedBytes - nonces * nonce.length - requests * length, reply);
            } else if (piece == REQUEST) {
                reply.append(request, offset, length);
            } else {
                reply.append(piece == NONCE ? nonce : piece);
            }
        }
    }

    private static void fillUp(int bytes, Reply reply) {
        for (int left = bytes; left > 0; left -= FILLING.length) {
            reply.append(FILLING, 0, Math.min(left, FILLING.length));
        }
    }
}
