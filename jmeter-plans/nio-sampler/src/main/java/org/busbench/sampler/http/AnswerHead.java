package org.busbench.sampler.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Locale;

/** Status and framing of one answer, from its head's lines. Interim answers (1xx) leave no trace. Not thread safe. */
final class AnswerHead {
    /** How the end of the body is known. */
    enum Framing {
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE
    }

    private static final byte[] VERSION = "http/1.".getBytes(US_ASCII);
    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(US_ASCII);
    private static final byte[] CONNECTION = "connection:".getBytes(US_ASCII);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int MOST_DIGITS = 18;
    private static final int HEAD_LIMIT = 256 * 1024;

    private int status;
    private long length;
    private boolean encoded;
    private boolean chunked;
    private boolean keepAlive;
    private int bytes;

    void reset() {
        status = 0;
        length = -1;
        encoded = false;
        chunked = false;
        keepAlive = true;
        bytes = 0;
    }

    int status() {
        return status;
    }

    long length() {
        return length;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    boolean isInterim() {
        return status < 200;
    }

    /** A field after the first line, or the first line itself. */
    void line(Line line) throws MalformedAnswerException {
        bytes += line.length();
        if (bytes > HEAD_LIMIT) {
            throw new MalformedAnswerException("its head is longer than " + HEAD_LIMIT + " bytes");
        }
        if (status == 0) {
            statusLine(line);
        } else {
            field(line);
        }
    }

    private void statusLine(Line line) throws MalformedAnswerException {
        boolean whole = line.length() >= STATUS_AT + 3 && line.startsWith(VERSION) && line.at(STATUS_AT - 1) == ' ';
        if (!whole || (line.length() > STATUS_AT + 3 && line.at(STATUS_AT + 3) != ' ')) {
            throw new MalformedAnswerException("it does not begin with an HTTP/1.1 status line but with: " + line);
        }
        for (int i = STATUS_AT; i < STATUS_AT + 3; i++) {
            int digit = line.at(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new MalformedAnswerException("its status is no number: " + line);
            }
            status = status * 10 + digit;
        }
        if (status < 100 || status == 101) {
            throw new MalformedAnswerException("its status was not asked for: " + line);
        }
        keepAlive = line.at(STATUS_AT - 2) != '0';
    }

    private void field(Line line) throws MalformedAnswerException {
        switch (Line.lower(line.at(0))) {
            case 'c' -> {
                if (line.startsWith(CONTENT_LENGTH)) {
                    contentLength(line);
                } else if (line.startsWith(CONNECTION)) {
                    connection(line.text(CONNECTION.length));
                }
            }
            case 't' -> {
                if (line.startsWith(TRANSFER_ENCODING)) {
                    encoded = true;
                    chunked = line.text(TRANSFER_ENCODING.length)
                            .toLowerCase(Locale.ROOT)
                            .endsWith("chunked");
                }
            }
            default -> {
                // Nothing else bears on where the answer ends.
            }
        }
    }

    private void contentLength(Line line) throws MalformedAnswerException {
        long value = 0;
        int digits = 0;
        for (int i = CONTENT_LENGTH.length; i < line.length(); i++) {
            int octet = line.at(i);
            if (octet == ' ' || octet == '\t') {
                continue;
            }
            digits++;
            if (octet < '0' || octet > '9' || digits > MOST_DIGITS) {
                throw new MalformedAnswerException("its length is no number of bytes: " + line);
            }
            value = value * 10 + octet - '0';
        }
        if (digits == 0 || (length >= 0 && length != value)) {
            throw new MalformedAnswerException("its length is missing, or contradicts an earlier one: " + line);
        }
        length = value;
    }

    private void connection(String options) {
        for (String option : options.toLowerCase(Locale.ROOT).split(",", -1)) {
            if (option.strip().equals("close")) {
                keepAlive = false;
            } else if (option.strip().equals("keep-alive")) {
                keepAlive = true;
            }
        }
    }

    /** RFC 9112, 6.3; the requests are no HEAD and no CONNECT. */
    Framing framing() {
        if (status == 204 || status == 304) {
            length = 0;
            return Framing.LENGTH;
        }
        if (encoded) {
            return chunked ? Framing.CHUNKED : Framing.UNTIL_CLOSE;
        }
        return length >= 0 ? Framing.LENGTH : Framing.UNTIL_CLOSE;
    }
}
