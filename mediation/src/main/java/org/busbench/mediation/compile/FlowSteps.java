package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.synapse.Mediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.engine.MissingStep;
import org.busbench.mediation.fastlane.FlowInstruction;

/** In which way each mediator of a flow is executed, in the order in which they were met. For one thread. */
final class FlowSteps {

    private record Place(Direction direction, Mediator mediator) {}

    private final Map<Place, String> ways = new LinkedHashMap<>();
    private final Set<FlowInstruction.Fail> placed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A mediator is met; it is compiled unless {@link #note} says otherwise. */
    void meet(Direction direction, Mediator mediator) {
        ways.putIfAbsent(new Place(direction, mediator), "compiled");
    }

    /** In which other way it is executed. */
    void note(Direction direction, Mediator mediator, String way) {
        ways.put(new Place(direction, mediator), way);
    }

    /** It became this instruction, or it stands before the mediator that did, which was compiled earlier. */
    void fails(Direction direction, Mediator mediator, FlowInstruction.Fail instruction) {
        if (placed.add(instruction)) {
            note(direction, mediator, "fails: " + instruction.why());
        }
    }

    /** A line for each: sequence, element and way, with tabs between them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        ways.forEach((place, way) -> {
            String element = place.mediator() instanceof MissingStep
                    ? "(missing)"
                    : "<" + MediatorQueue.name(place.mediator()) + ">";
            lines.add(place.direction() + "\t" + element + "\t" + way);
        });
        return lines;
    }
}
