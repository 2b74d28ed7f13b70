package org.busbench.harness.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.scenario.Backend.Stockquote;
import org.busbench.harness.scenario.Backend.Transform;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.Routes;
import org.busbench.harness.scenario.Scenario;

/**
 * A scenario in front of the SimpleStockQuote service: the words in which its clients ask, and who must answer for a
 * symbol. For one thread.
 */
final class QuoteJob {
    /** Stands for the nonce in messages that are made here: 16 characters, so that a nonce of 16 changes no length. */
    static final String NONCE = "0123456789abcdef";

    private static final Message OWN = new Message(
            "POST",
            Map.of("Content-Type", "text/xml; charset=UTF-8", "SOAPAction", "\"urn:getQuote\""),
            Optional.empty());

    private final Scenario scenario;
    private final Stockquote service;
    private final Message sent;
    private final Routes routes;

    private QuoteJob(Scenario scenario, Stockquote service) {
        this.scenario = scenario;
        this.service = service;
        this.routes = Routes.of(scenario, Stockquote.SYMBOL);
        this.sent = new Messages(scenario)
                .of(scenario.sizes().get(0), scenario.data().samples().get(0), NONCE);
    }

    /** Empty for a scenario with another backend. */
    static Optional<QuoteJob> of(Scenario scenario) {
        return scenario.backend() instanceof Stockquote service
                ? Optional.of(new QuoteJob(scenario, service))
                : Optional.empty();
    }

    RequestFormat requestFormat() {
        return RequestFormat.of(service.format());
    }

    /** The stylesheets that a mediator must apply. */
    Optional<Transform> transform() {
        return service.transform();
    }

    /** Whether a mediator must publish a WSDL of its own. */
    boolean wsdl() {
        return service.wsdl();
    }

    Message message(String body) {
        return sent.withBody(body);
    }

    /** A message that reaches the service with this body. */
    Message atService(String body) {
        return (service.transform().isPresent() ? OWN : sent).withBody(body);
    }

    /** The SOAPAction that must reach the backend: the operation. Empty where clients send none. */
    Optional<String> soapActionAtBackend() {
        return atService("").header("SOAPAction");
    }

    /** Random symbols for every route, the given one among them: no mediator can know them beforehand. */
    List<String> symbols(String unknown) {
        List<String> symbols = new ArrayList<>(routes.known());
        symbols.add(unknown);
        return symbols;
    }

    /** The backend that must answer for a symbol. */
    String route(String symbol) {
        return routes.of(symbol);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QuoteJob job && scenario.equals(job.scenario);
    }

    @Override
    public int hashCode() {
        return scenario.hashCode();
    }

    @Override
    public String toString() {
        return scenario.name();
    }
}
