package org.busbench.xslt.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.busbench.backend.quote.Quote;
import org.busbench.backend.quote.Soap;

/**
 * The four messages of one size that belong together: what a client asks and gets in the backend's words and in
 * CheckPrice words.
 */
public final class SampleSet {
    /** The seed of all samples. */
    public static final long SEED = 20070713;
    /** The symbol of the first request element, by which a content-based router decides. */
    public static final String SYMBOL = "IBM";
    /** The nonce in the first request element; in the last one it is followed by {@link #LAST_SUFFIX}. */
    public static final String NONCE = "0123456789abcdef";
    /** What follows the nonce in the last one of several request elements. */
    public static final String LAST_SUFFIX = "-z";
    /** The instance of the backend whose answers the samples show. */
    public static final String SERVED_BY = "backend-A";

    private final List<SampleRequest> requests;

    private SampleSet(List<SampleRequest> requests) {
        this.requests = requests;
    }

    /** Makes the messages of a size; the same ones each time. */
    public static SampleSet of(SampleSize size) {
        SampleText text = new SampleText(SEED + size.bytes());
        List<SampleRequest> requests = new ArrayList<>();
        for (int i = 0; i < size.requests(); i++) {
            requests.add(text.request());
        }
        int last = size.requests() - 1;
        requests.set(
                last, requests.get(last).withSymbolAndRef(requests.get(last).symbol(), NONCE + LAST_SUFFIX));
        requests.set(0, requests.get(0).withSymbolAndRef(SYMBOL, NONCE));

        int missing = size.bytes() - new SampleSet(requests).getQuote().getBytes(StandardCharsets.UTF_8).length;
        for (int i = 0; i <= last; i++) {
            int noteLength = missing / (last + 1 - i);
            missing -= noteLength;
            requests.set(i, requests.get(i).withNote(text.note(noteLength)));
        }
        return new SampleSet(List.copyOf(requests));
    }

    /** Returns the request in the backend's words. */
    public String getQuote() {
        return requests.stream()
                .map(SampleRequest::asGetQuote)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<m:getQuote xmlns:m=\"" + Soap.NAMESPACE + "\">",
                        "</m:getQuote>" + Soap.CLOSE));
    }

    /** Returns the request in CheckPrice words. */
    public String checkPrice() {
        return requests.stream()
                .map(SampleRequest::asCheckPrice)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<m:CheckPriceRequest xmlns:m=\"" + Soap.NAMESPACE + "\">",
                        "</m:CheckPriceRequest>" + Soap.CLOSE));
    }

    /** Returns the answer in the backend's words. */
    public String getQuoteResponse() {
        return requests.stream()
                .map(SampleSet::asReturn)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<getQuoteResponse xmlns=\"" + Soap.NAMESPACE + "\">",
                        "</getQuoteResponse>" + Soap.CLOSE));
    }

    /** Returns the answer in CheckPrice words. */
    public String checkPriceResponse() {
        return requests.stream()
                .map(SampleSet::asItem)
                .collect(Collectors.joining(
                        "",
                        Soap.OPEN + "<CheckPriceResponse xmlns=\"" + Soap.NAMESPACE + "\">",
                        "</CheckPriceResponse>" + Soap.CLOSE));
    }

    private static String asReturn(SampleRequest request) {
        StringBuilder xml = new StringBuilder("<return>");
        for (Quote.Field field : Quote.of(request.symbol()).fields()) {
            xml.append(Soap.element(field.name(), field.text()));
        }
        return xml.append(Soap.element("ref", request.ref()))
                .append(Soap.element("servedBy", SERVED_BY))
                .append("</return>")
                .toString();
    }

    private static String asItem(SampleRequest request) {
        List<Quote.Field> fields = Quote.of(request.symbol()).fields();
        StringBuilder xml = new StringBuilder("<Item>");
        CheckPriceNames.FIRST.forEach(name -> fields.stream()
                .filter(field -> field.name().equals(name))
                .forEach(field -> xml.append(CheckPriceNames.element(field))));
        fields.stream()
                .filter(field -> !CheckPriceNames.FIRST.contains(field.name()))
                .forEach(field -> xml.append(CheckPriceNames.element(field)));
        return xml.append(Soap.element("Ref", request.ref()))
                .append(Soap.element("ServedBy", SERVED_BY))
                .append("</Item>")
                .toString();
    }
}
