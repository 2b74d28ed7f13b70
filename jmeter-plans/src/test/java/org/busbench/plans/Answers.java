package org.busbench.plans;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;

/** Right answers of the three scenarios, and the ways in which a mediator may get them wrong. */
final class Answers {
    static final String OTHER_PRICE = "<last>1.00</last>";

    private static final Pattern SYMBOL = Pattern.compile("<m:(?:symbol|Code)>([^<]*)<");
    private static final Pattern REF = Pattern.compile("<m:(?:ref|Ref)>([^<]*)<");

    private Answers() {}

    /** What a right mediator answers: routed by symbol when the path is CBR's, transformed when the message is checkPrice. */
    static Answer right(Received request) {
        return new Answer(200, envelope(request, route(request)));
    }

    static Answer fromTheWrongBackend(Received request) {
        return new Answer(200, envelope(request, route(request).equals("backend-A") ? "backend-B" : "backend-A"));
    }

    static Answer ofAnotherRequest(Received request) {
        return new Answer(200, right(request).body().replaceFirst(">[0-9a-f]{16}<", ">ffffffffffffffff<"));
    }

    static Answer withAnotherPrice(Received request) {
        return new Answer(200, right(request).body().replaceFirst("<return>", "<return>" + OTHER_PRICE));
    }

    static Answer cutInTheMiddle(Received request) {
        String body = right(request).body();
        return new Answer(200, body.substring(0, body.indexOf("-z<")));
    }

    static Answer untransformed(Received request) {
        return new Answer(200, right(request).body().replace("CheckPriceResponse", "getQuoteResponse"));
    }

    static Answer empty(Received request) {
        return new Answer(200, "");
    }

    static Answer broken(Received request) {
        return new Answer(500, right(request).body());
    }

    static Answer accepted(Received request) {
        return new Answer(202, right(request).body());
    }

    static Function<Received, Answer> everyNth(int n, Function<Received, Answer> wrong) {
        int[] count = {0};
        return request -> {
            synchronized (count) {
                count[0]++;
                return (count[0] % n == 0 ? wrong : (Function<Received, Answer>) Answers::right).apply(request);
            }
        };
    }

    private static String route(Received request) {
        Matcher symbol = SYMBOL.matcher(request.body());
        if (!request.head().startsWith("POST /services/CbrProxy ") || !symbol.find()) {
            return "backend-A";
        }
        return switch (symbol.group(1)) {
            case "IBM" -> "backend-A";
            case "MSFT" -> "backend-B";
            default -> "backend-C";
        };
    }

    private static String envelope(Received request, String route) {
        String name = request.body().contains("CheckPriceRequest") ? "CheckPriceResponse" : "getQuoteResponse";
        StringBuilder returns = new StringBuilder();
        Matcher refs = REF.matcher(request.body());
        while (refs.find()) {
            returns.append("<return><ref>").append(refs.group(1)).append("</ref><servedBy>");
            returns.append(route).append("</servedBy></return>");
        }
        return "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body><" + name
                + " xmlns=\"http://services.samples\">" + returns + "</" + name + "></soapenv:Body></soapenv:Envelope>";
    }
}
