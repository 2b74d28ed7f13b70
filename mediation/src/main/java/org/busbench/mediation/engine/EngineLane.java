package org.busbench.mediation.engine;

import org.apache.axis2.context.ConfigurationContext;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler;

/**
 * Takes requests for the Synapse engine: each becomes a message that a worker mediates, and the exchange waits for whoever answers.
 *
 * <p>Called on the threads of the loops; nothing here blocks.
 */
final class EngineLane implements Handler {

    private final ConfigurationContext axis;
    private final Workers workers;
    private final String published;

    EngineLane(ConfigurationContext axis, Workers workers, String published) {
        this.axis = axis;
        this.workers = workers;
        this.published = published;
    }

    @Override
    public void begin(Exchange exchange) {
        Arrival arrival = Arrival.of(exchange);
        Reply reply = new Reply(exchange);
        if (!arrival.hasBody()) {
            mediate(exchange, new Mediation(axis, published, arrival, reply, Conduit.of(new byte[0])));
            return;
        }
        Conduit body = new Conduit(exchange.request().bodyLength());
        Mediation mediation = new Mediation(axis, published, arrival, reply, body);
        exchange.streaming().receive(new Upload(exchange, body, () -> mediate(exchange, mediation)));
    }

    private void mediate(Exchange exchange, Mediation mediation) {
        if (!workers.begin(mediation)) {
            exchange.answer(Answer.text(503, "too many messages wait to be mediated"));
        }
    }
}
