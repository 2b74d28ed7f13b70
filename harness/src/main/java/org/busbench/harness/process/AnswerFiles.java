package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A service that the backend makes of files, beside the quotes.
 *
 * @param path at which all instances serve it
 * @param nonce where a request carries its nonce: {@code pointer=/ref}, {@code xpath=//ref} or {@code regex=...}
 * @param accepts texts without which a request is refused
 * @param answer what is answered
 */
public record AnswerFiles(String path, String nonce, List<String> accepts, Answer answer) {
    /** Makes the list unchangeable. */
    public AnswerFiles {
        accepts = List.copyOf(accepts);
    }

    /**
     * An answer.
     *
     * @param body file with the template
     * @param type its Content-Type
     * @param delay as {@code --delay} of the backend has it
     * @param size bytes that {@code ${fill}} makes up; 0: the template has none
     */
    public record Answer(Path body, String type, int status, boolean chunked, String delay, int size) {
        /** As it comes: at once, whole, with status 200. */
        public Answer(Path body, String type) {
            this(body, type, 200, false, "none", 0);
        }
    }

    /** The backend's arguments for it, which follow those of any other such service. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--answer-path", path, "--answer-nonce", nonce));
        accepts.forEach(text -> arguments.addAll(List.of("--answer-accepts", text)));
        arguments.addAll(List.of(
                "--answer-body",
                answer.body.toString(),
                "--answer-type",
                answer.type,
                "--answer-status",
                Integer.toString(answer.status),
                "--answer-delay",
                answer.delay,
                "--answer-size",
                Integer.toString(answer.size)));
        if (answer.chunked) {
            arguments.add("--answer-chunked");
        }
        return arguments;
    }
}
