package org.busbench.sampler.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;

/**
 * How messages that are wrong on purpose must be refused. Immutable.
 *
 * @param statuses of which the answer must have one
 * @param texts that must occur in it
 */
public record Refusal(Set<Integer> statuses, List<String> texts) {
    /** Copies both. */
    public Refusal {
        statuses = Collections.unmodifiableSet(new TreeSet<>(statuses));
        texts = List.copyOf(texts);
    }

    /**
     * From the sampler's setting.
     *
     * @param lines statuses with blanks between them, then a text a line; none where no message is to be refused
     * @return null for no lines
     * @throws SettingException when the first line is not of statuses
     */
    public static Refusal of(List<String> lines) throws SettingException {
        if (lines.isEmpty()) {
            return null;
        }
        Set<Integer> statuses = new TreeSet<>();
        for (String word : lines.get(0).strip().split(" +", -1)) {
            if (!word.matches("[2-5][0-9]{2}")) {
                throw new SettingException("refusal begins with '" + word + "': statuses from 200 to 599 are expected");
            }
            statuses.add(Integer.valueOf(word));
        }
        return new Refusal(statuses, lines.subList(1, lines.size()));
    }

    /** What is wrong with the complete answer to a message that must be refused; null when nothing is. */
    Fault fault(int status, byte[] body) {
        if (!statuses.contains(status)) {
            return new Fault(
                    ErrorClass.STATUS, "a refusal with status " + statuses + " expected, " + status + " received");
        }
        String answer = new String(body, UTF_8);
        return texts.stream()
                .filter(text -> !answer.contains(text))
                .findFirst()
                .map(text -> new Fault(ErrorClass.CONTENT, text + " is not in the refusal"))
                .orElse(null);
    }
}
