package org.busbench.mediation;

import static org.busbench.mediation.rig.Snippet.SEND;
import static org.busbench.mediation.rig.Snippet.both;
import static org.busbench.mediation.rig.Snippet.in;
import static org.busbench.mediation.rig.Snippet.odd;
import static org.busbench.mediation.rig.Snippet.out;
import static org.busbench.mediation.rig.Snippet.target;

import java.util.List;
import org.busbench.mediation.rig.Snippet;

/** Steps that public configurations take often. */
final class PublicSnippets {

    private static final String FAULT =
            "<makefault version='soap11'><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Client'/>"
                    + "<reason expression=\"get-property('ERROR_MESSAGE')\"/></makefault>"
                    + "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/>";

    private PublicSnippets() {}

    static List<Snippet> loops() {
        String keep = "<property name='p' value='1'/><property name='X-A' value='a' scope='transport'/>";
        String told = "<property name='X-P' expression=\"get-property('p')\" scope='transport'/>";
        return List.of(
                both("loopback", keep + "<loopback/>", told + "<send/>", odd("500@X-Client: yes")),
                both(
                        "loopbackOfAnotherMessage",
                        "<enrich><source type='inline'><n:a xmlns:n='urn:n'>1</n:a></source><target type='body'/></enrich><loopback/>",
                        "<filter xpath='//n:a' xmlns:n='urn:n'><then><property name='HTTP_SC' value='203' scope='axis2'/></then></filter><respond/>",
                        odd()),
                target("loopbackWithoutAnOutSequence", "<inSequence><loopback/><drop/></inSequence>" + Snippet.FAULT),
                both(
                        "loopbackInABranch",
                        "<filter xpath='//nowhere'><then><drop/></then><else><loopback/></else></filter>" + SEND,
                        "<send/>"),
                both("loopbackThatFails", "<loopback/>", "<sequence key='nowhere'/>"),
                both(
                        "loopbackTwice",
                        "<loopback/>",
                        "<filter xpath='//nowhere'><then><send/></then><else><loopback/></else></filter>"),
                both("loopbackToOut", "<loopback/>", "<in><drop/></in><out>" + keep + told + "<send/></out>"),
                in(
                        "statusThatIsTakenBack",
                        "<property name='HTTP_SC' value='203' scope='axis2'/><property name='HTTP_SC' action='remove' scope='axis2'/><respond/>"),
                in(
                        "partOfALiteral",
                        "<property name='p' value='IBM 12' pattern='(\\w+) (\\d+)' group='2'/><property name='q' value='IBM' pattern='x'/>"
                                + "<property name='X-Q' expression=\"get-property('q')\" scope='transport'/>"
                                + told + SEND));
    }

    static List<Snippet> moving() {
        String first = "$body/*/*[1]/*[1]";
        return List.of(
                in("enrichMovesIntoTheBody", moved("$body/*/*[1]", "type='body'") + SEND, odd()),
                in("enrichMovesAPart", moved(first, "xpath='$body/*/*[1]/*[2]'") + SEND, odd()),
                in(
                        "enrichMovesBackwards",
                        moved("$body/*/*[2]", "action='sibling' xpath='" + first + "'") + SEND,
                        odd()),
                in(
                        "enrichMovesForwards",
                        moved(first, "action='child' type='body'") + SEND,
                        "500",
                        "10K/chunked",
                        "500/1.2",
                        "500/header",
                        "500/empty",
                        "500/fault",
                        "500/mixed",
                        "500/two"),
                in(
                        "enrichMovesTheBody",
                        moved("$body/*", "action='sibling' xpath=\"//*[local-name()='two']\"") + SEND,
                        "500/header",
                        "500"),
                in("enrichMovesAText", moved(first + "/text()", "xpath='$body/*/*[1]/*[2]'") + SEND, odd()),
                in(
                        "enrichBySeveral",
                        "<enrich><source xpath='$body/*/*[1]/*'/><target type='property' property='K'/></enrich>"
                                + moved("//*[local-name()='symbol']", "type='body'")
                                + "<enrich><source xpath='$body/*'/><target action='sibling' xpath='$body/*[1]'/></enrich>"
                                + "<enrich><source type='property' property='K'/><target action='child' type='body'/></enrich>"
                                + SEND,
                        odd()),
                in(
                        "enrichTheTreeBySeveral",
                        "<enrich><source xpath='$body/*/*[1]/*'/><target type='property' property='K'/></enrich>"
                                + "<header name='five' value='5'/>"
                                + "<enrich><source type='property' property='K'/><target type='body'/></enrich>" + SEND,
                        "500",
                        "10K",
                        "500/1.2",
                        "500/two"),
                in(
                        "enrichKeepsWhatIsNotRead",
                        moved("//*[local-name()='symbol']", "type='property' property='K'") + SEND,
                        odd()),
                in(
                        "enrichByAProperty",
                        "<property name='t' value='a &amp; b'/><enrich><source type='body'/><target type='property' property='K'/></enrich>"
                                + "<enrich><source xpath=\"get-property('t')\"/><target xpath='" + first
                                + "'/></enrich>"
                                + "<enrich><source xpath='$ctx:K'/><target action='child' type='body'/></enrich>"
                                + "<enrich><source xpath=\"get-property('unset')\"/><target action='child' type='body'/></enrich>"
                                + SEND,
                        odd()));
    }

    private static String moved(String source, String target) {
        return "<enrich><source clone='false' xpath=\"" + source + "\"/><target " + target + "/></enrich>";
    }

    static List<Snippet> validating() {
        String told = "<property name='pass-through.pipe' scope='axis2' action='remove'/>" + FAULT + "<drop/>";
        String validate = "<validate><schema key='quotes.xsd'/><on-fail>$</on-fail></validate>";
        String symbol = "//*[local-name()='symbol']";
        return List.of(
                in(
                        "validate",
                        validate.replace("$", told) + SEND,
                        odd("100K", "500/located", "500/unprefixed", "500/instruction")),
                in(
                        "validateAndGoOn",
                        validate.replace(
                                        "$", "<property name='X-A' expression='$ctx:ERROR_MESSAGE' scope='transport'/>")
                                + SEND,
                        "500",
                        "10K/chunked",
                        "500/1.2",
                        "500/header",
                        "500/empty",
                        "500/two",
                        "500/malformed"),
                in(
                        "validateAPart",
                        validate.replace("<validate>", "<validate source=\"" + symbol + "\">")
                                        .replace("$", told)
                                + SEND,
                        odd()),
                in(
                        "validateAPartThatIsNotThere",
                        validate.replace("<validate>", "<validate source='//nowhere'>")
                                        .replace("$", told)
                                + SEND,
                        "500"),
                in(
                        "validateByNoSchema",
                        validate.replace("quotes.xsd", "nowhere").replace("$", told) + SEND,
                        "500"),
                in(
                        "validateWhatWasChanged",
                        "<enrich><source type='inline'>LONG</source><target xpath=\"" + symbol + "\"/></enrich>"
                                + validate.replace("$", told) + SEND,
                        "500"),
                in(
                        "validateTwice",
                        validate.replace(
                                        "$",
                                        "<enrich><source type='inline'>ABC</source><target xpath=\"" + symbol
                                                + "\"/></enrich>" + validate.replace("$", told))
                                + SEND,
                        "500",
                        "500/mixed"),
                out(
                        "validateAnAnswer",
                        validate.replace(
                                        "$",
                                        told.replace(
                                                "<send/>",
                                                "<property name='HTTP_SC' value='500' scope='axis2'/><send/>"))
                                + "<send/>",
                        "500",
                        "500@Stub: fault"));
    }

    static List<Snippet> payloads() {
        String symbol = "//*[local-name()='symbol']";
        String payload =
                "<payloadFactory><format>text <q:quote xmlns:q='urn:q' of='$1 $2'><b>$1</b><!-- c --></q:quote><c/></format><args>"
                        + "<arg expression=\"" + symbol + "\"/><arg value='v'/></args></payloadFactory>";
        return List.of(
                in("payloadInAnAttribute", payload + SEND, odd("500/unprefixed", "500/dollar", "500/1.2/header")),
                in(
                        "payloadOfProperties",
                        "<property name='p' value='a &gt; b'/>"
                                + payload.replace(symbol, "concat($ctx:p, $trp:X-Client, get-property('absent'))")
                                + SEND,
                        "500",
                        "500@X-Client: it's",
                        "500@X-Client: é"),
                in("payloadWithoutThatArgument", payload.replace("$2", "$3") + SEND, "500"),
                both(
                        "payloadsBesideATree",
                        payload
                                + "<enrich><source type='inline'><x/></source><target action='child' xpath='$body/*[1]'/></enrich>"
                                + payload.replace(symbol, "count(//*)") + SEND,
                        payload + "<log level='full' category='ERROR'/><send/>",
                        "500",
                        "500/two",
                        "10K/chunked"));
    }

    static List<Snippet> properties() {
        String set =
                "<property name='anInt' value='5' type='INTEGER' scope='axis2'/><property name='aText' expression=\"concat('a', //*[local-name()='symbol'][1])\" scope='axis2'/>"
                        + "<property name='anOption' value='o' scope='axis2-client'/><property name='gone' value='1' scope='axis2'/><property name='gone' action='remove' scope='axis2'/>"
                        + "<property name='JMS_CORRELATION_ID' value='1' scope='axis2'/><property name='enableMTOM' value='false' scope='axis2'/>";
        String read =
                "<property name='X-I' expression=\"get-property('axis2', 'anInt')\" scope='transport'/><property name='X-T' expression='$axis2:aText' scope='transport'/>"
                        + "<property name='X-O' expression='$axis2:anOption' scope='transport'/><property name='X-G' expression='$axis2:gone' scope='transport'/>";
        return List.of(
                both("propertiesOfAxis2", set + read + SEND, read + "<send/>"),
                in("propertiesOfAxis2InAFault", set + "<send><endpoint>$DEAD</endpoint></send>", "500")
                        .withFault(FAULT.replace("get-property('ERROR_MESSAGE')", "$axis2:aText")),
                in(
                        "functionsWithAPrefix",
                        "<property name='X-A' expression=\"fn:concat('fn:concat(', fn:string(//*[local-name()='symbol'][1]))\" scope='transport'/>"
                                + SEND),
                out(
                        "bodyOrNoneOfAnAnswer",
                        "<property name='NO_ENTITY_BODY' value='false' type='BOOLEAN' scope='axis2'/><property name='NO_ENTITY_BODY' action='remove' scope='axis2'/><send/>",
                        "500",
                        "100K/chunked",
                        "500@Stub: fault"),
                in(
                        "bodyOrNone",
                        "<property name='NO_ENTITY_BODY' value='false' type='BOOLEAN' scope='axis2'/>" + SEND));
    }

    static List<Snippet> addresses() {
        String type = "<property name='messageType' value='application/xml' scope='axis2'/>";
        String told = FAULT.replace("get-property('ERROR_MESSAGE')", "'it failed'");
        return List.of(
                in(
                                "anotherTransport",
                                "<send><endpoint><address uri='jms:/queue?a=b'/></endpoint></send>",
                                "500",
                                "10K/chunked")
                        .withFault(told),
                target(
                                "targetOfAnotherTransport",
                                "<endpoint><address uri='vfs:file:///x'/></endpoint><outSequence><send/></outSequence>"
                                        + Snippet.FAULT,
                                "500")
                        .withFault(told),
                in(
                        "weighted",
                        "<send><endpoint><loadbalance algorithm='org.apache.synapse.endpoints.algorithms.WeightedRoundRobin'><endpoint>$A</endpoint><endpoint>$B<property name='loadbalance.weight' value='2'/></endpoint></loadbalance></endpoint></send>",
                        "500",
                        "500",
                        "500",
                        "500",
                        "500"),
                in("typeXml", type + SEND, odd("100K", "500@Stub: fault", "500/unprefixed")),
                out("typeXmlOfAnAnswer", type + "<send/>", odd("500@Stub: fault")),
                in("typeXmlAndBack", type + "<xslt key='parameters.xsl'/><respond/>", "500", "500/two"),
                in("noMessageStore", "<store messageStore='nowhere'/>" + SEND, "500", "10K/chunked"),
                in("defaultEndpointWithoutAnAddress", "<send><endpoint><default/></endpoint></send>", "500")
                        .withFault(told));
    }

    /** Fault sequences that make no fault. */
    static List<Snippet> ownMessages() {
        String own =
                "<payloadFactory><format><e:error xmlns:e='urn:e' code='$1'><message>$2 $3</message></e:error></format>"
                        + "<args><arg expression=\"get-property('ERROR_CODE')\"/><arg value='it failed'/><arg expression='$ctx:p'/></args></payloadFactory>";
        String answer = own + "<property name='HTTP_SC' value='500' scope='axis2'/>";
        String dead = "<property name='p' value='kept'/><send><endpoint>$DEAD</endpoint></send>";
        String back = "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/>";
        return List.of(
                in("ownMessageOfAFault", dead, "500", "500/1.2").withFault(answer + "<respond/>"),
                in("ownMessageOfAFaultSent", dead, "500").withFault(answer + back),
                in("ownMessageOfAFaultEnriched", dead, "500", "500/1.2")
                        .withFault(
                                answer
                                        + "<enrich><source type='inline'><more xmlns='urn:more'/></source><target action='child' xpath='$body/*'/></enrich>"
                                        + "<filter xpath='//*[local-name()=\"more\"]'><then><property name='HTTP_SC' value='503' scope='axis2'/></then></filter><respond/>"),
                in("ownMessageOfAFaultWithMarkup", dead.replace("'kept'", "'&lt;kept/&gt;'"), "500")
                        .withFault(answer + "<respond/>"),
                in("ownMessageOfAFaultThatIsNoXml", dead.replace("'kept'", "'&lt;kept&gt;'"), "500")
                        .withFault(answer + "<respond/>"),
                out(
                                "ownMessageOfAnAnswersFault",
                                "<property name='p' value='kept'/><enrich><source xpath='//nowhere'/><target type='body'/></enrich><send/>",
                                "500")
                        .withFault(answer + "<respond/>"));
    }

    /** Fault sequences that fail in turn, or make faults that are no SOAP. */
    static List<Snippet> furtherFaults() {
        String dead = "<send><endpoint>$DEAD</endpoint></send>";
        String plain = "<makefault version='pox'><reason expression='$ctx:ERROR_CODE'/>%s</makefault><send/>";
        return List.of(
                in("plainFault", dead, "500", "500/1.2").withFault(plain.formatted("")),
                in("plainFaultWithADetail", dead, "500")
                        .withFault(plain.formatted("<detail>d &amp;&lt; d</detail>")
                                .replace("<send/>", "<property name='HTTP_SC' value='400' scope='axis2'/><send/>")),
                in(
                        "plainFaultInTheWay",
                        plain.formatted("").replace("$ctx:ERROR_CODE", "concat(\"no \", $ctx:proxy.name)"),
                        "500",
                        "500/1.2"),
                in("faultThatIsSentOn", dead, "500", "500/1.2").withFault("<send/>"),
                in("ownMessageOfAFaultThatIsSentOn", dead, "500")
                        .withFault("<payloadFactory><format><a/></format></payloadFactory><send/>"),
                out(
                                "ownMessageOfAnAnswersFaultThatIsSentOn",
                                "<enrich><source xpath='//nowhere'/><target type='body'/></enrich><send/>",
                                "500")
                        .withFault(
                                "<payloadFactory><format><a>$1</a></format><args><arg expression='$ctx:proxy.name'/></args></payloadFactory><send/>"),
                target(
                        "handlerThatFails",
                        "<inSequence onError='failsAgain'>" + dead + "</inSequence>" + Snippet.FAULT,
                        "500"),
                target(
                        "handlerThatFailsWithinAnother",
                        "<inSequence onError='tellsAFault'><sequence key='failsWithin'/></inSequence>" + Snippet.FAULT,
                        "500"),
                target(
                        "handlerThatIsNotThere",
                        "<inSequence onError='nowhere'>" + dead + "</inSequence>" + Snippet.FAULT,
                        "500"));
    }

    /** The stream of a message that was read, or for which a fault stands, is taken away. */
    static List<Snippet> withoutPipe() {
        String remove = "<property name='pass-through.pipe' scope='axis2' action='remove'/>";
        String refuse =
                remove + FAULT.replace("get-property('ERROR_MESSAGE')", "concat('no ', $ctx:proxy.name)") + "<drop/>";
        String filter = "<filter xpath=\"//*[local-name()='symbol'][1] = 'IBM'\"><then>%s</then><else>" + remove + SEND
                + "</else></filter>";
        return List.of(
                in(
                        "refuseByContent",
                        filter.formatted(refuse),
                        "500",
                        "10K/chunked",
                        "500/empty",
                        "500/fault",
                        "500/two",
                        "500/colliding",
                        "100K"),
                in("refuseUnread", refuse, "500", "100K/chunked", "500/malformed"),
                in(
                        "sendWhatWasRead",
                        filter.formatted(remove + SEND),
                        "500",
                        "10K/chunked",
                        "500/1.2",
                        "500/header",
                        "500/empty",
                        "500/fault",
                        "500/mixed",
                        "500/two",
                        "100K"),
                in("respondWithWhatWasRead", filter.formatted(remove + "<respond/>"), "500", "500/1.2", "100K"),
                out(
                        "refuseAnAnswer",
                        refuse.replaceFirst(
                                "<property name=.RESPONSE.*",
                                "<property name='HTTP_SC' value='500' scope='axis2'/><send/>"),
                        "500",
                        "500@Stub: fault"),
                out(
                        "sendAnAnswerThatWasRead",
                        "<switch source='//*[local-name()=\"last\"]'><case regex='x'><drop/></case><default>" + remove
                                + "</default></switch><send/>",
                        "500",
                        "10K/chunked"));
    }

    /** What changes nothing for a message of SOAP, and what always fails. */
    static List<Snippet> settings() {
        String told = FAULT.replace("get-property('ERROR_MESSAGE')", "'it failed'");
        String backend = "<address uri='${A}/services/Backend'%s>$LIVE%s</address>";
        String where = "<send><endpoint>" + backend + "</endpoint></send>";
        String type = "<property name='ContentType' value='application/json' scope='axis2'/>"
                + "<property name='messageType' value='application/json' scope='axis2'/>";
        String payload = "<payloadFactory><format><a xmlns=''>\u00e9</a></format></payloadFactory>";
        String host = "<property name='REQUEST_HOST_HEADER' value='www.example.com:81' scope='axis2'/>";
        String isTrue =
                "<filter xpath='$ctx:%s'><then><property name='X-%1$s' value='true' scope='transport'/></then></filter>";
        return List.of(
                in("host", host + SEND, "500", "10K/chunked", "500/1.2"),
                in(
                        "hostAndAFieldOfTheMessage",
                        host
                                + "<property name='X-A' expression='//*[local-name()=\"symbol\"][1]' scope='transport'/><log level='custom' category='ERROR'><property name='h' expression='$trp:Host'/></log>"
                                + SEND,
                        "500"),
                in("hostAndBack", host + "<respond/>", "500"),
                in(
                        "hostOneWay",
                        host
                                + "<property name='OUT_ONLY' value='true'/><property name='FORCE_SC_ACCEPTED' value='true' scope='axis2'/>"
                                + SEND,
                        "500"),
                in("keepAlive", "<property name='NO_KEEPALIVE' value='true' scope='axis2'/>" + SEND),
                in(
                        "encoding",
                        payload + "<property name='CHARACTER_SET_ENCODING' value='UTF-8' scope='axis2'/>" + SEND,
                        odd("100K")),
                in(
                        "encodingOfWhatGoesBack",
                        payload + "<property name='CHARACTER_SET_ENCODING' value='UTF-8' scope='axis2'/><respond/>",
                        odd()),
                in("typeOfWhatIsNotRead", type + SEND, "500", "10K/chunked", "500/1.2", "500/header", "500/two"),
                in("typeOfWhatWasRead", payload + type + SEND, odd()),
                in("typeOfWhatGoesBack", type + "<respond/>", "500", "500/1.2", "10K/chunked"),
                both(
                        "truthOfScalars",
                        "<property name='i' value='-5' type='INTEGER'/><property name='d' value='0.5' type='DOUBLE'/><property name='b' value='TRUE' type='BOOLEAN'/>"
                                + isTrue.formatted("i") + isTrue.formatted("d") + isTrue.formatted("b")
                                + isTrue.formatted("n") + SEND,
                        isTrue.formatted("i") + isTrue.formatted("d") + isTrue.formatted("b") + "<send/>"),
                in(
                        "noContent",
                        "<property name='HTTP_SC' value='204' scope='axis2'/><respond/>",
                        "500@X-Client: yes",
                        "10K/chunked",
                        "500/1.2"),
                in("notModified", payload + "<property name='HTTP_SC' value='304' scope='axis2'/><respond/>", "500"),
                in(
                        "respondWithAFieldOfTheMessage",
                        "<property name='X-A' expression='//*[local-name()=\"symbol\"][1]' scope='transport'/><property name='Content-Length' value='0' scope='transport'/><respond/>",
                        "500",
                        "10K/chunked",
                        "500/empty"),
                in("methodOfSoap", "<property name='HTTP_METHOD' value='POST' scope='axis2'/>" + SEND, odd("100K")),
                in(
                        "switchedOff",
                        "<property name='OUT_ONLY' value='false'/><property name='FORCE_SC_ACCEPTED' value='false' scope='axis2'/>"
                                + "<property name='JMS_COORELATION_ID' value='1' scope='axis2'/>" + SEND),
                in(
                        "lengths",
                        "<property name='FORCE_HTTP_CONTENT_LENGTH' value='true' scope='axis2'/>"
                                + "<property name='COPY_CONTENT_LENGTH_FROM_INCOMING' value='true' scope='axis2'/>"
                                + SEND,
                        "500",
                        "10K/chunked",
                        "100K"),
                in("counted", where.formatted(" statistics='enable'", ""), "500", "500/malformed"),
                // Without the module the engine fails with the first message alone.
                in("secured", where.formatted("", "<enableSec/>"), "500").withFault(told),
                in(
                        "fieldsThatAreNoTexts",
                        "<property name='X-Client' value='5' type='INTEGER' scope='transport'/>"
                                + "<property name='X-More' value='true' type='BOOLEAN' scope='transport'/>" + SEND,
                        "500@X-Client: yes",
                        "500"),
                in(
                        "payloadOfScalars",
                        "<property name='i' value='5' type='INTEGER'/><property name='b' value='TRUE' type='BOOLEAN' scope='axis2'/>"
                                + "<property name='d' value='1' type='DOUBLE' scope='axis2-client'/>"
                                + "<payloadFactory><format><a xmlns='' b='$2'>$1 $3 $4</a></format><args><arg expression='$ctx:i'/>"
                                + "<arg expression=\"get-property('axis2', 'b')\"/><arg expression='$axis2:d'/><arg value='&lt;c/&gt;'/></args></payloadFactory>"
                                + SEND,
                        odd()),
                target(
                                "sentToItselfFirst",
                                "<endpoint>$A</endpoint><inSequence><send/></inSequence><outSequence><send/></outSequence>"
                                        + Snippet.FAULT,
                                "500",
                                "10K/chunked")
                        .withFault(told),
                in(
                        "actionFieldBesideTheAction",
                        "<header name='Action' value='urn:own'/><property name='SOAPAction' value='urn:other' scope='transport'/>"
                                + SEND,
                        "500",
                        "500/noaction"),
                both(
                        "fieldsWrittenAnew",
                        "<property name='Content-Encoding' value='gzip' scope='transport'/><property name='Content-Length' scope='transport' action='remove'/>"
                                + SEND,
                        "<property name='Connection' value='close' scope='transport'/><property name='Content-Length' value='7' scope='transport'/><send/>",
                        "500",
                        "10K/chunked"),
                in(
                        "postfixOfSoap",
                        "<property name='REST_URL_POSTFIX' value='/below' scope='axis2'/>" + SEND,
                        "500",
                        "500/1.2"),
                in(
                        "formats",
                        "<property name='here' value='1'/><property name='X-D' expression=\"get-property('SYSTEM_DATE', 'yyyy')\" scope='transport'/>"
                                + "<property name='X-T' expression=\"string-length(get-property('SYSTEM_TIME', 'HH'))\" scope='transport'/>"
                                + "<property name='X-P' expression=\"concat(get-property('here', 'x'), get-property('absent', 'x'))\" scope='transport'/>"
                                + SEND,
                        "500"),
                in(
                        "functionWithAPrefixInALog",
                        "<log level='custom'><property name='a' expression=\"fn:concat('a', //*[local-name()='symbol'])\"/></log>"
                                + SEND,
                        "500"));
    }
}
