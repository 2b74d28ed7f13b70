package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Map;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Value;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.ResponseHead;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xpath.Variables;
import org.busbench.mediation.xslt.TransformationException;

/**
 * One message on its way through a flow, there and back.
 *
 * <p>For the thread of its loop.
 */
final class Journey {

    private final FastProxy proxy;
    private final Exchange exchange;
    private final LoopTools tools;
    private final Facts facts;
    private final Answers answers;
    private final Attempts attempts = new Attempts();
    private String charset;
    private boolean changed;
    private Step handler;
    private PutFields put = PutFields.NONE;
    private HeadEdits backEdits;

    Journey(FastProxy proxy, Exchange exchange, LoopTools tools) {
        this.proxy = proxy;
        this.exchange = exchange;
        this.tools = tools;
        this.facts = new Facts(proxy.name(), exchange);
        this.answers = new Answers(facts);
        this.charset = Charsets.of(exchange.request().value("Content-Type"));
        exchange.attach(this);
    }

    LoopTools tools() {
        return tools;
    }

    /** The charset of the message as it is now, or null. */
    String charset() {
        return changed ? "UTF-8" : charset;
    }

    Variables variables() {
        return facts;
    }

    /** A request was sent that needed no journey until now. */
    void wasSent(Step.Send step, Leaf where) {
        attempts.sent(step, where);
    }

    /** A question about the content was answered while the message came in. */
    void decided(TypedExpression question, String answer) {
        answers.decided(question, answer);
    }

    /** Goes on; {@code message} is null as long as the body has not been taken. */
    void go(Step first, byte[] message) {
        Step step = first;
        try {
            while (step != null && !exchange.isOver()) {
                Step.Need need = step.need();
                if (message == null && facts.failure() == null && isMissing(need)) {
                    await(step, need);
                    return;
                }
                Step asking = step;
                if (isForTheBench(need, message) && proxy.bench(exchange, () -> answered(need, message, asking))) {
                    return;
                }
                step = take(step, message);
            }
        } catch (MalformedXmlException | IllegalArgumentException e) {
            // The latter for a value that cannot stand where it is wanted: in a header field, say.
            refuse(e.getMessage());
        }
    }

    /** Takes one step; returns the next one, or null when somebody else goes on. */
    private Step take(Step step, byte[] message) throws MalformedXmlException {
        if (step instanceof Step.Choose choose) {
            return choose.choice().of(answers.answer(choose.choice().question(), tools, message, charset()));
        }
        if (step instanceof Step.Change change) {
            change(change, message);
            return null;
        }
        if (!(step instanceof Step.Passing passing)) {
            end(step, message);
            return null;
        }
        if (step instanceof Step.Note note) {
            note(note.line(), message);
        } else if (step instanceof Step.Keep keep) {
            keep(keep, message);
        } else if (step instanceof Step.Put field) {
            String value = value(field.value(), message);
            put = put.with(field.name().name(), field.name().quoted() && value != null ? "\"" + value + "\"" : value);
        } else if (step instanceof Step.Guard guard) {
            handler = guard.fault();
        }
        return passing.next();
    }

    /** As in Synapse, an expression without a value leaves the property as it was. */
    private void keep(Step.Keep keep, byte[] message) throws MalformedXmlException {
        String value = keep.value() == null ? null : value(keep.value(), message);
        if (value != null || keep.value() == null) {
            facts.keep(keep.name(), value);
        }
    }

    private void note(LogLine line, byte[] message) throws MalformedXmlException {
        List<String> values = answers.values(line, tools, message, charset());
        proxy.note(line, facts.line(line, tools, message, charset(), values));
    }

    private boolean isMissing(Step.Need need) {
        return need.itself() == Reads.WHOLE
                || (need.itself() == Reads.BEGINNING
                        && !answers.knows(need.questions().get(0)));
    }

    /** Has as much of the request looked at as the rest needs. */
    private void await(Step step, Step.Need need) {
        if (need.all() == Reads.WHOLE || !Charsets.isUtf8(charset)) {
            exchange.collect(proxy.limits().bodyBytes(), (same, body) -> go(step, Pieces.drain(body)));
        } else {
            exchange.watch(
                    proxy.limits().bodyBytes(),
                    new Decision(this, step, need.questions().get(0)));
        }
    }

    private boolean isForTheBench(Step.Need need, byte[] message) {
        return message != null
                && message.length > proxy.limits().inlineBytes()
                && !need.questions().isEmpty()
                && (need.slow() || !Charsets.isUtf8(charset()))
                && !answers.knows(need.questions().get(0));
    }

    /** On a thread of the workbench: answers the questions of a step; what is returned goes on with them, on the loop. */
    private Runnable answered(Step.Need need, byte[] message, Step step) {
        Map<TypedExpression, String> found;
        try {
            found = answers.evaluate(need.questions(), proxy.benchTools(), message, charset());
        } catch (MalformedXmlException e) {
            return () -> refuse(e.getMessage());
        } catch (RuntimeException e) {
            // On this thread nobody would hear of it, and the client would wait for ever.
            return () -> refuse("an expression failed: " + e);
        }
        return () -> {
            answers.found(found);
            go(step, message);
        };
    }

    private String value(Value value, byte[] message) throws MalformedXmlException {
        return answers.value(value, tools, message, charset());
    }

    private void change(Step.Change change, byte[] message) throws MalformedXmlException {
        Map<String, String> parameters = answers.parameters(change.transform(), tools, message, charset());
        proxy.transform(exchange, tools, change.transform(), parameters, message, charset(), new FastProxy.Changed() {
            @Override
            public void changed(byte[] made) {
                changed = true;
                answers.forget();
                go(change.next(), made);
            }

            @Override
            public void failed(TransformationException failure) {
                refuse(failure.getMessage());
            }
        });
    }

    private void end(Step step, byte[] message) throws MalformedXmlException {
        if (step instanceof Step.Send send) {
            if (attempts.first(send, message) == null) {
                fail(FaultMessage.noneReady(send.member()));
            } else if (send.stage().oneWay()) {
                PutFields fields = put.after(send.stage().fields(), isRecoded());
                OneWay.send(proxy, exchange, attempts.leaf(), fields, message);
            } else {
                send();
            }
        } else if (step instanceof Step.Back back) {
            back(back, message);
        } else if (step instanceof Step.Respond respond) {
            exchange.answer(Echo.of(exchange.request(), respond.stage(), message, isRecoded()));
        } else if (step instanceof Step.Accept) {
            OneWay.accept(exchange);
        } else {
            tell(((Step.Tell) step).stage(), message);
        }
    }

    /** Whether it is UTF-8 now and was something else. */
    private boolean isRecoded() {
        return changed && !Charsets.isUtf8(charset);
    }

    private void tell(Stage.Tell tell, byte[] message) throws MalformedXmlException {
        FaultMessage what = facts.failure() == null ? FaultMessage.nothing() : facts.failure();
        String code = tell.fault() == null ? null : value(tell.fault().code().local(), message);
        String wording = tell.fault() == null ? null : value(tell.fault().reason(), message);
        exchange.answer(what.answer(tell, code, wording, facts.contentType()));
    }

    private void send() {
        Step.Send step = attempts.step();
        Route route = put.isEmpty() && !isRecoded()
                ? step.routes().get(attempts.leaf())
                : proxy.route(attempts.leaf(), put.after(step.edits(), isRecoded()));
        if (attempts.message() == null) {
            exchange.forward(route);
        } else {
            exchange.forward(route, SliceQueue.of(attempts.message()));
        }
    }

    private void back(Step.Back back, byte[] message) {
        backEdits = put.after(back.edits(), isRecoded() && !back.empty());
        if (message != null) {
            exchange.relay(back.empty() ? new SliceQueue() : SliceQueue.of(message), backEdits);
        }
    }

    /** The head of an answer is there that goes on as it comes: what becomes of its head. */
    HeadEdits meet(ResponseHead head) {
        answerCame(head);
        go(proxy.answer(), null);
        return backEdits;
    }

    /** A whole answer is there. */
    void answered(ResponseHead head, byte[] message) {
        answerCame(head);
        go(proxy.answer(), message);
    }

    private void answerCame(ResponseHead head) {
        facts.answered(head);
        charset = Charsets.of(head.value("Content-Type"));
        changed = false;
        handler = null;
        put = PutFields.NONE;
        answers.forget();
    }

    /** No answer can be had. */
    void failed(Failure failure) {
        FaultMessage message = FaultMessage.of(failure);
        if (failure.kind() == Failure.Kind.ANSWER_TOO_LARGE) {
            handler = proxy.answer() instanceof Step.Guard guard ? guard.fault() : null;
        } else if (failure.kind() == Failure.Kind.ANSWER_TIMEOUT && attempts.isDiscarding()) {
            handler = Step.Tell.PLAINLY;
        } else if (failure.kind() != Failure.Kind.BODY_TOO_LARGE && attempts.next(message.code()) != null) {
            send();
            return;
        }
        proxy.complain(failure.detail());
        fail(message);
    }

    void refuse(String why) {
        proxy.complain(why);
        fail(FaultMessage.mediation(why));
    }

    private void fail(FaultMessage message) {
        boolean again = facts.failure() != null;
        facts.failed(message);
        Step told = handler == null ? proxy.fault() : handler;
        go(again ? Step.Tell.PLAINLY : told, null);
    }
}
