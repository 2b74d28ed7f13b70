package org.busbench.harness.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is sent and what must come back, for each of the jobs that a mediator can do. */
enum Job {
    VIRTUALIZATION("getQuote", "\"urn:getQuote\""),
    CBR("getQuote", "\"urn:getQuote\""),
    XSLT("checkPrice", "\"urn:checkPrice\"");

    private final String message;
    private final String soapAction;

    Job(String message, String soapAction) {
        this.message = message;
        this.soapAction = soapAction;
    }

    static Job of(String scenario) {
        return Arrays.stream(values())
                .filter(job -> job.scenario().equals(scenario))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job is known for the scenario " + scenario));
    }

    String scenario() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name of the request's sample file; the answer's is the same with {@code Response}. */
    String message() {
        return message;
    }

    /** The words of its requests. */
    RequestFormat requestFormat() {
        return this == XSLT ? RequestFormat.CHECK_PRICE : RequestFormat.QUOTE;
    }

    String soapAction() {
        return soapAction;
    }

    /** What the backend must be told: the operation that it has to do. */
    String soapActionAtBackend() {
        return VIRTUALIZATION.soapAction;
    }

    /** The symbols to try. Other answers than for the samples' own are compared with what the backend says itself. */
    List<String> symbols() {
        return switch (this) {
            case VIRTUALIZATION -> List.of("IBM", "SUN");
            case CBR -> List.of("IBM", "MSFT", "SUN");
            case XSLT -> List.of("IBM");
        };
    }

    /** The backend instance that must answer for a symbol. */
    String route(String symbol) {
        if (this != CBR) {
            return "backend-A";
        }
        return switch (symbol) {
            case "IBM" -> "backend-A";
            case "MSFT" -> "backend-B";
            default -> "backend-C";
        };
    }
}
