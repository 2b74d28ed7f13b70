package org.busbench.mediation.fastlane;

import java.util.IdentityHashMap;
import java.util.List;
import org.apache.commons.logging.Log;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.xpath.Question;

/** What can be known of the stages of a flow before a message comes: how much of it each looks at. Made at start, immutable. */
final class Plan {

    private static final Need NONE = new Need(Reads.NOTHING, Reads.NOTHING, List.of(), false, false);

    private final IdentityHashMap<Stage, Need> needs = new IdentityHashMap<>();
    private final Flow flow;
    private final Log service;

    /**
     * What a stage needs.
     *
     * @param itself how much of the message it looks at
     * @param all how much it and those after it look at
     * @param questions it asks of the message's content
     * @param slow whether one of them needs a tree
     * @param silent whether it only logs, and nobody sees that, by the settings of the log at the start
     */
    record Need(Reads itself, Reads all, List<Question> questions, boolean slow, boolean silent) {}

    Plan(Flow flow, Log service) {
        this.flow = flow;
        this.service = service;
        learn(flow.request());
        learn(flow.answer());
        learn(flow.fault());
    }

    Flow flow() {
        return flow;
    }

    Log service() {
        return service;
    }

    Need of(Stage stage) {
        return needs.getOrDefault(stage, NONE);
    }

    private boolean isSilent(Stage stage) {
        return stage instanceof Stage.Note note
                && !LogWriter.isOn(service, note.line().category());
    }

    /** Whether answers go to the client as their bytes come, whatever is done to their heads. */
    boolean streamsAnswers() {
        return of(flow.answer()).all() == Reads.NOTHING && allGoBack(flow.answer());
    }

    private static boolean allGoBack(Stage stage) {
        return stage instanceof Stage.Back
                || (!stage.following().isEmpty() && stage.following().stream().allMatch(Plan::allGoBack));
    }

    private Reads learn(Stage stage) {
        Need known = needs.get(stage);
        if (known != null) {
            return known.all();
        }
        if (stage instanceof Stage.Guard guard) {
            learn(guard.fault());
        }
        boolean silent = isSilent(stage);
        Reads itself = silent ? Reads.NOTHING : stage.readsItself();
        Reads after = Reads.NOTHING;
        for (Stage next : stage.following()) {
            Reads one = learn(next);
            after = one.compareTo(after) > 0 ? one : after;
        }
        List<Question> questions = silent ? List.of() : List.copyOf(stage.questions());
        boolean slow = !questions.stream().allMatch(Question::isStreamed);
        needs.put(stage, new Need(itself, itself.then(after), questions, slow, silent));
        return itself.then(after);
    }
}
