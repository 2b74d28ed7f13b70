package org.busbench.harness.torture;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.busbench.harness.torture.Case.Moment;
import org.busbench.harness.torture.Case.Script;

/** A case that a backend plays, from {@link ProgrammedBackend#begin} to its end. For the backend's thread. */
final class PlayedCase {
    private final Case one;
    private final CaseMessages messages;
    private final Map<String, byte[]> texts = new HashMap<>();
    private int played;
    private int asked;
    private boolean over;

    PlayedCase(Case one, CaseMessages messages) {
        this.one = one;
        this.messages = messages;
    }

    Script script() {
        return one.exchange().backend();
    }

    /** Whether this further request meets the script. */
    boolean takes() {
        return played++ < script().times();
    }

    boolean isDueAtHead(StrictReader.Message request) {
        return script().at() == Moment.HEAD && request.headRead();
    }

    /** Whether the request accepts the content coding of the script's answer. */
    boolean isAccepted(StrictReader.Message request) {
        return String.join(",", request.values("Accept-Encoding"))
                .toLowerCase(Locale.ROOT)
                .contains(script().accepts());
    }

    boolean isBesideGoodTraffic() {
        return one.extent().beside() > 0;
    }

    boolean isNonce(String nonce) {
        return messages.requestOf(nonce) >= 0;
    }

    String firstNonce() {
        return messages.nonce(0);
    }

    void count() {
        asked++;
    }

    int asked() {
        return asked;
    }

    /** What is still played for it is played to no purpose. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    boolean isOverload() {
        return one.extent().overload().isPresent();
    }

    /** The many clients of an overload send the same request, so that its answer is made once. */
    byte[] text(String text, String nonce) {
        return isOverload() && nonce.equals(firstNonce())
                ? texts.computeIfAbsent(text, same -> messages.backend(same, nonce))
                : messages.backend(text, nonce);
    }
}
