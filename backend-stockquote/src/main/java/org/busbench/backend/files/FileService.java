package org.busbench.backend.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.backend.quote.RefusedException;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.StockQuoteService;

/**
 * A service of one instance whose answers are made of a file. It counts messages and nonces where the instance counts its
 * quotes. It knows no sockets. Safe for any thread.
 */
public final class FileService {
    private static final int REFUSED = 400;
    private static final String NONCE_MARK = "${nonce}";
    /** A nonce goes into answers as it is, whatever their syntax. */
    static final String NONCE_TEXT = "[A-Za-z0-9._-]{1,64}";

    private static final Pattern NONCE = Pattern.compile(NONCE_TEXT);

    private final FileServiceDefinition definition;
    private final ServicePath path;
    private final NonceFinder finder;
    private final AnswerTemplate template;
    private final StockQuoteService instance;
    private final List<Accepted> accepted = new ArrayList<>();

    /** A text that a request must hold, as it is or with the request's nonce in it. */
    private static final class Accepted {
        private final String text;
        /** Null when the nonce is in it. */
        private final byte[] bytes;

        private Accepted(String text) {
            this.text = text;
            this.bytes = text.contains(NONCE_MARK) ? null : text.getBytes(UTF_8);
        }

        private byte[] of(String nonce) {
            return bytes != null ? bytes : text.replace(NONCE_MARK, nonce).getBytes(UTF_8);
        }
    }

    FileService(FileServiceDefinition definition, StockQuoteService instance) {
        this.definition = definition;
        this.instance = instance;
        this.path = new ServicePath(definition.path());
        this.finder = definition.nonce().finder();
        this.template = new AnswerTemplate(
                definition.answer().body(),
                instance.instance(),
                definition.answer().size());
        for (String text : definition.accepts()) {
            accepted.add(new Accepted(text));
        }
    }

    public FileServiceDefinition definition() {
        return definition;
    }

    /** Whether it is at a path, whatever the method. */
    public boolean isAt(String requestPath) {
        return path.matches(requestPath);
    }

    /** Whether it answers requests with a method. */
    public boolean knows(String method) {
        return definition.method() == null
                ? !method.equals("HEAD")
                : definition.method().equals(method);
    }

    /**
     * Answers one request, and counts it. What lacks a nonce or a text is refused with status 400 and a line of text.
     *
     * @param length of the body; without a body the nonce is looked for in the target
     * @param charset the encoding that the transport states, or null
     * @return whether it is the answer of the file
     */
    public boolean answer(String target, byte[] body, int offset, int length, String charset, Reply reply) {
        instance.received().saw(body, offset, length, charset);
        instance.counters().received();
        try {
            byte[] asked = length == 0 ? target.getBytes(UTF_8) : body;
            byte[] nonce = length == 0 ? nonce(asked, 0, asked.length, charset) : nonce(asked, offset, length, charset);
            requireInPath(target, new String(nonce, UTF_8));
            reply.begin(definition.answer().status());
            template.fill(nonce, body, offset, length, reply);
            instance.counters().answered();
            instance.nonces().saw(nonce, 0, nonce.length);
            return true;
        } catch (RefusedException refused) {
            reply.begin(REFUSED);
            reply.append((refused.getMessage().replaceAll("\\s+", " ") + "\n").getBytes(UTF_8));
            instance.counters().refused();
            return false;
        }
    }

    /** A path that names another message than the body does is a mistake of what stands before the service. */
    private void requireInPath(String target, String nonce) throws RefusedException {
        int query = target.indexOf('?');
        String asked = query < 0 ? target : target.substring(0, query);
        if (path.hasNonce() && !nonce.equals(path.nonce(asked))) {
            throw new RefusedException("the path " + asked + " is not that of the request with the nonce " + nonce);
        }
    }

    private byte[] nonce(byte[] message, int offset, int length, String charset) throws RefusedException {
        String nonce = finder.find(message, offset, length, charset);
        if (nonce == null) {
            throw new RefusedException(
                    "the request has no nonce at " + definition.nonce().expression());
        }
        if (!NONCE.matcher(nonce).matches()) {
            throw new RefusedException("the nonce of the request is not 1 to 64 letters and digits: "
                    + nonce.substring(0, Math.min(80, nonce.length())));
        }
        for (int i = 0; i < accepted.size(); i++) {
            byte[] text = accepted.get(i).of(nonce);
            if (!contains(message, offset, length, text)) {
                throw new RefusedException("the request does not hold " + new String(text, UTF_8));
            }
        }
        return nonce.getBytes(UTF_8);
    }

    private static boolean contains(byte[] message, int offset, int length, byte[] text) {
        int last = offset + length - text.length;
        for (int at = offset; at <= last; at++) {
            if (message[at] == text[0] && Arrays.equals(message, at, at + text.length, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }
}
