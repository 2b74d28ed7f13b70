package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/** What the injector sent against what the backend received, over a whole trial. */
public record Reconciliation(
        long sent,
        long backendReceived,
        long backendRefused,
        Map<String, Long> backendAnswered,
        long probeSent,
        Verdict verdict,
        long difference,
        String explanation,
        @JsonInclude(Include.NON_NULL) Held held,
        @JsonInclude(Include.NON_NULL) Long late,
        @JsonInclude(Include.NON_NULL) Long rivalSent,
        @JsonInclude(Include.NON_NULL) Integer perRequest) {

    /** Both ends, in messages of the backend, while it held its answers back, since the trial began. */
    public record Held(long verified, long given) {

        public Held {
            Required.notNegative(verified, "reconciliation.held.verified");
            Required.notNegative(given, "reconciliation.held.given");
        }

        /** Answers that the clients had before the backend gave them; 0 when there are none. */
        public long early() {
            return Math.max(0, verified - given);
        }
    }

    public int messagesPerRequest() {
        return perRequest == null ? 1 : perRequest;
    }

    /** How two counts agree. */
    public enum Verdict implements Keyed {
        /** The counts agree to the message. */
        EXACT,
        /** The backend saw fewer requests than were sent. */
        LOST,
        /** The backend saw more requests than were sent. */
        DUPLICATED,
        /** They differ by no more than the requests that were cut off. */
        UNACCOUNTED;
    }

    public Reconciliation {
        Required.notNegative(sent, "reconciliation.sent");
        Required.notNegative(backendReceived, "reconciliation.backendReceived");
        Required.notNegative(backendRefused, "reconciliation.backendRefused");
        Required.notNegative(probeSent, "reconciliation.probeSent");
        Required.notNegative(late == null ? 0 : late, "reconciliation.late");
        Required.notNegative(rivalSent == null ? 0 : rivalSent, "reconciliation.rivalSent");
        Required.notNegative(perRequest == null ? 0 : perRequest - 1, "reconciliation.perRequest");
        Required.present(verdict, "reconciliation.verdict");
        backendAnswered = Required.mapOrEmpty(Required.present(backendAnswered, "reconciliation.backendAnswered"));
    }
}
