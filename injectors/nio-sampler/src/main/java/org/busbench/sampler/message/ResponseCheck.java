package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.Supplier;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.common.http.MessageParser;
import org.busbench.sampler.record.Contents;
import org.busbench.sampler.record.KnownContent;

/**
 * Looks at the bodies of one connection's answers, one after another, slice by slice, and keeps no more of them than
 * their end. Not thread safe.
 */
public final class ResponseCheck implements MessageParser.Body {
    /** At least a needle, and room for blanks after the end. */
    private static final int TAIL = Needles.LONGEST + 128;

    /** Too Many Requests (RFC 6585). */
    private static final int ABOVE_LIMIT = 429;

    private static final byte[] NO_NONCE = new byte[0];

    private final Needles needles;
    private final Fields fields;
    private final byte[] tail = new byte[TAIL];
    private final Contents contents;
    private int tailLength;
    private final boolean forbids;
    /** How this request must be refused; null for one that must be served. */
    private Refusal refusal;

    private boolean aboveLimit;
    private int missing;
    /** The forbidden text that was found; -1 for none. */
    private int present = -1;

    private KnownContent known;
    private int offset;
    private boolean agrees;

    /** A check of the answers to requests with changing values. */
    public ResponseCheck(Needles needles, Fields fields, Contents contents) {
        this.needles = needles;
        this.fields = fields;
        this.contents = contents;
        this.forbids = needles.forbids();
    }

    /** Gets ready for the next answer. */
    public void reset() {
        Refusal demanded = needles.expectation().refusal();
        refusal = demanded != null && fields.isRefused() ? demanded : null;
        aboveLimit = false;
        missing = needles.all();
        present = -1;
        tailLength = 0;
        known = contents.of(fields.kind());
        offset = 0;
        agrees = known != null;
    }

    @Override
    public void slice(byte[] bytes, int from, int length) {
        if (missing != 0) {
            missing = needles.missing(fields, missing, tail, tailLength, bytes, from, length);
        }
        if (forbids && present < 0) {
            present = needles.present(fields, tail, tailLength, bytes, from, length);
        }
        if (agrees) {
            agrees = known.agrees(offset, bytes, from, length, fields.hasNonce() ? fields.nonce() : NO_NONCE);
            offset += length;
        }
        keepTail(bytes, from, length);
    }

    /**
     * Counts the body, which is complete and right, with the first one of its kind when it says the same to the byte.
     *
     * @return false when it does not, or nothing is known of its kind
     */
    public boolean countedAsKnown() {
        if (!agrees || offset != known.length()) {
            return false;
        }
        known.count();
        return true;
    }

    private void keepTail(byte[] bytes, int from, int length) {
        int fresh = Math.min(length, TAIL);
        int kept = Math.min(tailLength, TAIL - fresh);
        if (kept > 0) {
            System.arraycopy(tail, tailLength - kept, tail, 0, kept);
        }
        System.arraycopy(bytes, from + length - fresh, tail, kept, fresh);
        tailLength = kept + fresh;
    }

    /**
     * Says why the answer, now complete, is not the expected one.
     *
     * @param body all of it, or as much as was kept
     * @return null when nothing is
     */
    public Fault fault(int status, Supplier<byte[]> body) {
        if (refusal != null) {
            return refusal.fault(status, body.get());
        }
        aboveLimit = status == ABOVE_LIMIT && fields.isLimited();
        if (aboveLimit) {
            return null;
        }
        int expected = needles.expectation().status();
        if (status != expected) {
            return new Fault(ErrorClass.STATUS, expected + " expected, " + status + " received");
        }
        return missing == 0 && present < 0 && endsRight() ? null : fault(body.get());
    }

    /** Whether the answer, in which nothing is wrong, is a refusal: it must be one, or the key is above its limit. */
    public boolean isRefusal() {
        return refusal != null || aboveLimit;
    }

    private boolean endsRight() {
        byte[] end = needles.expectation().end();
        int to = tailLength;
        while (to > 0 && tail[to - 1] <= ' ' && tail[to - 1] >= 0) {
            to--;
        }
        return to >= end.length && Arrays.equals(tail, to - end.length, to, end, 0, end.length);
    }

    private Fault fault(byte[] body) {
        String answer = new String(body, ISO_8859_1);
        for (int i = 0; i < needles.expectation().needs().size(); i++) {
            Expectation.Need need = needles.expectation().needs().get(i);
            boolean absent = (missing & 1 << i) != 0;
            if (need.proof() == Expectation.Proof.ROUTE && !endsRight()) {
                break;
            }
            if (absent) {
                return fault(need.proof(), new String(need.text().fill(fields), UTF_8), answer);
            }
        }
        if (present >= 0) {
            String text = new String(needles.expectation().lacks().get(present).fill(fields), UTF_8);
            return new Fault(ErrorClass.CONTENT, text + " is in the answer");
        }
        return new Fault(
                ErrorClass.CONTENT,
                "the answer does not end with "
                        + new String(needles.expectation().end(), UTF_8));
    }

    private Fault fault(Expectation.Proof proof, String expected, String body) {
        String absent = expected + " of this request is not in the answer";
        if (proof == Expectation.Proof.NONCE && fields.hasNonce()) {
            String own = new String(fields.nonce(), UTF_8);
            return needles.expectation()
                    .foreign()
                    .matcher(body)
                    .results()
                    .filter(found -> !found.group(1).equals(own))
                    .findFirst()
                    .map(found -> new Fault(ErrorClass.FOREIGN, absent + ", but " + found.group()))
                    .orElse(new Fault(ErrorClass.CONTENT, absent));
        }
        if (proof == Expectation.Proof.ROUTE) {
            return needles.expectation().routes().stream()
                    .filter(body::contains)
                    .findFirst()
                    .map(other -> new Fault(ErrorClass.ROUTE, "the answer is from " + other + ", not " + expected))
                    .orElse(new Fault(ErrorClass.CONTENT, "the answer does not say that it is from " + expected));
        }
        return new Fault(ErrorClass.CONTENT, absent);
    }
}
