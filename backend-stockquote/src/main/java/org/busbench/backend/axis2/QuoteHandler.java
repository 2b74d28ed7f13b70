package org.busbench.backend.axis2;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.ParsedMessage;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.Responder;

/** Parses and answers the messages of the service within Axis2: its builder calls {@link #read}, its receivers call {@link #answer}. */
final class QuoteHandler {
    private static final String PARSED = "busbench.parsed";
    private static final long SEED = 20070713;

    private final Instance instance;
    private final ThreadLocal<Responder> responders;
    private final RandomGenerator random;

    QuoteHandler(Instance instance) {
        this.instance = instance;
        this.responders = ThreadLocal.withInitial(instance.service()::newResponder);
        this.random = Delay.generator(SEED + instance.name().hashCode());
    }

    /** Reads a message and leaves what was read in the context; returns the operation that has to answer. */
    String read(byte[] message, String charset, MessageContext context) {
        if (instance.service().received().isWanted()) {
            instance.service().received().comesWith(context.getSoapAction());
        }
        ParsedMessage parsed = responders.get().read(message, 0, message.length, charset);
        context.setProperty(PARSED, parsed);
        // A refusal is an answer too: it goes out as a two-way operation's.
        return parsed.isRefused() ? "getQuote" : parsed.operationName();
    }

    /** Tells whether the message that was read is no valid call. */
    boolean isRefused(MessageContext context) {
        return context.getProperty(PARSED) instanceof ParsedMessage parsed && parsed.isRefused();
    }

    /** Answers the message that was read, after its delay. */
    Reply answer(MessageContext context) throws AxisFault {
        if (!(context.getProperty(PARSED) instanceof ParsedMessage parsed)) {
            throw new AxisFault("only messages of type text/xml are served");
        }
        Reply reply = new Reply();
        responders.get().answer(parsed, reply);
        delay();
        instance.service().counters().given();
        return reply;
    }

    private void delay() {
        long nanos = instance.delay().nextNanos(random);
        if (nanos == 0) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            // The server is being stopped: the answer goes out early.
            Thread.currentThread().interrupt();
        }
    }
}
