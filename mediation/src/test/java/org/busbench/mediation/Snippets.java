package org.busbench.mediation;

import static org.busbench.mediation.rig.Snippet.SEND;
import static org.busbench.mediation.rig.Snippet.both;
import static org.busbench.mediation.rig.Snippet.fault;
import static org.busbench.mediation.rig.Snippet.in;
import static org.busbench.mediation.rig.Snippet.odd;
import static org.busbench.mediation.rig.Snippet.out;
import static org.busbench.mediation.rig.Snippet.target;

import java.util.List;
import java.util.stream.Stream;
import org.busbench.mediation.rig.Snippet;

/** Everything that the fast lane knows, in as small pieces as make sense. */
final class Snippets {

    private static final String CODE = "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/>";
    private static final String CODE_12 =
            "<code xmlns:s='http://www.w3.org/2003/05/soap-envelope' value='s:Receiver'/>";
    private static final String BACK =
            "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/>";
    /** Where an envelope holds more than its body, or looks as if. */
    private static final String[] PLACES = {"500", "500/header", "500/mixed", "500/colliding"};

    private static final String NO_BODY = "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/>";
    static final String ONE_WAY =
            "<property name='OUT_ONLY' value='true'/><property name='FORCE_SC_ACCEPTED' value='true' scope='axis2'/>";
    private static final String SOON = "<suspendOnFailure><initialDuration>600000</initialDuration></suspendOnFailure>";

    private Snippets() {}

    static List<Snippet> all() {
        return Stream.of(
                        ends(),
                        logs(),
                        properties(),
                        faults(),
                        endpoints(),
                        sequences(),
                        transformations(),
                        enriching(),
                        payloads(),
                        addresses(),
                        routes(),
                        missing(),
                        SplitSnippets.receiving(),
                        SplitSnippets.calling(),
                        SplitSnippets.splitting(),
                        PublicSnippets.loops(),
                        PublicSnippets.moving(),
                        PublicSnippets.validating(),
                        PublicSnippets.payloads(),
                        PublicSnippets.properties(),
                        PublicSnippets.addresses(),
                        PublicSnippets.ownMessages(),
                        PublicSnippets.furtherFaults(),
                        PublicSnippets.withoutPipe(),
                        PublicSnippets.settings())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Snippet> ends() {
        return List.of(
                in("drop", "<drop/>", "500", "1K"),
                in("empty", "", "500", "1K"),
                in(
                        "dropInABranch",
                        "<filter source='//*[local-name()=\"symbol\"][1]' regex='IBM'><then><drop/></then></filter>"
                                + SEND),
                in("respond", "<respond/>", "500@X-Client: yes", "1K/chunked", "500/1.2"),
                in(
                        "respondWithFields",
                        "<property name='X-A' value='b' scope='transport'/><property name='HTTP_SC' value='201' scope='axis2'/><respond/>",
                        "500@X-Client: yes"),
                in(
                        "respondWithAnAction",
                        "<header name='Action' value='urn:other'/><respond/>",
                        "500",
                        "500/noaction",
                        "500/1.2"),
                in(
                        "respondWithAComputedAction",
                        "<header name='Action' expression='//*[local-name()=\"symbol\"][1]'/><respond/>",
                        "500",
                        "500/1.2"),
                in("respondByHand", BACK, "500@X-Client: yes"),
                target(
                        "noOut",
                        "<inSequence>" + SEND + "</inSequence>" + Snippet.FAULT,
                        "500",
                        "500/1.2",
                        "10K/chunked"),
                in(
                        "respondWithoutABody",
                        NO_BODY
                                + "<property name='X-A' value='b' scope='transport'/><property name='HTTP_SC' value='202' scope='axis2'/><respond/>",
                        "500@X-Client: yes",
                        "100K/chunked",
                        "500/1.2",
                        "500/malformed"),
                out(
                        "answerWithoutABody",
                        NO_BODY
                                + "<property name='X-A' expression='$axis2:HTTP_SC' scope='transport'/><log level='custom' category='ERROR'><property name='s' expression='$axis2:HTTP_SC'/></log><send/>",
                        "500",
                        "100K/chunked",
                        "500@Stub: fault"),
                out(
                        "answerWithoutABodyByItsContent",
                        "<filter source='//*[local-name()=\"symbol\"][1]' regex='IBM'><then>" + NO_BODY
                                + "<property name='HTTP_SC' value='202' scope='axis2'/></then></filter><send/>"),
                out("status", "<property name='HTTP_SC' value='203' scope='axis2'/><send/>"),
                both("sendThenDrop", SEND + "<drop/>", "<send/><drop/>"));
    }

    private static List<Snippet> logs() {
        String custom =
                "<property name='a' value='literal'/><property name='b' expression='//*[local-name()=\"symbol\"][1]'/>"
                        + "<property name='c' expression=\"get-property('absent')\"/><property name='d' expression='$trp:SOAPAction'/>"
                        + "<property name='e' expression='$ctx:proxy.name'/><property name='f' expression='$axis2:HTTP_METHOD'/>";
        return List.of(
                in("logSimple", "<log category='ERROR'/>" + SEND),
                in("logSimpleWithoutAction", "<log category='ERROR'/>" + SEND, "500/noaction", "500/1.2"),
                in(
                        "logCustom",
                        "<log level='custom' category='ERROR'>" + custom + "</log>" + SEND,
                        "500",
                        "100K",
                        "500/1.2"),
                in("logFull", "<log level='full' category='FATAL' separator='|'>" + custom + "</log>" + SEND),
                in(
                        "logHeaders",
                        "<log level='headers' category='ERROR'>" + custom + "</log>" + SEND,
                        "500/header",
                        "500",
                        "100K/1.2/header"),
                out(
                        "logHeadersOfAnAnswer",
                        "<log level='headers' category='ERROR' separator='|'>"
                                + custom.replace("$axis2:HTTP_METHOD", "$axis2:HTTP_SC") + "</log><send/>"),
                fault(
                        "logsThatNobodySees",
                        "<makefault version='soap11'>" + CODE
                                + "<reason value='r'/></makefault><log level='full'/><log level='headers'/>" + BACK),
                in("logThatNobodySees", "<log level='full' category='DEBUG'/>" + SEND, "500", "10K/chunked"),
                in(
                        "logAfterwards",
                        SEND + "<log level='custom' category='ERROR'><property name='after' value='x'/></log>"),
                out(
                        "logOfAnAnswer",
                        "<log category='ERROR'/><log level='custom' category='ERROR'><property name='x' expression='$trp:X-Backend'/><property name='s' expression='$axis2:HTTP_SC'/></log><send/>"),
                out(
                        "logOfAnAnswersContent",
                        "<log level='full' category='ERROR'><property name='n' expression='count(//*[local-name()=\"return\"])'/></log><send/>"));
    }

    private static List<Snippet> properties() {
        String symbol = "//*[local-name()='symbol'][1]";
        return List.of(
                both(
                        "keep",
                        "<property name='p' expression=\"" + symbol
                                + "\"/><property name='X-P' expression=\"get-property('p')\" scope='transport'/>"
                                + SEND,
                        "<property name='X-P' expression='$ctx:p' scope='transport'/><send/>"),
                in(
                        "keepALiteral",
                        "<property name='p' value='1'/><property name='X-P' expression=\"concat($ctx:p, get-property('default','p'), get-property('transport','X-Client'))\" scope='transport'/>"
                                + SEND,
                        "500@X-Client: yes",
                        "500"),
                in(
                        "keepAPropertyBesideATree",
                        "<property name='p' value='1'/><property name='X-P' expression=\"concat(get-property('p'), '|', get-property('absent'), '|', get-property('transport','X-Client'), '|', count(//*/preceding::*), '|', get-property('axis2','HTTP_METHOD'))\" scope='transport'/>"
                                + "<filter xpath=\"//*[local-name()='symbol'] = get-property('p')\"><then><drop/></then></filter>"
                                + SEND,
                        "500@X-Client: yes"),
                both(
                        "askTheMessage",
                        "<property name='X-P' expression=\"concat(get-property('To'), '|', get-property('Action'), '|', get-property('MESSAGE_FORMAT'))\" scope='transport'/>"
                                + "<property name='X-Q' expression=\"concat(string-length(get-property('MessageID')), '|', string-length(get-property('SYSTEM_TIME')), '|', get-property('SYSTEM_DATE') != '')\" scope='transport'/>"
                                + SEND,
                        "<property name='X-P' expression=\"get-property('To')\" scope='transport'/><send/>",
                        "500",
                        "500/1.2",
                        "500/1.2/shouted",
                        "500/1.2/quoted",
                        "500/1.2/quoted@SOAPAction: \"urn:field\"",
                        "500/noaction"),
                in(
                        "lookIntoAnotherCharset",
                        "<filter source=\"//*[local-name()='symbol'][1]\" regex='\u00e9'><then><drop/></then></filter><respond/>",
                        "500/shouted",
                        "500/1.2/shouted",
                        "500/1.2/quoted"),
                in(
                        "removeAProperty",
                        "<property name='p' value='1'/><property name='p' action='remove'/><property name='X-P' expression='$ctx:p' scope='transport'/>"
                                + SEND),
                in(
                        "absentProperty",
                        "<property name='X-P' expression='$ctx:missing' scope='transport'/>" + SEND,
                        "500",
                        "500@X-P: of the client"),
                in(
                        "pattern",
                        "<property name='p' expression=\"" + symbol
                                + "\" pattern='(.)(.*)' group='2'/><property name='q' expression=\"" + symbol
                                + "\" pattern='x.*'/><property name='X-P' expression='concat($ctx:p,\"|\",$ctx:q)' scope='transport'/>"
                                + SEND),
                in(
                        "fields",
                        "<property name='X-A' value='1' scope='transport'/><property name='X-Client' scope='transport' action='remove'/><header name='X-B' scope='transport' value='2'/><header name='X-C' scope='transport' expression='$trp:X-Other'/>"
                                + SEND,
                        "500@X-Client: yes@X-Other: no",
                        "100K@X-B: old@X-Other: yes"),
                in("action", "<header name='Action' value='urn:literal'/>" + SEND, "500", "500/1.2", "500/1.2/quoted"),
                in(
                        "computedAction",
                        "<header name='Action' expression=\"concat('urn:', " + symbol + ")\"/>" + SEND,
                        "500",
                        "500/1.2"),
                in(
                        "choiceByAProperty",
                        "<property name='p' expression=\"" + symbol + "\"/><switch source='$ctx:p'><case regex='IBM'>"
                                + SEND + "</case><default><drop/></default></switch>"),
                in(
                        "withALength",
                        "<property name='DISABLE_CHUNKING' value='true' scope='axis2'/>" + SEND,
                        "500",
                        "10K/chunked"),
                in("preserve", "<property name='preserveProcessedHeaders' value='true'/>" + SEND, "500/header", "500"),
                in(
                        "asForHttp10",
                        "<property name='FORCE_HTTP_1.0' value='true' scope='axis2'/><property name='NO_ENTITY_BODY' scope='axis2' action='remove'/><property name='REST_URL_POSTFIX' scope='axis2' action='remove'/>"
                                + SEND,
                        "500",
                        "10K/chunked"),
                out("lengthOfAnAnswer", "<property name='DISABLE_CHUNKING' value='true' scope='axis2'/><send/>"),
                in(
                        "oneWay",
                        ONE_WAY
                                + "<property name='X-A' value='1' scope='transport'/><property name='X-B' expression='$trp:X-Client' scope='transport'/>"
                                + SEND,
                        "500@X-Client: yes",
                        "10K/chunked",
                        "500/1.2"),
                in("oneWayToNobody", ONE_WAY + "<send><endpoint>$DEAD</endpoint></send>", "500"),
                in("acceptedAndDropped", ONE_WAY + "<drop/>", "500"),
                out(
                        "fieldsOfAnAnswer",
                        "<property name='X-A' value='1' scope='transport'/><property name='X-Backend' scope='transport' action='remove'/><property name='X-N' expression='count(//*[local-name()=\"return\"])' scope='transport'/><send/>"),
                out(
                        "choiceOnAnAnswer",
                        "<switch source='//*[local-name()=\"symbol\"][1]'><case regex='IBM'><property name='X-A' value='ibm' scope='transport'/></case><default><property name='X-A' value='other' scope='transport'/></default></switch><send/>"),
                out(
                        "choiceByTheStatus",
                        "<filter source='$axis2:HTTP_SC' regex='200'><then><property name='X-A' value='fine' scope='transport'/></then></filter><send/>",
                        "500",
                        "500@Stub: fault"));
    }

    private static List<Snippet> faults() {
        return List.of(
                fault(
                        "faultWithCode",
                        "<makefault version='soap11'>" + CODE
                                + "<reason expression='$ctx:ERROR_CODE'/></makefault><property name='HTTP_SC' value='503' scope='axis2'/>"
                                + BACK),
                fault(
                        "faultWithAComputedCode",
                        "<makefault version='soap11'><code expression=\"concat('Server.', $ctx:ERROR_CODE)\"/><reason value='r'/></makefault><property name='NO_ENTITY_BODY' scope='axis2' action='remove'/>"
                                + BACK),
                fault(
                        "fault12WithAComputedCode",
                        "<makefault version='soap12'><code expression=\"concat('Rec', 'eiver')\"/><reason value='r'/></makefault>"
                                + BACK,
                        "500/1.2"),
                fault(
                        "faultResponds",
                        "<makefault version='soap11'>" + CODE
                                + "<reason value='a &amp; b'/><role>http://role</role><detail>some &lt; detail</detail></makefault><respond/>"),
                fault(
                        "faultWithXml",
                        "<makefault version='soap11'>" + CODE
                                + "<reason value='r'/><detail><x xmlns='urn:x'>1</x></detail></makefault><respond/>"),
                fault(
                        "fault12",
                        "<makefault version='soap12'>" + CODE_12
                                + "<reason value='r'/><node>http://node</node><role>http://role</role><detail>d</detail></makefault>"
                                + BACK,
                        "500/1.2"),
                fault(
                        "faultLikeTheMessage",
                        "<makefault>" + CODE_12 + "<reason value='r'/></makefault>" + BACK,
                        "500",
                        "500/1.2"),
                fault(
                        "faultLogs",
                        "<log level='custom' category='ERROR'><property name='code' expression=\"get-property('ERROR_CODE')\"/></log><makefault version='soap11'>"
                                + CODE + "<reason value='r'/></makefault>" + BACK),
                fault(
                        "faultChooses",
                        "<switch source='$ctx:ERROR_CODE'><case regex='101503'><makefault version='soap11'>" + CODE
                                + "<reason value='refused'/></makefault></case><default><makefault version='soap11'>"
                                + CODE + "<reason value='other'/></makefault></default></switch>" + BACK),
                both(
                                "faultWithAProperty",
                                "<property name='p' value='kept'/><send><endpoint>$DEAD</endpoint></send>",
                                "<send/>",
                                "500")
                        .withFault("<makefault version='soap11'>" + CODE + "<reason expression='$ctx:p'/></makefault>"
                                + BACK),
                in(
                        "makefaultInTheWay",
                        "<makefault version='soap11' response='true'>" + CODE
                                + "<reason expression='//*[local-name()=\"symbol\"][1]'/></makefault><property name='HTTP_SC' value='400' scope='axis2'/><send/>"),
                in(
                        "malformed",
                        "<switch source='//*[local-name()=\"nowhere\"]'><case regex='x'/></switch>" + SEND,
                        "500/malformed"));
    }

    private static List<Snippet> endpoints() {
        return List.of(
                in(
                        "suspended",
                        "<send><endpoint><address uri='${DEAD}/x'>" + SOON + "</address></endpoint></send>",
                        "500",
                        "500",
                        "500"),
                in(
                        "notSuspendedByThatCode",
                        "<send><endpoint><address uri='${DEAD}/x'><suspendOnFailure><errorCodes>101500</errorCodes><initialDuration>600000</initialDuration></suspendOnFailure></address></endpoint></send>",
                        "500",
                        "500"),
                in(
                        "marked",
                        "<send><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "<markForSuspension><errorCodes>101503</errorCodes><retriesBeforeSuspension>1</retriesBeforeSuspension><retryDelay>0</retryDelay></markForSuspension></address></endpoint></send>",
                        "500",
                        "500",
                        "500"),
                in(
                        "failover",
                        "<send><endpoint><failover><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint>$A</endpoint></failover></endpoint></send>",
                        "500",
                        "100K",
                        "10K/chunked"),
                in(
                        "failoverThatStays",
                        "<send><endpoint><failover dynamic='false'><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint>$B</endpoint><endpoint>$A</endpoint></failover></endpoint></send>",
                        "500",
                        "500"),
                in(
                        "failoverOfNone",
                        "<send><endpoint><failover><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint><address uri='${DEAD}/y'>" + SOON
                                + "</address></endpoint></failover></endpoint></send>",
                        "500",
                        "500"),
                in(
                        "roundRobin",
                        "<send><endpoint><loadbalance><endpoint>$A</endpoint><endpoint>$B</endpoint></loadbalance></endpoint></send>",
                        "500",
                        "500",
                        "500",
                        "100K"),
                in(
                        "roundRobinAroundADeadOne",
                        "<send><endpoint><loadbalance><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint>$B</endpoint></loadbalance></endpoint></send>",
                        "500",
                        "500",
                        "500"),
                in(
                        "roundRobinWithoutFailover",
                        "<send><endpoint><loadbalance failover='false'><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint>$B</endpoint></loadbalance></endpoint></send>",
                        "500",
                        "500",
                        "500"),
                in(
                        "nested",
                        "<send><endpoint><failover><endpoint><loadbalance><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "</address></endpoint><endpoint><address uri='${DEAD}/y'>" + SOON
                                + "</address></endpoint></loadbalance></endpoint><endpoint>$B</endpoint></failover></endpoint></send>",
                        "500",
                        "500"),
                in(
                        "noRetryAfterThatCode",
                        "<send><endpoint><failover><endpoint><address uri='${DEAD}/x'>" + SOON
                                + "<retryConfig><disabledErrorCodes>101503</disabledErrorCodes></retryConfig></address></endpoint><endpoint>$B</endpoint></failover></endpoint></send>",
                        "500"),
                in(
                        "defaultEndpoint",
                        "<header name='To' value='${B}/there'/><send><endpoint><default>$LIVE</default></endpoint></send>"),
                target(
                        "defaultEndpointToTheDead",
                        "<inSequence><header name='To' value='${DEAD}/x'/><send><endpoint><default>" + SOON
                                + "</default></endpoint></send></inSequence><faultSequence><makefault version='soap11'>"
                                + CODE
                                + "<reason expression='$ctx:ERROR_CODE'/></makefault>" + BACK + "</faultSequence>",
                        "500",
                        "500"),
                in(
                        "wsdlEndpoint",
                        "<send><endpoint><wsdl uri='file:backend-B.wsdl' service='S' port='P'>$LIVE</wsdl></endpoint></send>",
                        "500",
                        "100K",
                        "500/1.2"),
                in(
                        "formatSoap11",
                        "<send><endpoint><address uri='${A}/services/Backend' format='soap11'>$LIVE</address></endpoint></send>",
                        "500",
                        "10K/chunked",
                        "500/1.2"),
                in(
                        "formatSoap12",
                        "<send><endpoint><address uri='${A}/services/Backend' format='soap12'>$LIVE</address></endpoint></send>",
                        "500/1.2",
                        "500"),
                in("implied", "<header name='To' value='${B}/there'/><send/>"),
                in("ignoredTo", "<header name='To' value='${B}/there'/>" + SEND),
                target("targetEndpoint", "<endpoint>$B</endpoint><outSequence><send/></outSequence>" + Snippet.FAULT));
    }

    private static List<Snippet> transformations() {
        String given =
                "<property name='a' value='literal'/><property name='b' expression='//*[local-name()=\"symbol\"][1]'/>";
        return List.of(
                in(
                        "computedParameters",
                        "<property name='p' expression='count(//*)'/><xslt key='parameters.xsl'>" + given
                                + "<property name='c' expression=\"concat($ctx:p, '/', $trp:X-Client)\"/></xslt>"
                                + SEND,
                        "500@X-Client: yes",
                        "100K@X-Client: yes"),
                in("parametersWithoutAValue", "<xslt key='parameters.xsl'>" + given + "</xslt>" + SEND),
                in(
                        "xsltOfTheEnvelope",
                        "<xslt key='envelope.xsl' source='/*'/>" + SEND,
                        "500",
                        "10K/chunked",
                        "500/1.2"),
                in("xsltOfTheEnvelopeToAnElement", "<xslt key='parameters.xsl' source='/*'/>" + SEND),
                in(
                        "xsltWithFeatures",
                        "<xslt key='parameters.xsl'><feature name='http://javax.xml.XMLConstants/feature/secure-processing' value='true'/>"
                                + given + "</xslt>" + SEND),
                out("parametersOfAnAnswer", "<xslt key='parameters.xsl'>" + given + "</xslt><send/>"));
    }

    private static List<Snippet> missing() {
        String told =
                "<makefault version='soap11'>" + CODE + "<reason expression='$ctx:ERROR_CODE'/></makefault>" + BACK;
        return List.of(
                in("noSequence", "<sequence key='nowhere'/>" + SEND, "500", "100K/chunked", "500/malformed")
                        .withFault(told),
                in(
                                "noSequenceInABranch",
                                "<filter source='//*[local-name()=\"symbol\"][1]' regex='IBM'><then><sequence key='nowhere'/></then></filter>"
                                        + SEND)
                        .withFault(told),
                in(
                                "noSequenceInElse",
                                "<filter xpath='//*[local-name()=\"nowhere\"]'><then sequence='prepare'/><else sequence='nowhere'/></filter>"
                                        + SEND)
                        .withFault(told),
                in("noEndpoint", "<send><endpoint key='nowhere'/></send>").withFault(told),
                in("stepOfAnotherProduct", "<call><endpoint>$A</endpoint></call>" + SEND)
                        .withFault(told),
                in("stepOnJson", "<log><property name='a' expression='json-eval($.a)'/></log>" + SEND)
                        .withFault(told),
                in("httpEndpoint", "<send><endpoint><http method='get' uri-template='${A}/{b}'/></endpoint></send>")
                        .withFault(told),
                out(
                        "noSequenceForAnAnswer",
                        "<property name='X-Backend' scope='transport' action='remove'/><sequence key='nowhere'/>"),
                in("noStylesheet", "<xslt key='conf:nowhere.xsl'/>" + SEND).withFault(told),
                in(
                                "noEntry",
                                "<enrich><source type='inline' key='conf:nowhere.xml'/><target type='body'/></enrich>"
                                        + SEND)
                        .withFault(told),
                target(
                        "noFaultSequence",
                        "<inSequence><send><endpoint>$DEAD</endpoint></send></inSequence><faultSequence><sequence key='nowhere'/></faultSequence>",
                        "500"),
                target(
                        "mainFaultForAnAnswer",
                        "<inSequence>" + SEND + "</inSequence><outSequence><sequence key='nowhere'/></outSequence>",
                        "500"),
                target(
                        "mainFaultForAReceivedAnswer",
                        "<inSequence><send receive='failsAgain'><endpoint>$A</endpoint></send></inSequence><outSequence><send/></outSequence>",
                        "500"),
                in("noEndpointAtAll", "<send/>", "500", "10K/chunked", "500/malformed")
                        .withFault(told),
                in(
                                "noTemplate",
                                "<call-template target='nowhere'><with-param name='a' value='b'/></call-template>"
                                        + SEND)
                        .withFault(told),
                target("noTarget", "<endpoint key='nowhere'/><outSequence><send/></outSequence>" + Snippet.FAULT),
                target("noTargetAndNoFault", "<endpoint key='nowhere'/>"),
                target(
                        "suspendedTarget",
                        "<endpoint><failover><endpoint><address uri='${DEAD}/x'/></endpoint></failover></endpoint>"));
    }

    private static List<Snippet> sequences() {
        return List.of(
                in(
                        "inAndOut",
                        "<in><property name='X-A' value='in' scope='transport'/></in><out><property name='X-A' value='out' scope='transport'/></out>"
                                + SEND),
                in(
                        "filterByXpath",
                        "<filter xpath='//*[local-name()=\"symbol\"][.=\"IBM\"]'><then>" + SEND
                                + "</then><else><drop/></else></filter>"));
    }

    private static List<Snippet> enriching() {
        String symbol = "//*[local-name()='symbol']";
        return List.of(
                in(
                        "enrichKeepsTheBody",
                        "<enrich><source type='body'/><target type='property' property='KEPT'/></enrich>"
                                + "<enrich><source type='inline'><n:other xmlns:n='urn:n'>1</n:other></source><target type='body'/></enrich>"
                                + "<enrich><source type='property' property='KEPT'/><target action='child' xpath='$body/*'/></enrich>"
                                + SEND,
                        odd("100K")),
                both(
                        "enrichTheAnswerByTheRequest",
                        "<enrich><source type='body'/><target type='property' property='KEPT'/></enrich>" + SEND,
                        "<enrich><source type='property' property='KEPT'/><target action='child' xpath='$body/*'/></enrich><send/>",
                        odd("500@Stub: fault")),
                in(
                        "enrichByXpath",
                        "<enrich><source clone='false' xpath=\"" + symbol + "\"/><target action='sibling' xpath=\""
                                + symbol + "/..\"/></enrich>" + SEND,
                        odd()),
                in(
                        "enrichATextByAField",
                        "<property name='X-Client' value='set &lt; before' scope='transport'/><property name='p' value='a'/>"
                                + "<enrich><source xpath=\"concat(get-property('p'), '|', get-property('transport', 'X-Client'), '|', $trp:X-Other, '|', $axis2:HTTP_METHOD, '|', get-property('To'), '|', get-property('MESSAGE_FORMAT'))\"/><target xpath=\""
                                + symbol + "/text()\"/></enrich>" + SEND,
                        odd("500@X-Other: yes")),
                in(
                        "enrichAfterADecision",
                        "<switch source=\"" + symbol
                                + "\"><case regex='IBM'><enrich><source type='inline'>X</source><target xpath=\""
                                + symbol + "\"/></enrich></case></switch><switch source=\"" + symbol
                                + "\"><case regex='X'><property name='X-A' value='changed' scope='transport'/></case></switch><log level='custom' category='ERROR'><property name='s' expression=\""
                                + symbol + "\"/></log>" + SEND),
                in(
                        "enrichTheEnvelope",
                        "<enrich><source type='envelope'/><target type='property' property='E'/></enrich>"
                                + "<enrich><source type='inline'>gone</source><target xpath='"
                                + symbol.replace("'", "\"")
                                + "'/></enrich><enrich><source type='property' property='E'/><target type='envelope'/></enrich>"
                                + SEND,
                        odd()),
                Snippet.both(
                        "enrichTheAnswersEnvelope",
                        "<enrich><source type='envelope'/><target type='property' property='E'/></enrich>" + SEND,
                        "<enrich><source type='property' property='E'/><target type='envelope'/></enrich><send/>",
                        odd()),
                in(
                        "enrichByAnInlineEnvelope",
                        "<enrich><source type='inline'><e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><m:getQuote xmlns:m='http://services.samples'/></e:Body></e:Envelope></source><target type='envelope'/></enrich>"
                                + SEND,
                        PLACES),
                in(
                        "enrichTheTreesEnvelope",
                        "<enrich><source type='envelope' clone='false'/><target type='property' property='E'/></enrich>"
                                + "<header name='n:h' xmlns:n='urn:n' value='1'/><enrich><source type='property' property='E'/><target type='envelope'/></enrich>"
                                + SEND,
                        PLACES),
                in(
                        "enrichTheEnvelopeByItsBody",
                        "<enrich><source type='body'/><target type='property' property='E'/></enrich>"
                                + "<enrich><source type='property' property='E'/><target type='envelope'/></enrich>"
                                + SEND,
                        "500"),
                in(
                        "enrichAndRespond",
                        "<enrich><source type='inline'><a/></source><target type='body'/></enrich><respond/>",
                        odd()),
                in(
                        "enrichATextThatIsXml",
                        "<property name='x' expression=\"string(" + symbol
                                + ")\"/><enrich><source type='inline'><b/></source><target type='property' property='x' action='child'/></enrich><enrich><source type='property' property='x'/><target type='body'/></enrich>"
                                + SEND,
                        "500/entity",
                        "500"),
                in(
                        "enrichATextByAText",
                        "<enrich><source xpath='$body/*/*[1]/*[1]/text()'/><target type='property' property='t'/></enrich>"
                                + "<enrich><source type='inline'>a &amp; b</source><target xpath='$body/*/*[1]/*[1]'/></enrich>"
                                + "<enrich><source type='property' property='t'/><target xpath='$body/*/*[1]/*[2]/text()'/></enrich>"
                                + SEND,
                        odd("500/instruction")),
                in(
                        "enrichByPlaces",
                        "<enrich><source type='inline'><e xmlns=''/></source><target action='child' xpath='$body/*[1]'/></enrich>"
                                + "<enrich><source type='inline'><n:f xmlns:n='urn:n' n:a='&gt;&quot;'/></source><target action='child' xpath='//e'/></enrich>"
                                + "<enrich><source type='inline'>text</source><target xpath=\"//*[local-name()='f']\"/></enrich>"
                                + "<enrich><source xpath='//e'/><target action='sibling' xpath='$body/*/*[1]'/></enrich>"
                                + "<enrich><source xpath='$body/*/*[1]'/><target action='sibling' type='body'/></enrich>"
                                + SEND,
                        odd("500/unprefixed", "500/located")),
                in(
                        "enrichTheHeader",
                        "<enrich><source type='body'/><target xpath=\"//*[local-name()='two']\" action='child'/></enrich>"
                                + SEND,
                        "500/header",
                        "500/1.2/header"),
                in(
                        "enrichTwiceByOneProperty",
                        "<enrich><source type='body'/><target type='property' property='K'/></enrich>"
                                + "<enrich><source type='property' property='K'/><target action='child' type='body'/></enrich>"
                                + "<enrich><source type='inline'>changed</source><target xpath='$body/*/*[2]/*[1]'/></enrich>"
                                + "<enrich><source type='property' property='K'/><target action='sibling' type='body'/></enrich>"
                                + SEND,
                        odd()),
                in(
                        "enrichAroundAnEmbeddedStep",
                        "<enrich><source type='body'/><target type='property' property='K'/></enrich>"
                                + "<header name='five' value='5'/>"
                                + "<enrich><source type='inline'><e xmlns=''/></source><target action='child' type='body'/></enrich>"
                                + "<enrich><source type='property' property='K'/><target type='body'/></enrich>"
                                + SEND,
                        "500",
                        "10K/chunked",
                        "500/1.2",
                        "500/header",
                        "500/mixed",
                        "500/two",
                        "500/colliding"),
                in("enrichNothing", "<enrich><source xpath='//nowhere'/><target type='body'/></enrich>" + SEND, odd()),
                in(
                        "enrichNowhere",
                        "<enrich><source type='body'/><target xpath='//nowhere'/></enrich>" + SEND,
                        "500",
                        "10K"));
    }

    private static List<Snippet> payloads() {
        String payload =
                "<payloadFactory><format><q:quote xmlns:q='urn:q'><q:of>$1</q:of><b>$2</b></q:quote></format><args>"
                        + "<arg expression=\"//*[local-name()='symbol']\"/><arg value='c'/></args></payloadFactory>";
        return List.of(
                in("payload", payload + SEND, odd("100K", "500/dollar", "500/noaction", "500/instruction")),
                out("payloadOfAnAnswer", payload + "<send/>", odd("500@Stub: fault")),
                in(
                        "payloadThatIsNoXml",
                        payload.replace("<b>$2</b>", "$1").replace("//*[local-name()='symbol']", "'&lt;x'") + SEND),
                in(
                        "propertyOfXml",
                        "<property name='x'><n:a xmlns:n='urn:n'>1<b/></n:a></property><enrich><source type='property' property='x'/><target action='child' xpath='$body/*'/></enrich>"
                                + SEND,
                        odd()),
                in(
                        "headerBlocks",
                        "<header xmlns:n='urn:a' name='n:one' action='remove'/><header xmlns:n='urn:n' name='n:three' expression=\"//*[local-name()='symbol']\"/><header><n:four xmlns:n='urn:n'><x/></n:four></header><header name='five' value='5'/>"
                                + SEND,
                        odd("500/1.2/header")),
                out(
                        "headerBlocksOfAnAnswer",
                        "<header xmlns:n='urn:n' name='n:three' value='3'/><send/>",
                        "500",
                        "500@Stub: fault"),
                both(
                        "typedProperties",
                        "<property name='i' value='007' type='INTEGER'/><property name='d' expression='count(//*)' type='DOUBLE'/><property name='b' value='TRUE' type='BOOLEAN'/><property name='l' value='12345678901' type='LONG'/><property name='f' value='1' type='FLOAT'/><property name='s' expression=\"string('5')\" type='SHORT'/>"
                                + "<property name='X-I' expression='$ctx:i' scope='transport'/><property name='X-D' expression=\"get-property('d')\" scope='transport'/><property name='X-B' expression='$ctx:b' scope='transport'/><property name='X-F' expression='$ctx:f' scope='transport'/>"
                                + "<switch source='$ctx:i'><case regex='7'>" + SEND + "</case></switch>",
                        "<property name='X-L' expression='$ctx:l' scope='transport'/><property name='X-S' expression='$ctx:s' scope='transport'/><send/>"),
                in(
                        "propertyOfAWrongType",
                        "<property name='i' expression=\"//*[local-name()='symbol']\" type='INTEGER'/>" + SEND),
                in(
                        "propertyOfTypeOm",
                        "<property name='x' expression=\"//*[local-name()='symbol']\" type='OM'/><enrich><source type='property' property='x'/><target action='sibling' xpath=\"//*[local-name()='symbol']\"/></enrich>"
                                + SEND,
                        "500",
                        "10K/chunked",
                        "500/two",
                        "500/entity",
                        "500/colliding"),
                in("payloadTwice", payload + payload + payload + SEND, "500", "500/two"),
                in("payloadTransformed", payload + "<xslt key='parameters.xsl'/>" + payload + SEND, "500", "10K"));
    }

    private static List<Snippet> addresses() {
        String whole = "<action value='${A}/a/b?c=d' fragment='full'/>";
        return List.of(
                in(
                        "typeThatNothingWrites",
                        "<property name='messageType' value='application/json' scope='axis2'/>" + SEND,
                        "500",
                        "10K/chunked",
                        "500/1.2",
                        "500@Stub: fault"),
                in(
                        "typeOfAChangedMessage",
                        "<property name='messageType' value='text/xml' scope='axis2'/><enrich><source type='inline'>x</source><target xpath=\"//*[local-name()='symbol']\"/></enrich>"
                                + SEND,
                        "500",
                        "500/1.2"),
                in(
                        "typeBeforeAFault",
                        "<property name='messageType' value='application/json' scope='axis2'/><send><endpoint>$DEAD</endpoint></send>",
                        "500"),
                in(
                        "typeOfAMessageThatGoesBack",
                        "<property name='messageType' value='application/json' scope='axis2'/><respond/>",
                        "500",
                        "500/1.2"),
                in("wholeAddress", "<property name='POST_TO_URI' value='true' scope='axis2'/>" + SEND),
                in(
                        "wholeAddressOfAGroup",
                        "<property name='POST_TO_URI' value='true' scope='axis2'/><send><endpoint><failover><endpoint>$A</endpoint><endpoint>$B</endpoint></failover></endpoint></send>",
                        "500"),
                in("rewriteAll", "<rewrite><rewriterule>" + whole + "</rewriterule></rewrite><send/>"),
                in(
                        "rewriteParts",
                        "<property name='p' value='/x'/><header name='To' value='${B}/services/q#f'/><rewrite><rewriterule><condition><and><equal type='url' source='protocol' value='HTTP'/><not><match type='url' source='path' regex='/other.*'/></not></and></condition>"
                                + "<action xpath=\"get-property('p')\" fragment='path' type='append'/><action fragment='path' type='replace' regex='services' value='s'/><action fragment='query' value='a=b'/><action fragment='ref' type='remove'/></rewriterule>"
                                + "<rewriterule><condition><or><equal type='url' source='host' value='elsewhere'/><equal type='property' source='p' value='/y'/></or></condition><action value='other' fragment='host'/></rewriterule></rewrite><send/>"),
                in(
                        "rewriteTwice",
                        "<rewrite><rewriterule><action type='remove' fragment='full'/></rewriterule></rewrite><rewrite><rewriterule>"
                                + whole
                                + "<action value='/pre' type='prepend' fragment='path'/></rewriterule></rewrite><send/>",
                        "500",
                        "500/1.2"),
                in(
                        "rewriteToNoHost",
                        "<rewrite><rewriterule><condition><equal type='url' source='protocol' value='https'/></condition>"
                                + whole + "</rewriterule></rewrite><send/>",
                        "500"),
                in(
                        "rewriteToAProtocolAlone",
                        "<rewrite><rewriterule><action value='http' fragment='protocol'/></rewriterule></rewrite><send/>",
                        "500"));
    }

    private static List<Snippet> routes() {
        String a = "<property name='X-A' value='a' scope='transport'/>";
        String b = "<property name='X-B' value='b' scope='transport'/>";
        String bar = "<match type='header' source='Foo' regex='ba.*'/>";
        return List.of(
                in(
                        "routeByTheAddress",
                        "<conditionalRouter continueAfter='true'>"
                                + route("<match type='param' source='q' regex='.*'/>", true, "<drop/>")
                                + route("<match type='url' regex='.*routeBy.*'/>", true, a)
                                + route("<equal type='url' source='protocol' value='http'/>", false, b)
                                + "</conditionalRouter>" + SEND),
                in(
                        "routeByAField",
                        "<conditionalRouter continueAfter='false'>" + route(bar, true, a + "<respond/>")
                                + route("<equal type='header' source='Foo' value='QUX'/>", false, b + "<respond/>")
                                + "</conditionalRouter>" + SEND,
                        "500@Foo: bar",
                        "500@Foo: qux",
                        "500@Foo: barb",
                        "500@Foo: ",
                        "500"),
                in(
                        "routeTwice",
                        "<conditionalRouter continueAfter='true'>" + route(bar, false, a)
                                + route("<match type='header' source='Foo' regex='.*'/>", false, b)
                                + "</conditionalRouter>" + SEND,
                        "500@Foo: bar",
                        "500@Foo: qux",
                        "500@Foo: ",
                        "500"),
                in(
                        "routeByMore",
                        "<conditionalRouter continueAfter='true'>"
                                + route(
                                        "<and>" + bar
                                                + "<not><equal type='header' source='X-Client' value='no'/></not></and>",
                                        true,
                                        a)
                                + route(
                                        "<or>" + bar + "<match type='header' source='X-Client' regex='y.*'/></or>",
                                        true,
                                        b)
                                + "</conditionalRouter>" + SEND,
                        "500@Foo: bar@X-Client: yes",
                        "500@Foo: bar@X-Client: no",
                        "500@X-Client: yes",
                        "500@X-Client: no",
                        "500"),
                in(
                        "throttleWithTwoWays",
                        throttle("<onAccept>" + a + "</onAccept><onReject>" + b + "</onReject>") + SEND,
                        "500",
                        "100K",
                        "500",
                        "100K"),
                in("throttleThatDrops", throttle("<onAccept>" + SEND + "</onAccept>"), "500", "500", "500", "100K"));
    }

    /** Lets two messages through in the ten minutes that no test takes. */
    static String throttle(String ways) {
        return "<throttle id='t'><policy><w:Policy xmlns:w='http://schemas.xmlsoap.org/ws/2004/09/policy'"
                + " xmlns:t='http://www.wso2.org/products/wso2commons/throttle'><t:ThrottleAssertion><w:All>"
                + "<t:ID t:type='IP'>other</t:ID><w:ExactlyOne><w:All><t:MaximumCount>2</t:MaximumCount>"
                + "<t:UnitTime>600000</t:UnitTime><t:ProhibitTimePeriod w:Optional='true'>0</t:ProhibitTimePeriod>"
                + "</w:All></w:ExactlyOne></w:All></t:ThrottleAssertion></w:Policy></policy>" + ways + "</throttle>";
    }

    private static String route(String condition, boolean last, String mediators) {
        return "<conditionalRoute breakRoute='" + last + "'><condition>" + condition + "</condition><target><sequence>"
                + mediators + "</sequence></target></conditionalRoute>";
    }
}
