package org.busbench.harness.verify;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.busbench.common.DataRows;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario.Limit;
import org.busbench.harness.scenario.Scenario.Row;

/** Sends messages of the limited key, one after another, until one is refused. How exact the limit is, the load shows. Blocks; for one use. */
final class LimitCheck {
    private static final int ABOVE_LIMIT = 429;
    private static final double LONGEST_SECONDS = 3;

    private final MessageClient http;
    private final Messages messages;
    private final Target target;
    private final String payload;
    private int served;

    LimitCheck(MessageClient http, Messages messages, Target target, String payload) {
        this.http = http;
        this.messages = messages;
        this.target = target;
        this.payload = payload;
    }

    /** How many messages were let through. */
    int served() {
        return served;
    }

    /** What is wrong; empty where a message was refused, or the answers come too slowly to reach the limit. */
    Optional<String> fault(Limit limit) throws InterruptedException {
        Row row = messages.scenario().data().samples().stream()
                .filter(one -> one.route().filter(DataRows.LIMITED::equals).isPresent())
                .findFirst()
                .orElseThrow();
        String nonce = BackendFraming.FIXED.nonce();
        URI url = RequestPath.filled(target.url(), payload, nonce);
        Message message = messages.of(payload, row, nonce);
        AnswerCheck check = new AnswerCheck(messages);
        String route = messages.scenario().route(row).orElse(null);
        long begun = System.nanoTime();
        double seconds;
        do {
            Answer answer;
            try {
                answer = http.call(url, message);
            } catch (IOException e) {
                return Optional.of("messages of the limited key: " + NoAnswer.reason(url, e, target.reach()));
            }
            seconds = (System.nanoTime() - begun) / 1e9;
            if (answer.status() == ABOVE_LIMIT) {
                // The next size begins with the whole burst again.
                Thread.sleep(2_000L * limit.burst() / limit.perSecond());
                return Optional.empty();
            }
            Optional<String> fault = check.fault(payload, row, nonce, route, answer);
            if (fault.isPresent()) {
                return Optional.of("a message of the limited key: " + fault.get());
            }
            served++;
            if (served > 2 * (limit.burst() + limit.perSecond() * seconds)) {
                return Optional.of("the limit: " + served + " messages of the limited key were let through in "
                        + Math.round(seconds * 1e3) + " ms, where it allows " + limit.perSecond()
                        + " in a second; refuse the others with status 429");
            }
        } while (seconds < LONGEST_SECONDS);
        return Optional.empty();
    }
}
