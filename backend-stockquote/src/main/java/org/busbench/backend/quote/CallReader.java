package org.busbench.backend.quote;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** Reads the body's child as the schema in the service's WSDL has it. Stands on its start tag, then on its end tag. */
final class CallReader {
    /** The children of a request element in their order; only the first one must be there. */
    static final List<String> REQUEST_CHILDREN =
            List.of("symbol", "ref", "exchange", "currency", "client", "account", "quantity", "note");

    private static final int QUANTITY = REQUEST_CHILDREN.indexOf("quantity");

    private final ElementReader xml;

    CallReader(ElementReader xml) {
        this.xml = xml;
    }

    Call read() throws XMLStreamException, RefusedException {
        if (!xml.is(Soap.NAMESPACE, xml.localName())) {
            throw unknown();
        }
        xml.requireNoAttributes();
        return switch (xml.localName()) {
            case "getQuote" -> getQuote();
            case "getFullQuote" -> getFullQuote();
            case "getMarketActivity" -> getMarketActivity();
            case "placeOrder" -> placeOrder();
            default -> throw unknown();
        };
    }

    private RefusedException unknown() {
        return new RefusedException("The service has no operation " + xml.name());
    }

    private Call getQuote() throws XMLStreamException, RefusedException {
        List<Call.Wanted> wanted = new ArrayList<>();
        while (xml.enter()) {
            xml.require(Soap.NAMESPACE, "request");
            xml.requireNoAttributes();
            wanted.add(request());
        }
        if (wanted.isEmpty()) {
            throw new RefusedException("getQuote has no request");
        }
        return new Call.GetQuote(wanted);
    }

    private Call.Wanted request() throws XMLStreamException, RefusedException {
        String symbol = null;
        String ref = null;
        int last = -1;
        while (xml.enter()) {
            int child = xml.is(Soap.NAMESPACE, xml.localName()) ? REQUEST_CHILDREN.indexOf(xml.localName()) : -1;
            if (child <= last || (symbol == null && child != 0)) {
                throw new RefusedException("Unknown or misplaced " + xml.name() + " in request");
            }
            last = child;
            String text = xml.text();
            if (child == 0) {
                symbol = requireSymbol(text);
            } else if (child == 1) {
                ref = text;
            } else if (child == QUANTITY) {
                SchemaNumber.requireInt("quantity", text);
            }
        }
        return new Call.Wanted(requireSymbol(symbol), ref);
    }

    private Call getFullQuote() throws XMLStreamException, RefusedException {
        enter("request");
        enter("symbol");
        String symbol = requireSymbol(xml.text());
        xml.leave("request");
        xml.leave("getFullQuote");
        return new Call.GetFullQuote(symbol);
    }

    private Call getMarketActivity() throws XMLStreamException, RefusedException {
        List<String> symbols = new ArrayList<>();
        enter("request");
        while (xml.enter()) {
            xml.require(Soap.NAMESPACE, "symbols");
            symbols.add(requireSymbol(xml.text()));
        }
        xml.leave("getMarketActivity");
        return new Call.GetMarketActivity(symbols);
    }

    private Call placeOrder() throws XMLStreamException, RefusedException {
        enter("order");
        enter("price");
        SchemaNumber.requireDouble("price", xml.text());
        enter("quantity");
        SchemaNumber.requireInt("quantity", xml.text());
        enter("symbol");
        String symbol = requireSymbol(xml.text());
        xml.leave("order");
        xml.leave("placeOrder");
        return new Call.PlaceOrder(symbol);
    }

    private void enter(String localName) throws XMLStreamException, RefusedException {
        if (!xml.enter()) {
            throw new RefusedException("Expected " + localName + " before the end of " + xml.name());
        }
        xml.require(Soap.NAMESPACE, localName);
        if (localName.equals("request") || localName.equals("order")) {
            xml.requireNoAttributes();
        }
    }

    private static String requireSymbol(String symbol) throws RefusedException {
        if (symbol == null || symbol.isEmpty()) {
            throw new RefusedException("A request has no symbol");
        }
        return symbol;
    }
}
