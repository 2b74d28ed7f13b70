package org.busbench.mediation.samples;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sample's documentation has its client send. {@code @9000} in a target or body is the port of the first service.
 */
record Asked(String method, String target, String fields, String body) {

    private static final String QUOTES = "http://127.0.0.1:@9000/services/SimpleStockQuoteService";

    /** The samples that need nothing but HTTP and core mediators, and what is sent to each. */
    static Map<Integer, List<Asked>> bySample() {
        Map<Integer, List<Asked>> all = new TreeMap<>();
        for (int sample : new int[] {0, 2, 9}) {
            all.put(sample, List.of(quote(QUOTES, "IBM"), quote(QUOTES, "MSFT"), quote(QUOTES, "SUN")));
        }
        all.put(1, List.of(quote("/services/StockQuote", "IBM"), quote(QUOTES, "IBM")));
        for (int sample : new int[] {3, 4, 5, 6, 10, 11, 12, 15, 56, 63, 380, 430, 433, 434, 850, 852, 853}) {
            all.put(sample, List.of(quote("/", "IBM"), quote("/", "MSFT"), quote("/", "SUN")));
        }
        all.put(7, List.of(quote(QUOTES, "IBM"), soap(QUOTES, "getQuote", element("stocksymbol", "IBM"))));
        for (int sample : new int[] {8, 16, 17}) {
            String check =
                    "<m:CheckPriceRequest xmlns:m=\"http://services.samples\"><m:Code>IBM</m:Code></m:CheckPriceRequest>";
            all.put(sample, List.of(soap(QUOTES, "getQuote", check)));
        }
        all.put(50, List.of(plain("/services/StockQuote", "application/xml", element("symbol", "IBM"))));
        all.put(51, List.of(mtom("/services/MTOMSwASampleService")));
        for (int sample : new int[] {52, 53, 54, 55, 57, 58, 59, 60}) {
            all.put(
                    sample,
                    List.of(
                            sleep("/services/LBService1"),
                            sleep("/services/LBService1"),
                            sleep("/services/LBService1")));
        }
        for (int sample : new int[] {61, 62, 854, 857}) {
            all.put(sample, List.of(order("/")));
        }
        for (int sample : new int[] {150, 152, 153, 155, 750, 851, 855, 856}) {
            all.put(
                    sample,
                    List.of(
                            quote("/services/StockQuoteProxy", "IBM"),
                            quote("/services/StockQuoteProxy", "SUN"),
                            get("/services/StockQuoteProxy?wsdl")));
        }
        all.put(
                151,
                List.of(
                        quote("/services/StockQuoteProxy1", "IBM"),
                        quote("/services/StockQuoteProxy2", "IBM"),
                        get("/services/StockQuoteProxy1?wsdl")));
        all.put(154, List.of(sleep("/services/LBProxy"), sleep("/services/LBProxy"), get("/services/LBProxy?wsdl")));
        all.put(
                157,
                List.of(
                        quote("/services/StockQuoteProxy", "IBM").with("foo: bar\r\n"),
                        quote("/services/StockQuoteProxy", "IBM").with("my_custom_header1: foo1\r\n"),
                        quote("/services/StockQuoteProxy?qparam1=qpv_foo&qparam2=qpv_foo2", "IBM")
                                .with("my_custom_header2: bar\r\nmy_custom_header3: foo\r\n")));
        all.put(
                158,
                List.of(plain(
                        "/services/JSONProxy",
                        "application/json",
                        "{\"getQuote\":{\"request\":{\"symbol\":\"IBM\"}}}")));
        String several =
                "<m0:getQuote xmlns:m0=\"http://services.samples\"><m0:request><m0:symbol>IBM</m0:symbol></m0:request><m0:request><m0:symbol>SUN</m0:symbol></m0:request></m0:getQuote>";
        all.put(400, List.of(soap("/services/SplitAggregateProxy", "getQuote", several)));
        all.put(
                440,
                List.of(
                        quote("/services/EchoService", "IBM"),
                        plain("/services/EchoService", "application/xml", element("symbol", "IBM"))));
        all.put(441, List.of(quote("/services/MockService", "IBM")));
        all.put(450, List.of(quote(QUOTES.replace("services", "soap"), "IBM")));
        all.put(451, List.of(quote(QUOTES, "IBM")));
        all.put(452, List.of(quote("/SimpleStockQuoteService", "IBM"), quote(QUOTES.replace("/services", ""), "IBM")));
        all.put(800, List.of(get("/stockquote/view/IBM"), get("/stockquote/nothing"), order("/stockquote/order/")));
        return all;
    }

    /** The bytes for a mediator whose first service listens there. */
    byte[] bytes(int firstServicePort) {
        String content = body.replace("@9000", Integer.toString(firstServicePort));
        int length = content.getBytes(StandardCharsets.UTF_8).length;
        String head = method + " " + target.replace("@9000", Integer.toString(firstServicePort))
                + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n" + fields
                + (method.equals("GET") ? "" : "Content-Length: " + length + "\r\n") + "\r\n";
        return (head + content).getBytes(StandardCharsets.UTF_8);
    }

    private Asked with(String more) {
        return new Asked(method, target, fields + more, body);
    }

    private static Asked quote(String target, String symbol) {
        return soap(target, "getQuote", element("symbol", symbol));
    }

    private static String element(String name, String symbol) {
        return "<m0:getQuote xmlns:m0=\"http://services.samples\"><m0:request><m0:" + name + ">" + symbol + "</m0:"
                + name + "></m0:request></m0:getQuote>";
    }

    private static Asked order(String target) {
        return soap(
                target,
                "placeOrder",
                "<m:placeOrder xmlns:m=\"http://services.samples\"><m:order><m:price>1.5</m:price><m:quantity>1</m:quantity><m:symbol>IBM</m:symbol></m:order></m:placeOrder>");
    }

    private static Asked sleep(String target) {
        return soap(
                target,
                "sleepOperation",
                "<m:sleepOperation xmlns:m=\"http://services.samples\"><m:load>1</m:load></m:sleepOperation>");
    }

    private static Asked soap(String target, String action, String content) {
        String envelope = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                + content + "</soapenv:Body></soapenv:Envelope>";
        return new Asked(
                "POST",
                target,
                "Content-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"urn:" + action + "\"\r\n",
                envelope);
    }

    private static Asked plain(String target, String type, String content) {
        return new Asked("POST", target, "Content-Type: " + type + "\r\n", content);
    }

    private static Asked get(String target) {
        return new Asked("GET", target, "", "");
    }

    private static Asked mtom(String target) {
        String root = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                + "<m:uploadFileUsingMTOM xmlns:m=\"http://services.samples\"><m:request><m:image>"
                + "<xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:image@busbench\"/>"
                + "</m:image></m:request></m:uploadFileUsingMTOM></soapenv:Body></soapenv:Envelope>";
        String body = "--part\r\nContent-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"\r\n"
                + "Content-Transfer-Encoding: binary\r\nContent-ID: <root@busbench>\r\n\r\n" + root
                + "\r\n--part\r\nContent-Type: image/gif\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <image@busbench>\r\n\r\n"
                + "GIF89a-not-really\r\n--part--\r\n";
        return new Asked(
                "POST",
                target,
                "Content-Type: multipart/related; boundary=part; type=\"application/xop+xml\"; start=\"<root@busbench>\";"
                        + " start-info=\"text/xml\"\r\nSOAPAction: \"urn:uploadFileUsingMTOM\"\r\n",
                body);
    }
}
