package org.busbench.mediation.fastlane;

import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.soap.ContentTypes;
import org.busbench.mediation.soap.FaultText;

/**
 * How the bytes of a message are to be read, and with which type they go on: its charset, the content of an answer, and what mediators have made of it.
 *
 * <p>For the thread of the message's loop.
 */
final class MessageForm {

    private static final String JSON = "application/json; charset=UTF-8";

    private final String received;
    /** That of the message as it came, or null. */
    private final String charset;
    /** Whether the body is the mediator's own, in UTF-8. */
    private boolean transformed;
    /** The type of a request that has become one of the other version of SOAP; else null. */
    private String newType;
    /** The content of an answer, or of plain XML; null when it streams through, or when no mediator looks into it. */
    private AnswerContent content;

    /** For a message that came with this content type, or null. */
    MessageForm(String received) {
        this.received = received;
        this.charset = ContentTypes.charset(received);
    }

    /** The same form again, for a part of the message. */
    MessageForm copy() {
        MessageForm copy = new MessageForm(received);
        copy.transformed = transformed;
        copy.newType = newType;
        return copy;
    }

    /** The charset with which the message came, or null. */
    String receivedCharset() {
        return charset;
    }

    /** The charset of the message as it is now, or null. */
    String charset() {
        if (transformed) {
            return "UTF-8";
        }
        return isAsSent() ? charset : null;
    }

    /** Whether steps see the bytes that came. */
    boolean isAsSent() {
        return content == null || content.envelope() == content.sent();
    }

    /** The content was read. */
    void read(AnswerContent what) {
        content = what;
    }

    /** Whether it came as JSON, which was not read yet. */
    boolean isJson() {
        return content == null && ContentTypes.isJson(received);
    }

    /** Whether it is an envelope that was JSON. */
    private boolean wasJson() {
        return content != null && content.isTransformable() && ContentTypes.isJson(received);
    }

    /** The content; null if it was not read. */
    AnswerContent content() {
        return content;
    }

    /** The body is the mediator's own from here on. */
    void transform() {
        transformed = true;
    }

    /** The body is the mediator's own from here on, with this type; null for the type with which it came. */
    void transform(String type) {
        transformed = true;
        newType = type;
    }

    /** The body becomes JSON, which is sent next. */
    void becomeJson() {
        transform(JSON);
    }

    boolean isBecomingJson() {
        return JSON.equals(newType);
    }

    /** A message of the mediator's own takes its place. */
    void begin() {
        content = null;
        transformed = true;
    }

    /** The tree was written. An answer without content stays one, whatever mediators make of the empty envelope that they see. */
    void written(EmbeddedMessage tree) {
        newType = content == null ? tree.typeUnlike(received) : null;
        transformed = content == null || content.isTransformable();
    }

    /** Whether it has content that no stylesheet changes, or none. */
    boolean isFixed() {
        return content != null && !content.isTransformable();
    }

    /** Whether it is an answer with a content that no mediator can read. */
    boolean isUnreadable() {
        return isFixed() && content.sent().length > 0;
    }

    /** Whether it is plain XML, which only mediators see in an envelope. */
    boolean isPlain() {
        return content != null && content.isPlain();
    }

    /** Whether it is plain XML that is to be written without that envelope. */
    boolean isToBeBare() {
        return isPlain() && transformed;
    }

    /** Whether codings of an answer were undone. */
    boolean isDecoded() {
        return content != null && content.isDecoded();
    }

    /** Whether what is sent differs from what came. */
    boolean isChanged() {
        return transformed || isDecoded();
    }

    /** The content to send: that of the answer, unless mediators have changed it. */
    byte[] sent(byte[] body) {
        return content == null || transformed ? body : content.sent();
    }

    /** Whether the body is UTF-8 now and was something else, or JSON, or has another version of SOAP. */
    boolean isRetyped() {
        return newType != null || wasJson() || (transformed && !ContentTypes.isUtf8(charset));
    }

    /** The type of the message, which had another when it came. */
    String type() {
        if (newType == null && wasJson()) {
            return FaultText.contentType(false);
        }
        return newType != null ? newType : ContentTypes.inUtf8(received);
    }
}
