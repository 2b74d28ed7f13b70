package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * What the injector sent against what the backend received, over a whole trial.
 *
 * @param sent by the injector, warm-up included
 * @param backendReceived by all backend instances
 * @param backendRefused of these, messages that were not what they had to be
 * @param backendAnswered answers by backend instance
 * @param probeSent by the probe beside the load
 * @param verdict how both agree
 * @param difference received minus sent
 * @param explanation one sentence; null when there is nothing to explain
 * @param held both ends while answers were held back; null when that was not looked at
 * @param late of those received, messages of an earlier load; null when there are none
 * @param rivalSent in a duet, by the injector to the other side: one backend serves both and counts them together; else null
 */
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
        @JsonInclude(Include.NON_NULL) Long rivalSent) {

    /**
     * Both ends while the backend held its answers back, since the trial began.
     *
     * @param verified right answers that the clients had
     * @param given answers that may have left the backend
     */
    public record Held(long verified, long given) {

        /** Refuses negative counts. */
        public Held {
            Required.notNegative(verified, "reconciliation.held.verified");
            Required.notNegative(given, "reconciliation.held.given");
        }

        /** Answers that the clients had before the backend gave them; 0 when there are none. */
        public long early() {
            return Math.max(0, verified - given);
        }
    }

    /** How two counts agree. */
    public enum Verdict {
        /** The counts agree to the message. */
        @JsonProperty("exact")
        EXACT("exact"),
        /** The backend saw fewer requests than were sent. */
        @JsonProperty("lost")
        LOST("lost"),
        /** The backend saw more requests than were sent. */
        @JsonProperty("duplicated")
        DUPLICATED("duplicated"),
        /** They differ by no more than the requests that were cut off. */
        @JsonProperty("unaccounted")
        UNACCOUNTED("unaccounted");

        private final String key;

        Verdict(String key) {
            this.key = key;
        }

        /**
         * The word used in the run directory.
         *
         * @return for example {@code lost}
         */
        public String key() {
            return key;
        }
    }

    /** Refuses negative counts. */
    public Reconciliation {
        Required.notNegative(sent, "reconciliation.sent");
        Required.notNegative(backendReceived, "reconciliation.backendReceived");
        Required.notNegative(backendRefused, "reconciliation.backendRefused");
        Required.notNegative(probeSent, "reconciliation.probeSent");
        Required.notNegative(late == null ? 0 : late, "reconciliation.late");
        Required.notNegative(rivalSent == null ? 0 : rivalSent, "reconciliation.rivalSent");
        Required.present(verdict, "reconciliation.verdict");
        backendAnswered = Required.mapOrEmpty(Required.present(backendAnswered, "reconciliation.backendAnswered"));
    }
}
