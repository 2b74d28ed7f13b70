package org.busbench.backend.axis2;

import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.MessageReceiver;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.Soap;

/** Describes the service to Axis2. */
final class QuoteAxisService {
    private static final String NAME = "SimpleStockQuoteService";
    private static final String[] TWO_WAY = {"getQuote", "getFullQuote", "getMarketActivity"};
    private static final String ONE_WAY = "placeOrder";

    private QuoteAxisService() {}

    /** Makes an Axis2 configuration that holds one instance of the service, at {@link Instance#PATH}. */
    static ConfigurationContext deploy(Instance instance) throws AxisFault {
        ConfigurationContext context = ConfigurationContextFactory.createConfigurationContextFromURIs(
                QuoteAxisService.class.getResource("axis2.xml"), null);
        context.setContextRoot("/");
        context.setServicePath("services");
        AxisConfiguration configuration = context.getAxisConfiguration();
        QuoteExchange exchange = new QuoteExchange(instance);
        configuration.addMessageBuilder("text/xml", new QuoteBuilder(exchange));
        configuration.addMessageFormatter("text/xml", new ReplyFormatter());
        configuration.addService(service(exchange));
        return context;
    }

    private static AxisService service(QuoteExchange exchange) throws AxisFault {
        AxisService service = new AxisService(NAME);
        service.setTargetNamespace(Soap.NAMESPACE);
        for (String name : TWO_WAY) {
            add(service, new InOutAxisOperation(new QName(Soap.NAMESPACE, name)), new TwoWayReceiver(exchange));
        }
        add(service, new InOnlyAxisOperation(new QName(Soap.NAMESPACE, ONE_WAY)), new OneWayReceiver(exchange));
        return service;
    }

    private static void add(AxisService service, AxisOperation operation, MessageReceiver receiver) {
        operation.setMessageReceiver(receiver);
        operation.setSoapAction("urn:" + operation.getName().getLocalPart());
        service.addOperation(operation);
        service.mapActionToOperation(operation.getSoapAction(), operation);
    }
}
