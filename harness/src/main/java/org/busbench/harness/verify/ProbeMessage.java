package org.busbench.harness.verify;

import java.nio.file.Path;
import java.util.List;

/**
 * A message of a job in which only the nonce is still to be filled in, and what a right answer to it must hold.
 *
 * @param text the message, with {@link #NONCE} where the nonce goes
 * @param lastSuffix what follows the nonce where the message carries it the last time; empty when it carries it once
 * @param route the backend instance that must have answered
 * @param element name that only a transformed answer holds; null where nothing is transformed
 */
public record ProbeMessage(String soapAction, String text, String lastSuffix, String route, String element) {

    /** Stands in {@link #text} for the nonce: 16 characters, so that a nonce of 16 changes no length. */
    public static final String NONCE = SampleMessages.NONCE;

    private static final String LAST_SUFFIX = "-z";

    /** Refuses a message without a place for the nonce. */
    public ProbeMessage {
        if (!text.contains(NONCE)) {
            throw new IllegalArgumentException("the message has no place for a nonce: " + text);
        }
    }

    /**
     * The messages that a target gets, one for each route that the job knows.
     *
     * @param messages the folder {@code xslt/messages}
     * @param payload size of the messages
     * @return at least one
     */
    public static List<ProbeMessage> of(Path messages, Target target, String payload) {
        Job job = Job.of(target.sends());
        SampleMessages samples = new SampleMessages(messages);
        return job.symbols().stream()
                .map(symbol -> {
                    byte[] text = samples.message(job.message(), payload, symbol, NONCE);
                    String message = new String(text, java.nio.charset.StandardCharsets.UTF_8);
                    return new ProbeMessage(
                            job.soapAction(),
                            message,
                            message.contains(NONCE + LAST_SUFFIX) ? LAST_SUFFIX : "",
                            target.route() == null ? job.route(symbol) : target.route(),
                            job == Job.XSLT ? "CheckPriceResponse" : null);
                })
                .toList();
    }
}
