package org.busbench.mediation.fastlane;

import java.util.List;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Choice;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xml.Malformed;
import org.busbench.mediation.xpath.Evaluation;
import org.busbench.mediation.xpath.Kind;
import org.busbench.mediation.xpath.Variables;
import org.busbench.mediation.xslt.TransformationFailure;

/**
 * One request on its way through a flow.
 *
 * <p>For the thread of its loop.
 */
final class Journey {

    private final FastProxy proxy;
    private final Exchange exchange;
    private final LoopTools tools;
    private final String charset;
    private boolean changed;

    Journey(FastProxy proxy, Exchange exchange, LoopTools tools) {
        this.proxy = proxy;
        this.exchange = exchange;
        this.tools = tools;
        this.charset = Charsets.of(exchange.request().value("Content-Type"));
    }

    LoopTools tools() {
        return tools;
    }

    /** The charset of the message as it is now, or null. */
    String charset() {
        return changed ? "UTF-8" : charset;
    }

    Variables variables() {
        return (prefix, name) -> prefix.equals("trp") ? exchange.request().value(name) : null;
    }

    /** Does what needs no body, then has as much of the body looked at as the rest needs. */
    void begin(Stage first, int mostBytes) {
        Stage next = first;
        while (next instanceof Stage.Choose choose && choose.choice().reads() == Reads.NOTHING) {
            next = choose.choice().of(withoutBody(choose.choice()));
        }
        Stage stage = next;
        if (stage.reads() == Reads.WHOLE) {
            exchange.collect(mostBytes, (same, body) -> go(stage, Pieces.drain(body)));
        } else if (stage instanceof Stage.Choose choose) {
            exchange.watch(mostBytes, new Decision(this, choose));
        } else {
            go(stage, null);
        }
    }

    private String withoutBody(Choice<Stage> choice) {
        Evaluation evaluation = tools.borrow();
        evaluation.begin(choice.on(), choice.kind(), charset, variables());
        String value = text(evaluation, choice.kind());
        tools.giveBack(evaluation);
        return value;
    }

    /** Goes on; {@code message} is null as long as the body has not been taken. */
    void go(Stage stage, byte[] message) {
        Stage next = stage;
        try {
            while (next instanceof Stage.Choose choose) {
                next = choose.choice().of(value(choose.choice(), message));
            }
        } catch (Malformed e) {
            refuse(e.getMessage());
            return;
        }
        if (next instanceof Stage.Change change) {
            change(change, message);
        } else {
            send((Stage.Send) next, message);
        }
    }

    void refuse(String why) {
        exchange.answer(proxy.requestFault(why, tools));
    }

    private String value(Choice<Stage> choice, byte[] message) throws Malformed {
        Evaluation evaluation = tools.borrow();
        try {
            Evaluation.Progress progress = evaluation.begin(choice.on(), choice.kind(), charset(), variables());
            if (progress == Evaluation.Progress.NEED_MORE) {
                progress = evaluation.feed(message, 0, message.length);
            }
            if (progress == Evaluation.Progress.NEED_MORE) {
                evaluation.end();
            }
            return text(evaluation, choice.kind());
        } finally {
            tools.giveBack(evaluation);
        }
    }

    static String text(Evaluation evaluation, Kind kind) {
        return kind == Kind.BOOLEAN ? Boolean.toString(evaluation.bool()) : evaluation.string();
    }

    private void change(Stage.Change change, byte[] message) {
        proxy.transform(exchange, tools, List.of(change.transform()), message, charset(), new FastProxy.Changed() {
            @Override
            public void changed(byte[] made) {
                changed = true;
                go(change.next(), made);
            }

            @Override
            public void failed(TransformationFailure failure) {
                refuse(failure.getMessage());
            }
        });
    }

    private void send(Stage.Send send, byte[] message) {
        Route route = proxy.route(send);
        if (message == null) {
            exchange.forward(route);
        } else if (changed && !Charsets.isUtf8(charset)) {
            exchange.forward(proxy.routeInUtf8(send), SliceQueue.of(message));
        } else {
            exchange.forward(route, SliceQueue.of(message));
        }
    }
}
