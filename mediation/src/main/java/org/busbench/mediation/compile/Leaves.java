package org.busbench.mediation.compile;

import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.builtin.SendMediator;

/** How a sequence ends. */
final class Leaves {

    private static final int OK = 200;

    private final SynapseConfiguration configuration;
    private final Direction direction;
    private final Destination target;

    /** The target is the proxy's own endpoint, or null. */
    Leaves(SynapseConfiguration configuration, Direction direction, Destination target) {
        this.configuration = configuration;
        this.direction = direction;
        this.target = target;
    }

    /** Nothing sends the message. */
    Stage end(Known known) throws NotKnown {
        if (direction != Direction.REQUEST || target == null) {
            return drop();
        }
        return to(target, known);
    }

    /** The message is dropped: stock leaves the client of an answer or a fault without one, which helps nobody. */
    Stage drop() {
        return direction == Direction.FAULT ? Stage.Tell.PLAINLY : new Stage.Accept();
    }

    /** The message goes to the client. */
    Stage back(Known known) throws NotKnown {
        if (known.is(Known.Mark.ONE_WAY) || known.is(Known.Mark.ACCEPTED)) {
            throw new NotKnown("a message that is marked as OUT_ONLY or FORCE_SC_ACCEPTED goes back");
        }
        if (known.made() != null) {
            return new Stage.Tell(known.status(), known.made(), known.fields());
        }
        if (!known.computed().isEmpty() && direction != Direction.ANSWER) {
            throw new NotKnown("a header field of a message that goes back at once is computed");
        }
        boolean empty = known.is(Known.Mark.EMPTY);
        return switch (direction) {
            case REQUEST -> new Stage.Respond(known.status() == 0 ? OK : known.status(), known.fields(), empty);
            case ANSWER -> new Stage.Back(known.status(), known.fields(), empty);
            case FAULT -> throw new NotKnown("the fault sequence sends something else than a fault");
        };
    }

    /** A {@code send}; {@code ends} tells whether the sequence goes on to the proxy's target afterwards. */
    Stage send(SendMediator send, Known known, boolean ends) throws NotKnown {
        if (send.getReceivingSequence() != null) {
            throw new NotKnown("a <send> with a receiving sequence");
        }
        if (direction == Direction.REQUEST && target != null && ends) {
            throw new NotKnown("a <send> before the proxy sends the message again to its own endpoint");
        }
        boolean back = direction == Direction.ANSWER || known.is(Known.Mark.RETURNING);
        if (send.getEndpoint() != null) {
            if (direction != Direction.REQUEST) {
                throw new NotKnown("a <send> to an endpoint in the " + direction.sequence());
            }
            return to(Targets.of(send.getEndpoint(), known, configuration), known);
        }
        if (back && (direction == Direction.ANSWER || known.is(Known.Mark.NOWHERE))) {
            return back(known);
        }
        if (direction == Direction.REQUEST && !back && known.to() != null) {
            return to(Targets.implied(known.to()), known);
        }
        throw new NotKnown("a <send> without endpoint in the " + direction.sequence());
    }

    private static Stage to(Destination destination, Known known) throws NotKnown {
        if (known.made() != null || known.is(Known.Mark.RETURNING)) {
            throw new NotKnown("a fault, or a message that is marked as an answer, goes to an endpoint");
        }
        if (known.is(Known.Mark.EMPTY)) {
            throw new NotKnown(
                    "NO_ENTITY_BODY before a <send> to an endpoint: whether it has a body then depends on what the engine has read");
        }
        boolean oneWay = known.is(Known.Mark.ONE_WAY);
        if (oneWay != known.is(Known.Mark.ACCEPTED)) {
            throw new NotKnown(
                    oneWay
                            ? "OUT_ONLY without FORCE_SC_ACCEPTED: nothing says what the client is told"
                            : "FORCE_SC_ACCEPTED without OUT_ONLY: an answer that nobody gets is mediated");
        }
        if (oneWay && !(destination instanceof Target)) {
            throw new NotKnown("OUT_ONLY to a group of endpoints");
        }
        return new Stage.Send(destination, known.fields(), oneWay);
    }
}
