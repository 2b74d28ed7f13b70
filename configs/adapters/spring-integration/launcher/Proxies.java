package spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import json.JsonQuotes;
import net.sf.saxon.TransformerFactoryImpl;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.core.GenericTransformer;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.http.dsl.Http;
import org.springframework.integration.http.HttpHeaders;
import org.springframework.integration.handler.advice.RateLimiterRequestHandlerAdvice;
import org.springframework.integration.handler.advice.RateLimiterRequestHandlerAdvice.RateLimitExceededException;
import org.springframework.integration.http.dsl.HttpMessageHandlerSpec;
import org.springframework.integration.http.dsl.HttpRequestHandlerEndpointSpec;
import org.springframework.messaging.Message;
import org.springframework.web.client.ResponseErrorHandler;
import org.springframework.web.client.RestTemplate;

/** The scenarios as integration flows. */
@Configuration
@EnableAutoConfiguration
@EnableIntegration
@Import(Encryption.class)
public class Proxies {
    private static final String TYPE = "Content-Type";
    private static final String ACTION = "SOAPAction";
    private static final String LIMITED_KEY = "R7nj1ZvseT7SMPnRtpuLaSCTOgsaOTO5";
    private static final String FAULT = "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>%s</faultstring>"
            + "</soapenv:Fault></soapenv:Body></soapenv:Envelope>";

    private static final String LOOKUP =
            "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                    + "<r:Lookup xmlns:r=\"urn:busbench:register\" id=\"%1$s\" country=\"%2$s\" asked=\"parent\">"
                    + "<r:End ref=\"%1$s\"/></r:Lookup></soapenv:Body></soapenv:Envelope>";

    private final Places places;

    Proxies(Places places) {
        this.places = places;
    }

    /** Connections are kept, and there are as many as there are clients; a status that is no success is passed on. */
    @Bean
    RestTemplate client(TlsSocketStrategy tls) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(tls)
                .setMaxConnTotal(4096)
                .setMaxConnPerRoute(4096)
                .build();
        var http = HttpClients.custom()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching()
                .build();
        RestTemplate client = new RestTemplate(new HttpComponentsClientHttpRequestFactory(http));
        client.setErrorHandler(new ResponseErrorHandler() {
            @Override
            public boolean hasError(ClientHttpResponse response) {
                return false;
            }
        });
        return client;
    }

    @Bean
    IntegrationFlow virtualization(RestTemplate client) {
        return proxy("VirtualizationProxy").handle(backend(places.a(), client)).get();
    }

    @Bean
    IntegrationFlow delay(RestTemplate client) {
        return proxy("DelayProxy").handle(backend(at(places.a(), "/delayed"), client)).get();
    }

    @Bean
    IntegrationFlow tls(RestTemplate client) {
        return proxy("TlsProxy").handle(backend(places.t(), client)).get();
    }

    @Bean
    IntegrationFlow wsdl() throws IOException {
        String wsdl = Files.readString(places.folder().resolve("StockQuoteProxy.wsdl"));
        return IntegrationFlow.from(Http.inboundGateway("/services/VirtualizationProxy")
                        .requestMapping(mapping -> mapping.methods(HttpMethod.GET).params("wsdl"))
                        .mappedResponseHeaders(TYPE))
                .enrichHeaders(Map.of("contentType", "text/xml;charset=UTF-8"))
                .handle((body, headers) -> wsdl)
                .get();
    }

    @Bean
    IntegrationFlow cbr(RestTemplate client) {
        MessageText symbol =
                new MessageText("/soapenv:Envelope/soapenv:Body/m:getQuote[1]/m:request[1]/m:symbol[1]/text()");
        return proxy("CbrProxy")
                .route(byte[].class, symbol::of, routes -> routes.subFlowMapping("IBM", to(places.a(), client))
                        .subFlowMapping("MSFT", to(places.b(), client))
                        .defaultSubFlowMapping(to(places.c(), client)))
                .get();
    }

    @Bean
    IntegrationFlow header(RestTemplate client) {
        return proxy("HeaderProxy")
                .route("headers['Desk']", routes -> routes.subFlowMapping("tokyo", to(at(places.a(), "/desks"), client))
                        .subFlowMapping("london", to(at(places.b(), "/desks"), client))
                        .defaultSubFlowMapping(to(at(places.c(), "/desks"), client)))
                .get();
    }

    @Bean
    IntegrationFlow xslt(RestTemplate client) throws TransformerConfigurationException {
        return proxy("XsltProxy")
                .transform(byte[].class, stylesheet("request.xsl"))
                .enrichHeaders(enricher -> enricher.header(ACTION, "\"urn:getQuote\"", true))
                .handle(backend(places.a(), client))
                .transform(byte[].class, stylesheet("response.xsl"))
                .get();
    }

    @Bean
    IntegrationFlow payment(RestTemplate client) throws TransformerConfigurationException {
        MessageText currency =
                new MessageText("/soapenv:Envelope/soapenv:Body/p:CreditTransfer[1]/p:Settlement[1]/@currency");
        return proxy("PaymentProxy")
                .route(byte[].class, currency::of, routes -> routes.subFlowMapping("EUR", to(at(places.a(), "/payments"), client))
                        .subFlowMapping("USD", to(at(places.b(), "/payments"), client))
                        .defaultSubFlowMapping(to(at(places.c(), "/payments"), client)))
                .transform(byte[].class, stylesheet("payment.xsl"))
                .get();
    }

    /** Each line of an order is handled on a thread of its own; the answers are put together when all are there. */
    @Bean
    IntegrationFlow split(RestTemplate client) {
        OrderLines lines = new OrderLines();
        return proxy("SplitProxy")
                .split(byte[].class, lines::of)
                .channel(channels -> channels.executor(Executors.newCachedThreadPool()))
                .handle(backend(at(places.a(), "/reservations"), client))
                .aggregate(aggregator -> aggregator.expireGroupsUponCompletion(true).outputProcessor(answers -> lines.joined(answers.getMessages().stream()
                        .map(answer -> (byte[]) answer.getPayload())
                        .toList())))
                .get();
    }

    @Bean
    IntegrationFlow chain(RestTemplate client) {
        MessageText parent = new MessageText("/soapenv:Envelope/soapenv:Body/r:Company[1]/@parent");
        MessageText seat = new MessageText("/soapenv:Envelope/soapenv:Body/r:Company[1]/@seat");
        return proxy("ChainProxy")
                .handle(backend(at(places.a(), "/companies"), client))
                .transform(byte[].class, answer -> LOOKUP.formatted(parent.of(answer), seat.of(answer)).getBytes(UTF_8))
                .handle(backend(at(places.a(), "/companies"), client))
                .get();
    }

    @Bean
    IntegrationFlow mapping(RestTemplate client) throws TransformerConfigurationException {
        return mapping("", client);
    }

    @Bean
    IntegrationFlow mappingOf50(RestTemplate client) throws TransformerConfigurationException {
        return mapping("50", client);
    }

    @Bean
    IntegrationFlow mappingOf100(RestTemplate client) throws TransformerConfigurationException {
        return mapping("100", client);
    }

    private IntegrationFlow mapping(String elements, RestTemplate client) throws TransformerConfigurationException {
        return proxy("Mapping" + elements + "Proxy")
                .transform(byte[].class, stylesheet("mapping.xsl"))
                .handle(backend(at(places.a(), "/contacts" + elements), client))
                .get();
    }

    @Bean
    IntegrationFlow validation(RestTemplate client) {
        MessageSchema schema = new MessageSchema(places.folder().resolve("validation/payment.xsd"));
        return proxy("ValidationProxy")
                .filter(byte[].class, schema::allows, refused -> refused.discardFlow(refuse(500, FAULT.formatted("The message is not valid"))))
                .handle(backend(at(places.a(), "/validated"), client))
                .get();
    }

    @Bean
    IntegrationFlow security(RestTemplate client) {
        MessageSignature signature = new MessageSignature(places.trusted());
        return proxy("SecureProxy")
                .transform(byte[].class, signature::opened)
                .filter(
                        byte[].class,
                        message -> message.length > 0,
                        refused -> refused.discardFlow(refuse(500, FAULT.formatted("The message is not signed"))))
                .handle(backend(at(places.a(), "/secured"), client))
                .get();
    }

    @Bean
    IntegrationFlow screening(RestTemplate client) {
        MessageText refused = new MessageText("//p:Amount/@currency = 'XBT'");
        return proxy("ScreeningProxy")
                .filter(
                        byte[].class,
                        message -> refused.of(message).equals("false"),
                        discarded -> discarded.discardFlow(refuse(403, "")))
                .handle(backend(at(places.a(), "/screened"), client))
                .get();
    }

    @Bean
    IntegrationFlow key(RestTemplate client) throws IOException {
        Set<String> keys = Set.copyOf(Files.readAllLines(places.folder().resolve("keys.txt")));
        return proxy("KeyProxy")
                .filter(
                        Message.class,
                        message -> keys.contains(message.getHeaders().getOrDefault("X-API-Key", "")),
                        refused -> refused.discardFlow(refuse(401, "")))
                .handle(backend(at(places.a(), "/keyed"), client))
                .get();
    }

    /** As many messages of one key are let through as the scenario limit says, in tenths of a second. */
    @Bean
    IntegrationFlow limit(RestTemplate client) throws IOException {
        Set<String> keys = Set.copyOf(Files.readAllLines(places.folder().resolve("keys.txt")));
        var limiter = new RateLimiterRequestHandlerAdvice(RateLimiterConfig.custom()
                .limitForPeriod(10)
                .limitRefreshPeriod(Duration.ofMillis(100))
                .timeoutDuration(Duration.ZERO)
                .build());
        String limited = at(places.a(), "/limited");
        return IntegrationFlow.from(gateway("LimitProxy").errorChannel("failures"))
                .filter(
                        Message.class,
                        message -> keys.contains(message.getHeaders().getOrDefault("X-API-Key", "")),
                        refused -> refused.discardFlow(refuse(401, "")))
                .route(
                        Message.class,
                        message -> LIMITED_KEY.equals(message.getHeaders().get("X-API-Key")),
                        routes -> routes.subFlowMapping(
                                        true,
                                        flow -> flow.handle(backend(limited, client), end -> end.advice(limiter)))
                                .subFlowMapping(false, to(limited, client)))
                .get();
    }

    /** What the limiter refuses is above its rate; anything else is a failure. */
    @Bean
    IntegrationFlow notHandled() {
        return IntegrationFlow.from("failures")
                .enrichHeaders(headers -> headers.headerFunction(
                        HttpHeaders.STATUS_CODE,
                        failed -> failed.getPayload() instanceof RateLimitExceededException ? 429 : 502))
                .transform(failed -> new byte[0])
                .get();
    }

    @Bean
    IntegrationFlow jsonSoap(RestTemplate client) {
        return proxy("JsonProxy")
                .transform(byte[].class, rewritten(JsonQuotes::soap))
                .enrichHeaders(headers -> headers.header(ACTION, "\"urn:getQuote\"", true)
                        .header("contentType", "text/xml;charset=UTF-8", true))
                .handle(backend(at(places.a(), "/json-quotes"), client))
                .transform(byte[].class, rewritten(JsonQuotes::json))
                .enrichHeaders(headers -> headers.header("contentType", "application/json", true))
                .get();
    }

    private interface Rewriting {
        byte[] of(byte[] message) throws IOException, XMLStreamException;
    }

    private static GenericTransformer<byte[], byte[]> rewritten(Rewriting rewriting) {
        return message -> {
            try {
                return rewriting.of(message);
            } catch (IOException | XMLStreamException unreadable) {
                throw new IllegalArgumentException("the message cannot be read", unreadable);
            }
        };
    }

    private static IntegrationFlow refuse(int status, String body) {
        return flow -> flow.enrichHeaders(headers -> headers.header(HttpHeaders.STATUS_CODE, status)
                        .header("contentType", "text/xml;charset=UTF-8", true))
                .transform(message -> body.getBytes(UTF_8));
    }

    private static String at(String backend, String path) {
        return URI.create(backend).resolve(path).toString();
    }

    private static IntegrationFlowBuilder proxy(String name) {
        return IntegrationFlow.from(gateway(name));
    }

    private static HttpRequestHandlerEndpointSpec gateway(String name) {
        return Http.inboundGateway("/services/" + name)
                .requestMapping(mapping -> mapping.methods(HttpMethod.POST))
                .requestPayloadType(byte[].class)
                .mappedRequestHeaders(TYPE, ACTION, "Desk", "X-API-Key")
                .mappedResponseHeaders(TYPE);
    }

    private static IntegrationFlow to(String url, RestTemplate client) {
        return flow -> flow.handle(backend(url, client));
    }

    private static HttpMessageHandlerSpec backend(String url, RestTemplate client) {
        return Http.outboundGateway(url, client)
                .httpMethod(HttpMethod.POST)
                .extractPayload(true)
                .expectedResponseType(byte[].class)
                .mappedRequestHeaders(TYPE, ACTION)
                .mappedResponseHeaders(TYPE);
    }

    /** From bytes to bytes: Spring's own XSLT transformer would make a DOM or a String of either side. */
    private GenericTransformer<byte[], byte[]> stylesheet(String name) throws TransformerConfigurationException {
        Templates templates = new TransformerFactoryImpl()
                .newTemplates(new StreamSource(places.folder().resolve(name).toFile()));
        return message -> {
            Source source = new StreamSource(new java.io.ByteArrayInputStream(message));
            var bytes = new java.io.ByteArrayOutputStream(message.length + 1024);
            Result result = new StreamResult(bytes);
            try {
                templates.newTransformer().transform(source, result);
            } catch (javax.xml.transform.TransformerException e) {
                throw new IllegalArgumentException("the message cannot be transformed", e);
            }
            return bytes.toByteArray();
        };
    }
}
