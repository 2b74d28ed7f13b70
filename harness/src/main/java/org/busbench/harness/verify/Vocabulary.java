package org.busbench.harness.verify;

/**
 * The words in which a client asks for quotes. All other parts of a message are the same for every job.
 *
 * @param call the body's child
 * @param element one of the quotes asked for
 * @param symbol which quote
 * @param ref the nonce
 * @param quantity a whole number; anything else is refused by the backend
 * @param note any text
 */
record Vocabulary(String call, String element, String symbol, String ref, String quantity, String note) {
    /** The backend's own. */
    static final Vocabulary QUOTE = new Vocabulary("getQuote", "request", "symbol", "ref", "quantity", "note");
    /** What a mediator must transform. */
    static final Vocabulary CHECK_PRICE =
            new Vocabulary("CheckPriceRequest", "Item", "Code", "Ref", "Quantity", "Note");

    private static final String OPEN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope"
            + " xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>";
    private static final String CLOSE = "</soapenv:Body></soapenv:Envelope>";

    /** A whole message around its elements. */
    String message(String elements) {
        return OPEN + "<m:" + call + " xmlns:m=\"http://services.samples\">" + elements + "</m:" + call + ">" + CLOSE;
    }

    /** One element; without a nonce when that is null. The texts must need no escaping. */
    String element(String symbolText, String refText, Object quantityText, String noteText) {
        return "<m:" + element + ">" + tag(symbol, symbolText) + (refText == null ? "" : tag(ref, refText))
                + tag(quantity, quantityText.toString()) + tag(note, noteText) + "</m:" + element + ">";
    }

    private static String tag(String name, String text) {
        return "<m:" + name + ">" + text + "</m:" + name + ">";
    }
}
