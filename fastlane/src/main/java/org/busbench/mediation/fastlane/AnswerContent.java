package org.busbench.mediation.fastlane;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.axiom.attachments.Attachments;
import org.busbench.mediation.http.ContentCodings;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xml.SoapNamespaces;

/**
 * A backend's content, or plain XML of a client, and the envelope that a sequence sees in it. Content that is no envelope goes to the client as it came, and the sequence sees an
 * empty envelope, as in Synapse after an answer without a body. Of a message with attachments the sequence sees the root part, and it sees plain XML in an
 * envelope around it; both as in Synapse.
 *
 * <p>Immutable, but for the bytes, which no code changes.
 */
final class AnswerContent {

    /** The field that names them. */
    static final String CODING = "Content-Encoding";

    private static final byte[] NOTHING = inEnvelope("");
    private static final String MULTIPART = "multipart/related";
    private static final int MOST_OF_A_DECLARATION = 200;
    private static final Pattern DECLARATION =
            Pattern.compile("^\\s*<\\?xml(?:[^>]*encoding\\s*=\\s*[\"']([\\w.-]+))?[^>]*\\?>");

    private final byte[] sent;
    private final boolean decoded;
    private final byte[] envelope;
    private final boolean transformable;

    private AnswerContent(byte[] sent, boolean decoded, byte[] envelope, boolean transformable) {
        this.sent = sent;
        this.decoded = decoded;
        this.envelope = envelope;
        this.transformable = transformable;
    }

    /** The codings that a head names. */
    static ContentCodings codings(ResponseHead head) {
        if (head.value(CODING) == null) {
            return ContentCodings.NONE;
        }
        return ContentCodings.of(head.fields().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(CODING))
                .map(Map.Entry::getValue)
                .toList());
    }

    /** Whether reading the content takes a copy of it, or more. */
    static boolean isCostly(String contentType, ContentCodings codings) {
        return !codings.isNone() || isOf(contentType, MULTIPART);
    }

    /**
     * Reads an answer.
     *
     * @param charset the parameter of the content type, or null
     * @param mostBytes how much a coding may decode to
     * @throws MalformedXmlException when the content is not coded as its head says, or too long, or of an unknown charset
     */
    static AnswerContent of(
            String contentType,
            String charset,
            ContentCodings codings,
            byte[] content,
            ThreadTools tools,
            int mostBytes)
            throws MalformedXmlException {
        boolean known = codings.canBeDecoded();
        boolean changed = known && !codings.isNone();
        byte[] sent = changed ? decoded(codings, content, mostBytes) : content;
        boolean plainXml = isOf(contentType, "application/xml");
        if (known && isOf(contentType, MULTIPART)) {
            byte[] root = rootPart(contentType, sent);
            return new AnswerContent(sent, changed, root == null ? NOTHING : root, false);
        }
        boolean readable = contentType == null || plainXml || SoapVersion.OF_THE_MESSAGE.matches(contentType.strip());
        if (!known || sent.length == 0 || !readable) {
            return new AnswerContent(sent, changed, NOTHING, false);
        }
        if (tools.isEnvelope(sent, charset)) {
            return new AnswerContent(sent, changed, sent, true);
        }
        return plainXml
                ? new AnswerContent(sent, changed, inEnvelope(textWithoutDeclaration(sent, charset)), true)
                : new AnswerContent(sent, changed, NOTHING, false);
    }

    /**
     * Reads plain XML of a client.
     *
     * @throws MalformedXmlException when it is not well-formed by itself
     */
    static AnswerContent ofPlainXml(String charset, byte[] content, ThreadTools tools) throws MalformedXmlException {
        if (content.length == 0) {
            return new AnswerContent(content, false, NOTHING.clone(), true);
        }
        tools.requireWellFormed(content, charset);
        return new AnswerContent(content, false, inEnvelope(textWithoutDeclaration(content, charset)), true);
    }

    /**
     * Reads JSON of a client, in UTF-8: an envelope is made of it.
     *
     * @throws MalformedXmlException when it is none, or has no place in XML
     */
    static AnswerContent ofJson(byte[] content, ThreadTools tools) throws MalformedXmlException {
        byte[] envelope = tools.ofJson(content);
        return new AnswerContent(envelope, false, envelope, true);
    }

    /** What goes to the client unless a stylesheet changes it, without the codings that could be undone. */
    byte[] sent() {
        return sent;
    }

    /** Whether codings were undone. */
    boolean isDecoded() {
        return decoded;
    }

    /** What mediators see: the same array as {@link #sent()} when the content is an envelope; else by its XML declaration, if it has one. */
    byte[] envelope() {
        return envelope;
    }

    /** Whether the result of a stylesheet can take its place. */
    boolean isTransformable() {
        return transformable;
    }

    /** Whether it is plain XML, which only mediators see in an envelope. */
    boolean isPlain() {
        return transformable && sent != envelope;
    }

    private static boolean isOf(String contentType, String mediaType) {
        return contentType != null
                && contentType.strip().toLowerCase(Locale.ROOT).startsWith(mediaType);
    }

    private static byte[] inEnvelope(String text) {
        return ("<soapenv:Envelope xmlns:soapenv=\"" + SoapNamespaces.SOAP_11 + "\"><soapenv:Body>" + text
                        + "</soapenv:Body></soapenv:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] decoded(ContentCodings codings, byte[] coded, int mostBytes) throws MalformedXmlException {
        try (InputStream content = codings.decode(new ByteArrayInputStream(coded), mostBytes)) {
            return content.readAllBytes();
        } catch (IOException e) {
            String why = e instanceof EOFException ? "it ends early" : e.getMessage();
            throw new MalformedXmlException("the answer with Content-Encoding " + codings.field() + ": " + why, e);
        }
    }

    /** Returns null when the parts cannot be told apart. */
    private static byte[] rootPart(String contentType, byte[] content) {
        try (InputStream root =
                new Attachments(new ByteArrayInputStream(content), contentType).getRootPartInputStream()) {
            return root.readAllBytes();
        } catch (IOException | RuntimeException e) {
            // Axiom has exceptions of several kinds for this, and not all of them are its own.
            return null;
        }
    }

    private static String textWithoutDeclaration(byte[] xml, String charset) throws MalformedXmlException {
        String beginning = new String(xml, 0, Math.min(xml.length, MOST_OF_A_DECLARATION), StandardCharsets.ISO_8859_1);
        Matcher declaration = DECLARATION.matcher(beginning);
        String declared = declaration.find() ? declaration.group(1) : null;
        String named = charset == null ? declared : charset;
        try {
            String text = new String(xml, named == null ? StandardCharsets.UTF_8 : Charset.forName(named));
            return DECLARATION.matcher(text.replaceFirst("^\uFEFF", "")).replaceFirst("");
        } catch (IllegalArgumentException e) {
            throw new MalformedXmlException("the charset '" + named + "' of the answer is not known", e);
        }
    }
}
