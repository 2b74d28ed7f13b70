package org.busbench.mediation;

import static org.busbench.mediation.Snippets.ONE_WAY;
import static org.busbench.mediation.rig.Snippet.SEND;
import static org.busbench.mediation.rig.Snippet.both;
import static org.busbench.mediation.rig.Snippet.in;
import static org.busbench.mediation.rig.Snippet.odd;
import static org.busbench.mediation.rig.Snippet.out;

import java.util.List;
import org.busbench.mediation.rig.Snippet;

/** Messages for which a flow makes several calls, one after the other or at the same time. */
final class SplitSnippets {

    private SplitSnippets() {}

    /** The sequences stand in {@code LaneUnderTest}. */
    static List<Snippet> receiving() {
        String receive = SEND.replace("<send>", "<send receive='$'>");
        return List.of(
                in("receive", receive.replace("$'", "receives'"), odd("100K", "500@Stub: fault")),
                in("receiveAndLook", receive.replace("$'", "receivesAndLooks'"), odd("100K", "500@Stub: fault")),
                in("receiveAndSendOn", receive.replace("$'", "receivesAndSendsOn'"), odd("100K", "500@Stub: fault")),
                in("receiveAndAct", receive.replace("$'", "receivesAndActs'"), "500"),
                in("receiveAndChange", receive.replace("$'", "receivesAndChanges'"), odd("100K", "500@Stub: fault")),
                out(
                        "sendOnInTheOutSequence",
                        "<filter source='$trp:X-Backend' regex='yes'><then><property name='X-Backend' value='no' scope='transport'/><send><endpoint>$B</endpoint></send></then><else><send/></else></filter>"
                                .replace("<send><endpoint>", "<send receive='receives'><endpoint>"),
                        odd("100K")),
                in(
                        "receiveByAProperty",
                        "<property name='r' value='receives'/>" + receive.replace("'$'", "\"{get-property('r')}\""),
                        "500"),
                in(
                        "receiveInABranch",
                        "<filter source='//*[local-name()=\"symbol\"][1]' regex='IBM'><then>"
                                + receive.replace("$'", "receives'") + "</then><else>" + SEND + "</else></filter>"),
                in("receiveFromTheDead", "<send receive='receives'><endpoint>$DEAD</endpoint></send>", "500"),
                in("receiveAndSendToTheDead", receive.replace("$'", "receivesAndSendsToTheDead'"), "500", "100K"));
    }

    static List<Snippet> calling() {
        String first =
                "xmlns:s11='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s12='http://www.w3.org/2003/05/soap-envelope'"
                        + " xpath='s11:Body/child::*[fn:position()=1] | s12:Body/child::*[fn:position()=1]'";
        String whole = "<callout serviceURL='${B}/services/Backend'/>";
        String alone = "<callout serviceURL='${B}/services/Backend' action='urn:getQuote'><source " + first
                + "/><target " + first + "/></callout>";
        // The engine fails without this if the message has no header.
        String callout = alone.replace("<callout", "<callout passHeaders='true'");
        String back = "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/>";
        return List.of(
                in("callout", callout + SEND, odd("100K", "500@X-Client: yes", "500/noaction")),
                in("calloutAndRespond", callout + back, odd("500/noaction")),
                in("calloutWithTheWholeMessage", whole + back, odd("500/noaction", "500/1.2/header")),
                in(
                        "calloutWithTheActionThatWasSet",
                        "<header name='Action' value='urn:other'/>" + whole + back,
                        odd("500/noaction")),
                in("calloutWithoutTheHeader", alone + SEND, "500/header", "500/1.2/header"),
                in(
                        "calloutOutOnly",
                        "<property name='OUT_ONLY' value='true'/>" + callout
                                + "<payloadFactory><format><e>$1|$2</e></format><args><arg expression='$ctx:ERROR_CODE'/><arg expression=\"get-property('ERROR_MESSAGE')\"/></args></payloadFactory>"
                                + back,
                        odd("500@Stub: fault")),
                in(
                        "calloutOutOnlyToTheDead",
                        "<property name='OUT_ONLY' value='true'/>" + callout.replace("${B}", "${DEAD}") + back),
                in("calloutTwice", whole + callout + SEND, "500", "500/header"),
                out("calloutInTheOutSequence", callout + "<send/>", odd("500@Stub: fault")),
                in(
                        "calloutOfNothing",
                        callout.replaceFirst("<source .*?/>", "<source xpath='//nowhere'/>") + SEND,
                        "500"),
                in(
                        "calloutToNoPlace",
                        callout.replaceFirst("<target .*?/>", "<target xpath='//nowhere'/>") + SEND,
                        "500"),
                in("calloutToTheDead", callout.replace("${B}", "${DEAD}") + SEND, "500", "10K/chunked"),
                in("calloutByAnotherTransport", callout.replace("${B}", "jms:") + SEND, "500"),
                in(
                        "calloutInAPart",
                        "<clone><target><sequence>" + callout + SEND + "</sequence></target></clone>",
                        "500"),
                in(
                        "respondWithAFault",
                        "<enrich><source type='inline'><a/></source><target type='property' property='p'/></enrich><respond/>",
                        "500",
                        "500/fault"));
    }

    static List<Snippet> splitting() {
        String all = "<aggregate id='i'><completeCondition><messageCount min='-1' max='-1'/></completeCondition>"
                + "<onComplete xmlns:m='http://services.samples' expression='//m:getQuoteResponse'><send/></onComplete></aggregate>";
        String iterate =
                "<iterate xmlns:m='http://services.samples' id='i' preservePayload='true' attachPath='//m:getQuote'"
                        + " expression='//m:getQuote/m:request'><target><sequence>" + SEND
                        + "</sequence></target></iterate>";
        String clone = "<clone id='i'><target><sequence>" + SEND
                + "</sequence></target><target><endpoint>$A</endpoint></target></clone>";
        String[] some = {
            "500", "500/two", "500/ten", "500/1.2", "500/header", "500/mixed", "500/colliding", "500/malformed"
        };
        return List.of(
                both("split", iterate, all, some),
                both(
                        "splitWithoutTheRest",
                        iterate.replaceFirst("preservePayload.*? expression", "expression"),
                        all,
                        some),
                both(
                        "splitByAVariable",
                        iterate.replace("'//m:getQuote/m:request'", "'$body/*/m:request'")
                                .replace("'//m:getQuote'", "'$body/*[1]'"),
                        all,
                        some),
                both("splitIntoTexts", iterate.replace("m:request'", "m:request/m:symbol/text()'"), all, "500/two"),
                both("splitToNowhere", iterate.replace("'//m:getQuote'", "'//m:nowhere'"), all, "500", "500/two"),
                both("splitWithoutAnId", iterate.replace("id='i'", ""), all.replace("id='i'", ""), some),
                both("splitAndAnswerOnce", iterate, "<send/>", "500"),
                both("splitAndTakeTheFirst", iterate, all.replace("max='-1'", "max='1'"), "500"),
                both("splitAndTakeTwo", iterate, all.replace("min='-1'", "min='2'"), "500/two"),
                both("splitAndMergeBodies", iterate, all.replace(" expression='//m:getQuoteResponse'", ""), some),
                both("splitAndFindNothing", iterate, all.replace("//m:getQuoteResponse", "//m:nowhere"), "500/two"),
                both(
                        "splitAndChange",
                        "<property name='p' value='kept'/>"
                                + iterate.replace(
                                        "<sequence>",
                                        "<sequence><property name='X-P' expression='$ctx:p' scope='transport'/><enrich><source type='inline'><m:added xmlns:m='http://services.samples'/></source><target action='child' xpath=\"$body/*\"/></enrich>"),
                        "<property name='X-A' value='each' scope='transport'/>"
                                + all.replace(
                                        "<send/>",
                                        "<property name='X-N' expression='count(//*[local-name()=\"return\"])' scope='transport'/><send/>"),
                        some),
                both("splitToAnAction", iterate.replace("<target>", "<target soapAction='urn:other'>"), all, "500/two"),
                both(
                        "splitToAnAddress",
                        iterate.replace("<target>", "<target to='${A}/services/Backend'>")
                                .replace(SEND, "<send/>"),
                        all,
                        "500/two"),
                both(
                        "splitAndReceive",
                        iterate.replace("<send>", "<send receive='receivesAndSendsOn'>"),
                        all,
                        "500",
                        "500/two"),
                both("splitToTheDead", iterate.replace("$A", "$DEAD"), all, "500"),
                both("splitOneWay", ONE_WAY + iterate, "<send/>", "500"),
                both("cloneAndAggregate", clone, all, "500", "10K/chunked", "500/two", "500/1.2", "500/header"),
                both("cloneToTheDead", clone.replace("$A", "$DEAD"), all, "500"));
    }
}
