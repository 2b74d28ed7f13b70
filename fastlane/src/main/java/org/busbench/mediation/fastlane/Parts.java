package org.busbench.mediation.fastlane;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.eip.aggregator.AggregateMediator;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.embedded.EmbeddedSplit;
import org.busbench.mediation.embedded.XmlFragment;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.ElementSpan;
import org.busbench.mediation.xpath.JointEvaluator;

/**
 * The parts of a client's message, and the aggregations of what becomes of them. A part may be split again; its parts are parts of the client's message.
 *
 * <pre>
 * WAITING -> RUNNING   in the order of the message, a bounded number at once
 * RUNNING -> HELD      by an aggregation that lacks further parts
 *         -> OVER      it answered, was dropped, was split, or was merged into another one
 * HELD    -> RUNNING   it goes on with all messages of its aggregation
 *         -> OVER      it was merged into that one, or the aggregation cannot be complete any more
 * </pre>
 *
 * <p>For the thread of the exchange's loop.
 */
final class Parts {
    private static final FlowInstruction ACCEPTED = new FlowInstruction.Accept();
    private static final FlowInstruction UNFINISHED = new FlowInstruction.OnFault(
            FlowInstruction.SendFault.DEFAULT,
            new FlowInstruction.Fail(
                    SynapseConstants.HANDLER_TIME_OUT, "an aggregation lacks messages that will not come"));

    private final FastProxy proxy;
    private final MessageMediation whole;
    private final EventLoop loop;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Set<MessageMediation> held = new HashSet<>();
    private final Map<Key, Aggregation> aggregations = new HashMap<>();
    private long bytes;
    private int running;
    private boolean starting;
    private boolean accepts;

    private record Waiting(MessageMediation origin, EmbeddedSplit.Part part, FlowInstruction first) {}

    private record Member(MessageMediation part, EmbeddedMessage tree) {}

    private record Key(AggregateMediator mediator, String correlation) {}

    /** Messages that become one, in the order of their arrival. */
    private static final class Aggregation {
        private final ConversationStep.Aggregate step;
        private final byte[] first;
        private final List<Member> members = new ArrayList<>();
        private final Deadline deadline;
        private long bytes;

        Aggregation(ConversationStep.Aggregate step, byte[] first, Deadline deadline) {
            this.step = step;
            this.first = first;
            this.deadline = deadline;
            if (step.how().timeout() != null) {
                deadline.set(step.how().timeout().toNanos());
            }
        }

        boolean isComplete() {
            return step.how()
                    .isComplete(
                            members.size(),
                            String.valueOf(
                                    members.get(0).tree.getProperty(step.how().sequence())));
        }
    }

    /** @param whole the mediation of the client's message */
    Parts(FastProxy proxy, MessageMediation whole) {
        this.proxy = proxy;
        this.whole = whole;
        this.loop = whole.exchange.loop();
    }

    /** Splits a message, which is the client's or a part itself, and begins its parts. */
    void split(MessageMediation origin, ConversationStep.Split step, byte[] body) {
        EmbeddedSplit how = step.how();
        boolean asBytes = origin.isAsBytes() && !step.elements().isEmpty();
        EmbeddedMessage seen = origin.tree(how.synapse(), how.readsFields(), step.fields());
        origin.work.run(body, ofThread -> {
            List<byte[]> bytes = asBytes ? contents(step, body, origin.values, ofThread) : null;
            if (bytes == null) {
                ofThread.requireTree(body.length);
            }
            List<EmbeddedSplit.Part> made = bytes == null
                    ? how.split(seen, body, origin.charset(), proxy.messageBytes())
                    : how.parts(seen, bytes);
            return () -> begin(origin, step, made, bytes == null);
        });
    }

    /** For any thread: the parts of a message, each with one of the elements; null where only a tree shows them. */
    private List<byte[]> contents(
            ConversationStep.Split step, byte[] message, ExpressionValues values, ThreadTools tools)
            throws MalformedXmlException {
        JointEvaluator joint = tools.joint();
        joint.read(step.elements(), message, values.properties(), true);
        boolean hasPlace = step.elements().size() > 1;
        boolean isDecided = joint.isDecided(0) && (!hasPlace || joint.isDecided(1));
        List<ElementSpan> found = isDecided ? joint.elements(0) : List.of();
        List<ElementSpan> places = isDecided && hasPlace ? joint.elements(1) : List.of();
        joint.forget();
        int from = joint.contentFrom();
        if (from < 0 || found.isEmpty() || (hasPlace && places.isEmpty())) {
            return null;
        }
        ElementSpan place = hasPlace ? places.get(0) : null;
        int put = from;
        byte[] rest;
        if (place == null) {
            rest = Enrichment.spliced(message, from, new byte[0], PayloadTemplate.endTag(message, joint.bodyTo()));
        } else {
            if (place.from() < from || place.isEmptyTag()) {
                return null;
            }
            put = place.contentTo();
            ByteArrayOutputStream others = new ByteArrayOutputStream(message.length);
            int at = 0;
            for (ElementSpan one : found) {
                if (one.from() <= place.from() && place.from() < one.to()) {
                    return null;
                }
                others.write(message, at, one.from() - at);
                at = one.to();
                put -= at <= place.contentTo() ? one.to() - one.from() : 0;
            }
            others.write(message, at, message.length - at);
            rest = others.toByteArray();
        }
        List<byte[]> contents = new ArrayList<>();
        long all = 0;
        for (ElementSpan one : found) {
            XmlFragment element =
                    new XmlFragment(message, one.from(), one.to(), one.tag().namespaces());
            if (one.from() < from || element.isOfSoap()) {
                return null;
            }
            byte[] own =
                    element.in(place == null ? joint.namespaces() : place.tag().namespaces());
            all += rest.length + own.length + EmbeddedSplit.BESIDE_A_PART;
            EmbeddedSplit.requireRoom(all, found.size(), proxy.messageBytes());
            contents.add(Enrichment.spliced(rest, put, own, put));
        }
        return contents;
    }

    private void begin(
            MessageMediation origin, ConversationStep.Split split, List<EmbeddedSplit.Part> parts, boolean ofTree) {
        for (EmbeddedSplit.Part part : parts) {
            bytes += part.message().length;
        }
        if (!whole.exchange.isOver() && !whole.exchange.hasRoom(bytes)) {
            origin.refuse("the parts of a message are too long together: other messages are held at the same time");
            return;
        }
        if (split.how().elements() != null) {
            origin.rewritten(ofTree);
        }
        for (int i = 0; i < parts.size(); i++) {
            int target = Math.min(i, split.targets().size() - 1);
            waiting.add(new Waiting(origin, parts.get(i), split.targets().get(target)));
        }
        accepts |= split.accepts();
        origin.end();
        start();
    }

    /** Starts what may be started, as many at most as may be under way, so that the loop's other connections have their turn. */
    private void start() {
        if (starting) {
            return;
        }
        int mostRunning = proxy.mostParts();
        starting = true;
        try {
            for (int i = 0; i < mostRunning && running < mostRunning && !waiting.isEmpty(); i++) {
                start(waiting.poll());
            }
        } finally {
            starting = false;
        }
        if (running < mostRunning && !waiting.isEmpty()) {
            loop.execute(this::start);
            return;
        }
        if (accepts && waiting.isEmpty()) {
            accepts = false;
            tell(ACCEPTED);
        }
        if (running == 0 && aggregations.values().stream().noneMatch(one -> one.deadline.isSet())) {
            settle();
        }
    }

    private void start(Waiting next) {
        Exchange.Part exchange = next.origin.exchange.part();
        MessageMediation part = new MessageMediation(next.origin, exchange, next.part.properties(), this);
        running++;
        exchange.whenOver(() -> over(part));
        exchange.attempt(() -> part.run(next.first, next.part.message()));
    }

    private void over(MessageMediation part) {
        if (!held.remove(part)) {
            running--;
        }
        start();
    }

    /** No part is under way, and none will be. */
    private void settle() {
        boolean unfinished = !aggregations.isEmpty();
        aggregations.clear();
        starting = true;
        List.copyOf(held).forEach(MessageMediation::end);
        starting = false;
        tell(unfinished ? UNFINISHED : ACCEPTED);
    }

    /** Answers the client, unless there is an answer. */
    private void tell(FlowInstruction answer) {
        if (!whole.exchange.isAnswered()) {
            whole.exchange.attempt(() -> whole.run(answer, null));
        }
    }

    /** Holds a part until its aggregation is complete. */
    void aggregate(MessageMediation part, ConversationStep.Aggregate step, String correlation, byte[] body) {
        if (part.isUnreadable()) {
            part.refuse("the answer is no SOAP envelope: it cannot be aggregated");
            return;
        }
        EmbeddedMessage seen = part.tree(step.how().synapse(), step.how().readsFields(), step.fields());
        Key key = new Key(step.how().mediator(), correlation);
        part.work.run(
                false, seen, body, part.charset(), ofThread -> () -> hold(new Member(part, seen), step, key, body));
    }

    private void hold(Member member, ConversationStep.Aggregate step, Key key, byte[] body) {
        Aggregation aggregation = aggregations.get(key);
        MessageMediation part = member.part;
        MessageMediation first = aggregation == null ? part : aggregation.members.get(0).part;
        long all = body.length + (aggregation == null ? 0 : aggregation.bytes);
        try {
            proxy.tools().requireTree(all);
        } catch (MalformedXmlException e) {
            part.refuse(e.getMessage());
            return;
        }
        if (!first.exchange.hasRoom(all)) {
            part.refuse("the parts of an aggregated message are too long: others are held at the same time");
            return;
        }
        if (aggregation == null) {
            aggregation = new Aggregation(step, body, loop.deadline(() -> expired(key)));
            aggregations.put(key, aggregation);
        }
        aggregation.members.add(member);
        aggregation.bytes = all;
        held.add(part);
        running--;
        if (aggregation.isComplete()) {
            complete(key);
        } else {
            start();
        }
    }

    private void expired(Key key) {
        aggregations.get(key).members.get(0).part.exchange.attempt(() -> complete(key));
    }

    private void complete(Key key) {
        Aggregation aggregation = aggregations.remove(key);
        aggregation.deadline.cancel();
        Member member = aggregation.members.remove(0);
        MessageMediation first = member.part;
        held.remove(first);
        running++;
        int size = (int) Math.min(aggregation.bytes, Integer.MAX_VALUE);
        first.work.run(size > OffloadPool.INLINE_BYTES, size, ofThread -> {
            Runnable next = merged(member, aggregation);
            return () -> {
                aggregation.members.forEach(other -> other.part.end());
                next.run();
            };
        });
        start();
    }

    /** For any thread: takes the content of all members into the first one, and returns what goes on with it on the loop. */
    private static Runnable merged(Member first, Aggregation aggregation) {
        ConversationStep.Aggregate step = aggregation.step;
        try {
            first.tree.merge(
                    aggregation.members.stream().map(Member::tree).toList(),
                    step.how().expression());
            return () -> first.part.changed(step.complete(), aggregation.first);
        } catch (MalformedXmlException e) {
            return () -> first.part.refuse(e.getMessage());
        }
    }
}
