package org.busbench.mutants.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/**
 * The jobs that take several calls: an order is split into its lines, and a company's parent is asked for. They read text, in the one spelling that the
 * scenarios send: what is tried here is how calls and answers are counted, not how XML is read.
 */
public final class SeveralCalls implements Handler {
    private static final String ENVELOPE =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>";
    private static final Pattern LINE = Pattern.compile("<o:Line .*?</o:Line>", Pattern.DOTALL);
    private static final Pattern BODY = Pattern.compile("<soapenv:Body>(.*)</soapenv:Body>", Pattern.DOTALL);
    private static final Pattern PARENT = Pattern.compile(" parent=\"([^\"]*)\" seat=\"([^\"]*)\"");

    private final Handler others;
    private final BackendCaller backends;
    private final Map<String, BiConsumer<Request, Consumer<Response>>> jobs =
            Map.of("/services/SplitProxy", this::split, "/services/ChainProxy", this::chain);

    /** Does these jobs, and leaves all others to another mediator. */
    public SeveralCalls(Handler others, BackendCaller backends) {
        this.others = others;
        this.backends = backends;
    }

    @Override
    public void handle(Request request, Consumer<Response> answer) {
        jobs.getOrDefault(request.path(), others::handle).accept(request, answer);
    }

    /** All parts go out at once; the answers stand in the order of the parts. One that is no success is the answer to all. */
    private void split(Request order, Consumer<Response> answer) {
        List<String> lines = new ArrayList<>();
        Matcher line = LINE.matcher(text(order.body()));
        while (line.find()) {
            lines.add(line.group().replaceFirst("<o:Line ", "<o:Line xmlns:o=\"urn:busbench:order\" "));
        }
        Response[] answers = new Response[lines.size()];
        int[] missing = {lines.size()};
        for (int i = 0; i < answers.length; i++) {
            int part = i;
            call("/reservations", order, ENVELOPE.formatted(lines.get(i)), response -> {
                answers[part] = response;
                if (--missing[0] == 0) {
                    answer.accept(joined(answers));
                }
            });
        }
    }

    private static Response joined(Response... answers) {
        StringBuilder contents = new StringBuilder();
        for (Response one : answers) {
            Matcher body = BODY.matcher(text(one.body()));
            if (one.status() != 200 || !body.find()) {
                return failed(one);
            }
            contents.append(body.group(1));
        }
        return answers[0].withBody(bytes(ENVELOPE.formatted(contents)));
    }

    private void chain(Request lookup, Consumer<Response> answer) {
        call("/companies", lookup, text(lookup.body()), first -> {
            Matcher parent = PARENT.matcher(text(first.body()));
            if (first.status() != 200 || !parent.find()) {
                answer.accept(failed(first));
                return;
            }
            String next = "<r:Lookup xmlns:r=\"urn:busbench:register\" id=\"" + parent.group(1) + "\" country=\""
                    + parent.group(2) + "\" asked=\"parent\"><r:End ref=\"" + parent.group(1) + "\"/></r:Lookup>";
            call(
                    "/companies",
                    lookup,
                    ENVELOPE.formatted(next),
                    second -> answer.accept(second.isMissing() ? failed(second) : second));
        });
    }

    private void call(String path, Request from, String body, Consumer<Response> answer) {
        backends.call(new BackendRequest("A", path, from.contentType(), from.soapAction(), bytes(body)), answer);
    }

    private static Response failed(Response one) {
        return Mediation.fault(502, "Server", "backend A answered with status " + one.status());
    }

    private static String text(byte[] message) {
        return new String(message, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.UTF_8);
    }
}
