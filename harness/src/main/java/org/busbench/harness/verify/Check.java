package org.busbench.harness.verify;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One message, what it is about, and what must come back; {@link SampleMessages#NONCE} stands in both for the nonce.
 *
 * @param name what it is about
 * @param chunked whether it is sent in chunks
 * @param request what is sent
 * @param answer what must come back
 * @param status with which it must come back
 * @param nonce of this message alone
 */
record Check(String name, boolean chunked, String request, String answer, int status, String nonce) {

    /** With a nonce that nobody can know. */
    static Check of(String name, boolean chunked, String request, String answer, int status) {
        String nonce = String.format("%016x", ThreadLocalRandom.current().nextLong());
        return new Check(name, chunked, request, answer, status, nonce);
    }

    /** What is sent. */
    byte[] sent() {
        return filled(request);
    }

    /** What must come back. */
    byte[] expected() {
        return filled(answer);
    }

    /** Name of its files. */
    String file() {
        return name.replace(' ', '-');
    }

    private byte[] filled(String text) {
        return text.replace(SampleMessages.NONCE, nonce).getBytes(StandardCharsets.UTF_8);
    }
}
