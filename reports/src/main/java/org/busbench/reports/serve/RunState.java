package org.busbench.reports.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * The state of a run, as an open page polls it.
 *
 * @param seq tells this news from all others; the page gives it back when it asks for the next
 * @param version of the drawing that the page may fetch; empty when there is none
 * @param planned as far as is known; 0 when it is not
 * @param running what is under way; null when nothing is, or it is not known
 * @param leastSecondsLeft it hardly takes less; null when it is not known
 * @param mostSecondsLeft it hardly takes more; null when it is not known
 * @param note the last line worth telling; null for none
 * @param ended how the run ended; null while it goes on
 */
record RunState(
        String seq,
        String version,
        int done,
        int planned,
        String running,
        Long leastSecondsLeft,
        Long mostSecondsLeft,
        String note,
        String ended) {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    Answer answer() {
        try {
            return new Answer.Text(200, "application/json", JSON.writeValueAsString(this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a state can be written as JSON", e);
        }
    }
}
