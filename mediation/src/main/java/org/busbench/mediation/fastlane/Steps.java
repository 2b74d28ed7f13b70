package org.busbench.mediation.fastlane;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.commons.logging.Log;
import org.busbench.mediation.compile.Choice;
import org.busbench.mediation.compile.Destination;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xpath.TypedExpression;

/** Makes steps of stages. Used at start. */
final class Steps {

    private final Log service;
    private final Members members;
    private final BiFunction<Leaf, HeadEdits, Route> routes;

    /** With the log of the service, the endpoints, and what makes a route to one of them with changes to the head. */
    Steps(Log service, Members members, BiFunction<Leaf, HeadEdits, Route> routes) {
        this.service = service;
        this.members = members;
        this.routes = routes;
    }

    /** A stage and all that follow. */
    Step of(Stage stage) {
        if (stage instanceof Stage.Choose choose) {
            Choice<Step> choice = choose.choice().map(this::of);
            Reads after = choice.branches().stream()
                    .map(branch -> branch.need().all())
                    .max(Reads::compareTo)
                    .orElseThrow();
            return new Step.Choose(need(stage, after), choice);
        }
        return stage.next() == null ? leaf(stage) : passing(stage, of(stage.next()));
    }

    private Step passing(Stage stage, Step next) {
        Step.Need need = need(stage, next.need().all());
        if (stage instanceof Stage.Change change) {
            return new Step.Change(need, change.transform(), next);
        }
        if (stage instanceof Stage.Note note) {
            return LogWriter.isOn(service, note.line().category()) ? new Step.Note(need, note.line(), next) : next;
        }
        if (stage instanceof Stage.Keep keep) {
            return new Step.Keep(need, keep.name(), keep.value(), next);
        }
        if (stage instanceof Stage.Put put) {
            return new Step.Put(need, put.name(), put.value(), next);
        }
        if (stage instanceof Stage.Guard guard) {
            return new Step.Guard(need, of(guard.fault()), next);
        }
        return new Step.Whole(need, next);
    }

    private Step leaf(Stage stage) {
        Step.Need need = need(stage, Reads.NOTHING);
        if (stage instanceof Stage.Send send) {
            HeadEdits edits = edits(send.fields());
            Map<Leaf, Route> known = new HashMap<>();
            collect(send.destination(), edits, known);
            return new Step.Send(need, send, members.of(send.destination()), edits, known);
        }
        if (stage instanceof Stage.Back back) {
            HeadEdits edits = edits(back.fields());
            edits = back.empty() ? edits.remove("Content-Type") : edits;
            return new Step.Back(need, back.status() == 0 ? edits : edits.status(back.status()), back.empty());
        }
        if (stage instanceof Stage.Respond respond) {
            return new Step.Respond(need, respond);
        }
        return stage instanceof Stage.Tell tell ? new Step.Tell(need, tell) : new Step.Accept(need);
    }

    private static Step.Need need(Stage stage, Reads after) {
        List<TypedExpression> questions = stage.questions();
        boolean slow = !questions.stream().allMatch(TypedExpression::isStreamed);
        return new Step.Need(stage.readsItself(), stage.readsItself().then(after), questions, slow);
    }

    private void collect(Destination destination, HeadEdits edits, Map<Leaf, Route> to) {
        if (destination instanceof Destination.Group group) {
            group.members().forEach(one -> collect(one, edits, to));
        } else if (members.of(destination) instanceof Member.One one) {
            to.put(one.leaf(), routes.apply(one.leaf(), edits));
        }
    }

    private static HeadEdits edits(List<Field> fields) {
        HeadEdits edits = HeadEdits.NONE;
        for (Field field : fields) {
            edits = field.value() == null ? edits.remove(field.name()) : edits.set(field.name(), field.value());
        }
        return edits;
    }
}
