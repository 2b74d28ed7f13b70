package org.busbench.backend.files;

import java.util.List;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.quote.StockQuoteService;

/**
 * A service that is made of files: where its requests carry their nonce, and what it answers. Immutable.
 *
 * @param method of its requests; null for any
 * @param path at which every instance serves it; a {@code ${nonce}} in it must be the request's own nonce
 * @param nonce where an arriving request carries its nonce
 * @param accepts texts that each request must hold; {@code ${nonce}} in them stands for the request's nonce
 * @param answer what it answers
 */
public record FileServiceDefinition(String method, String path, NoncePlace nonce, List<String> accepts, Answer answer) {
    /**
     * An answer.
     *
     * @param body the template: {@code ${nonce}}, {@code ${backend}}, {@code ${request}} and {@code ${fill}} are filled in
     * @param type its Content-Type
     * @param delay how long it is held back; none: as long as the quotes are
     * @param size bytes that {@code ${fill}} makes of it; 0: as long as the template is
     */
    public record Answer(String body, String type, int status, boolean chunked, Delay delay, int size) {
        private static final int LARGEST = 64 << 20;

        public Answer {
            if (type.isBlank() || type.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new IllegalArgumentException("'" + type + "' is no content type");
            }
            if (status < 200 || status > 599) {
                throw new IllegalArgumentException("the status " + status + " is not between 200 and 599");
            }
            if (size < 0 || size > LARGEST) {
                throw new IllegalArgumentException("the size " + size + " is not between 0 and " + LARGEST + " bytes");
            }
            boolean bodiless = status == 204 || status == 304;
            if (bodiless && (!body.isEmpty() || chunked)) {
                throw new IllegalArgumentException("an answer with status " + status + " has no body and no chunks");
            }
        }
    }

    /** How a nonce is looked for. */
    public enum NonceSyntax {
        POINTER,
        XPATH,
        REGEX
    }

    /**
     * Where a request carries its nonce.
     *
     * @param expression in the words of the syntax
     */
    public record NoncePlace(NonceSyntax syntax, String expression) {
        public NoncePlace {
            finder(syntax, expression);
        }

        NonceFinder finder() {
            return finder(syntax, expression);
        }

        private static NonceFinder finder(NonceSyntax syntax, String expression) {
            return switch (syntax) {
                case POINTER -> new NonceFinder.Pointer(expression);
                case XPATH -> new NonceFinder.XPath(expression);
                case REGEX -> new NonceFinder.Regex(expression);
            };
        }
    }

    public FileServiceDefinition {
        new ServicePath(path);
        accepts = List.copyOf(accepts);
        if (accepts.contains("")) {
            throw new IllegalArgumentException("an empty text is in every request");
        }
        new AnswerTemplate(answer.body(), "", answer.size());
    }

    public FileService service(StockQuoteService instance) {
        return new FileService(this, instance);
    }
}
