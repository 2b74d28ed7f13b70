package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Response;

/** Takes the answer to an earlier call for that to a later one, where a request makes several calls. */
final class RememberedAnswers implements Fault {
    private static final Pattern NONCE = Pattern.compile(" id=\"([0-9a-f]{16}[a-z0-9-]*)\"");

    private final FaultRate rate;
    private final Use use;
    private String nonce;
    private Response remembered;

    /** What is done with an answer that is remembered. */
    enum Use {
        /** A part of a message is not sent, and the answer to another part gets its nonce. */
        LOSES_A_PART,
        /** A part is sent, and the answer to another client's part takes the place of its own. */
        MIXES_CLIENTS,
        /** The second call of a chain is not made, and the answer to another one gets its nonce. */
        CACHES_A_CHAIN
    }

    RememberedAnswers(FaultRate rate, Use use) {
        this.rate = rate;
        this.use = use;
    }

    @Override
    public BackendCaller calls(BackendCaller right) {
        return (call, answer) -> {
            String own = nonce(call);
            boolean meant = own != null && (use != Use.CACHES_A_CHAIN || own.endsWith("-p"));
            boolean wrong = meant && rate.isNext() && remembered != null && !sameClient(own);
            if (wrong && use != Use.MIXES_CLIENTS) {
                answer.accept(remembered.changed(text -> text.replace(nonce, own)));
            } else if (wrong) {
                Response other = remembered;
                right.call(call, ignored -> answer.accept(other));
            } else {
                right.call(call, response -> {
                    if (meant && response.status() == 200) {
                        nonce = own;
                        remembered = response;
                    }
                    answer.accept(response);
                });
            }
        };
    }

    private boolean sameClient(String own) {
        return own.regionMatches(0, nonce, 0, 16);
    }

    /** Null where none stands in it. */
    private static String nonce(BackendRequest call) {
        Matcher found = NONCE.matcher(new String(call.body(), StandardCharsets.UTF_8));
        return found.find() ? found.group(1) : null;
    }
}
