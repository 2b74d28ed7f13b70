package org.busbench.harness.verify;

import org.busbench.harness.scenario.Backend.Format;

/**
 * The words in which a client asks for quotes. All other parts of a message are the same for every job.
 *
 * @param quantity a whole number; anything else is refused by the backend
 */
record RequestFormat(String call, String element, String symbol, String ref, String quantity, String note) {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SAMPLES = "http://services.samples";
    private static final String OPEN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope"
            + " xmlns:soapenv=\"" + SOAP + "\"><soapenv:Body>";
    private static final String CLOSE = "</soapenv:Body></soapenv:Envelope>";

    /** The words that a scenario states. */
    static RequestFormat of(Format words) {
        return new RequestFormat(
                words.call(), words.element(), words.symbol(), words.ref(), words.quantity(), words.note());
    }

    String message(String elements) {
        return OPEN + "<m:" + call + " xmlns:m=\"" + SAMPLES + "\">" + elements + "</m:" + call + ">" + CLOSE;
    }

    /**
     * A whole message of one element that says the same as any other, in other words of XML: another prefix, declared
     * elsewhere, blanks and comments between the elements, CDATA, references, apostrophes, no encoding declared. The texts
     * must need no escaping.
     */
    String inOtherWords(String symbolText, String refText) {
        return "<?xml version='1.0'?>\n<!-- prefixes are free -->\n<S:Envelope xmlns:S='" + SOAP
                + "' xmlns:other=\"" + SAMPLES + "\">\n  <S:Body>\n    <other:" + call + ">\n      <other:" + element
                + ">\n        <other:" + symbol + "><![CDATA[" + symbolText + "]]></other:" + symbol
                + "><!-- <m:symbol>NONE</m:symbol> -->\n        <other:" + ref + ">" + refText + "</other:" + ref
                + ">\n        <other:" + quantity + ">10&#48;</other:" + quantity + ">\n        <other:" + note
                + ">  kept: &lt;b&gt; &amp; &#x20AC;  <![CDATA[</b>]]></other:" + note + ">\n      </other:" + element
                + ">\n    </other:" + call + ">\n  </S:Body>\n</S:Envelope>\n";
    }

    /** A whole message with a block in its SOAP header that holds this text. */
    String withHeader(String blockText, String elements) {
        return message(elements)
                .replace(
                        "<soapenv:Body>",
                        "<soapenv:Header><t:trace xmlns:t=\"urn:busbench:trace\">" + blockText
                                + "</t:trace></soapenv:Header><soapenv:Body>");
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
