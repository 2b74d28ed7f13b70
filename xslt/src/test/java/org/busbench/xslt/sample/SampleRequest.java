package org.busbench.xslt.sample;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One request element of a getQuote, which is one Item of a CheckPriceRequest. */
record SampleRequest(
        Map<String, String> attributes,
        String symbol,
        String ref,
        String exchange,
        String currency,
        String client,
        String account,
        int quantity,
        String note) {

    private static final List<String> GET_QUOTE_NAMES =
            List.of("symbol", "ref", "exchange", "currency", "client", "account", "quantity", "note");
    private static final List<String> CHECK_PRICE_NAMES =
            List.of("Code", "Ref", "Exchange", "Currency", "Client", "Account", "Quantity", "Note");

    SampleRequest {
        Objects.requireNonNull(note, "note");
    }

    SampleRequest withNote(String newNote) {
        return new SampleRequest(attributes, symbol, ref, exchange, currency, client, account, quantity, newNote);
    }

    SampleRequest withSymbolAndRef(String newSymbol, String newRef) {
        return new SampleRequest(attributes, newSymbol, newRef, exchange, currency, client, account, quantity, note);
    }

    String asGetQuote() {
        return element("m:request", GET_QUOTE_NAMES);
    }

    String asCheckPrice() {
        return element("m:Item", CHECK_PRICE_NAMES);
    }

    private String element(String tag, List<String> names) {
        List<String> values =
                List.of(symbol, ref, exchange, currency, client, account, Integer.toString(quantity), note);
        StringBuilder xml = new StringBuilder("<").append(tag);
        attributes.forEach((name, value) ->
                xml.append(' ').append(name).append("=\"").append(value).append('"'));
        xml.append('>');
        for (int i = 0; i < values.size(); i++) {
            String name = "m:" + names.get(i);
            xml.append('<')
                    .append(name)
                    .append('>')
                    .append(values.get(i))
                    .append("</")
                    .append(name)
                    .append('>');
        }
        return xml.append("</").append(tag).append('>').toString();
    }
}
