package org.busbench.mediation.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.XMLConfigurationBuilder;
import org.busbench.mediation.engine.Send;
import org.busbench.mediation.fastlane.BodyNeed;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.HeaderField;
import org.busbench.mediation.fastlane.RestApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configurations as Synapse reads them, and what becomes of their proxies. */
class CompilerTest {

    private static final String FAULT = "<faultSequence><makefault version='soap11'>"
            + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='no'/></makefault>"
            + "<property name='HTTP_SC' value='502' scope='axis2'/><send/></faultSequence>";
    private static final String SEND = "<send><endpoint key='quotes'/></send>";
    private static final String FORWARDS = "<inSequence><send><endpoint key='suspended'/></send></inSequence>"
            + "<outSequence><send/></outSequence>" + FAULT;

    private static final Level BEFORE = LogManager.getRootLogger().getLevel();

    /** A line that is not written is left out, and the tests of other classes choose what is written. */
    @BeforeAll
    static void writesLinesAsAMediatorDoes() {
        LogManager.getRootLogger().setLevel(Level.INFO);
    }

    @AfterAll
    static void leavesTheLevelAsItWas() {
        LogManager.getRootLogger().setLevel(BEFORE);
    }

    @Test
    void compilesAProxyThatOnlyForwards() throws Exception {
        Flow flow = flow("<target endpoint='quotes'><outSequence><send/></outSequence>" + FAULT + "</target>");

        assertThat(target(flow))
                .satisfies(target -> assertThat(target.name()).isEqualTo("quotes"))
                .satisfies(target -> assertThat(target.host()).isEqualTo("127.0.0.1"))
                .satisfies(target -> assertThat(target.port()).isEqualTo(9000))
                .satisfies(target -> assertThat(target.path()).isEqualTo("/services/Quotes?x=1"))
                .satisfies(target -> assertThat(target.failures().timeout()).isEqualTo(Duration.ofSeconds(20)))
                .satisfies(target ->
                        assertThat(target.failures().circuitBreaker().isOff()).isTrue());
        assertThat(flow.request().need().total()).isEqualTo(BodyNeed.Extent.NONE);
        assertThat(flow.answer()).isEqualTo(FlowInstruction.RelayAnswer.UNCHANGED);
        assertThat(flow.fault())
                .isInstanceOfSatisfying(
                        FlowInstruction.SendFault.class,
                        tell -> assertThat(tell.status()).isEqualTo(502));
    }

    @Test
    void takesHeaderFieldsAlongAndTheLastWordCounts() throws Exception {
        Flow flow = flow(proxy("<property name='X-A' value='1' scope='transport'/>"
                + "<property name='x-a' value='2' scope='transport'/>"
                + "<property name='Expect' scope='transport' action='remove'/>"
                + "<header name='Action' value='urn:a'/>" + SEND));

        assertThat(((FlowInstruction.Send) flow.request()).fields())
                .containsExactly(
                        new HeaderField("x-a", "2"),
                        new HeaderField("Expect", null),
                        new HeaderField("SOAPAction", "\"urn:a\""));
    }

    @Test
    void putsWhatFollowsAChoiceIntoEachOfItsBranches() throws Exception {
        Flow flow = flow(proxy(
                "<switch source='//x'><case regex='a'><property name='X' value='1' scope='transport'/></case></switch>"
                        + SEND));

        FlowInstruction.Branch branch = (FlowInstruction.Branch) flow.request();
        assertThat(((FlowInstruction.Send) branch.choose("a")).fields()).containsExactly(new HeaderField("X", "1"));
        assertThat(((FlowInstruction.Send) branch.choose("b")).fields()).isEmpty();
        assertThat(((FlowInstruction.Send) branch.choose(null)).fields()).isEmpty();
        assertThat(flow.request().need().total()).isEqualTo(BodyNeed.Extent.PREFIX);
    }

    @Test
    void readsAWholeMessageForTwoDecisions() throws Exception {
        String choice = "<switch source='//x'><case regex='a'/></switch>";

        assertThat(flow(proxy(choice + choice + SEND)).request().need().total()).isEqualTo(BodyNeed.Extent.WHOLE);
    }

    @Test
    void readsNothingForADecisionByATransportHeader() throws Exception {
        Flow flow = flow(proxy("<switch source='$trp:x'><case regex='a'/></switch>" + SEND));

        assertThat(flow.request().need().total()).isEqualTo(BodyNeed.Extent.NONE);
    }

    @Test
    void choosesByAFilter() throws Exception {
        String to = "<filter xpath='//x'><then><property name='X' value='1' scope='transport'/></then><else/></filter>";
        FlowInstruction.Branch branch =
                (FlowInstruction.Branch) flow(proxy(to + SEND)).request();

        assertThat(((FlowInstruction.Send) branch.choose("true")).fields()).containsExactly(new HeaderField("X", "1"));
        assertThat(((FlowInstruction.Send) branch.choose("false")).fields()).isEmpty();
    }

    @Test
    void followsSequencesByTheirNames() throws Exception {
        assertThat(flow(proxy("<sequence key='named'/>" + SEND)).request())
                .isInstanceOfSatisfying(
                        FlowInstruction.Send.class,
                        send -> assertThat(send.fields()).containsExactly(new HeaderField("X-Named", "yes")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<property name='FORCE_SC_ACCEPTED' value='true' scope='axis2'/>|FORCE_SC_ACCEPTED without OUT_ONLY",
                "<property name='OUT_ONLY' value='true'/><property name='FORCE_SC_ACCEPTED' value='true' scope='axis2'/><send><endpoint key='several'/></send>|to a group",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/>|NO_ENTITY_BODY before a <send>",
                "<property name='NO_ENTITY_BODY' value='true' scope='axis2'/>|'NO_ENTITY_BODY' in scope 'axis2'",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/><property name='NO_ENTITY_BODY' action='remove' scope='axis2'/>|'NO_ENTITY_BODY' in scope 'axis2'",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/><xslt key='x'/>|<xslt> after NO_ENTITY_BODY",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/><log level='full'/>|<log> after NO_ENTITY_BODY",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/><makefault version='soap11'><code expression='$ctx:c'/><reason value='r'/></makefault><respond/>|<makefault> after NO_ENTITY_BODY",
                "<property name='NO_ENTITY_BODY' value='true' type='BOOLEAN' scope='axis2'/><filter xpath='//x'/><respond/>|a message without its body is looked into",
                "<property name='pass-through.pipe' scope='axis2' action='remove'/>|pass-through.pipe before a <send> to an endpoint",
                "<property name='pass-through.pipe' scope='axis2' action='remove'/><respond/>|pass-through.pipe before a <send> to the client",
                "<property name='pass-through.pipe' scope='axis2' action='remove'/><filter xpath='//x'/><respond/>|a message without its body is looked into",
                "<property name='pass-through.pipe' scope='axis2' action='remove'/><xslt key='x'/>|<xslt> after the removal of pass-through.pipe",
                "<makefault version='soap11'><code expression='$ctx:c'/><reason value='r'/><detail expression='//x'/></makefault><respond/>|detail is XML by an expression",
                "<property name='x' expression='//x' type='INTEGER' scope='transport'/>|has the type INTEGER",
                "<property name='X' value='1' type='INTEGER' scope='transport'/><payloadFactory><format><a xmlns=''>$1</a></format><args><arg expression='$trp:x'/></args></payloadFactory>|or no text",
                "<property name='x' value='1' type='INTEGER'/><property name='y' expression='concat($ctx:x, 1)'/>|may hold something else than a text",
                "<property name='x' value='false' type='BOOLEAN'/><filter xpath='$ctx:x'><then/></filter>|may hold something else than a text",
                "<property name='messageType' value='application/xml' scope='axis2-client'/>|scope 'axis2-client'",
                "<property name='TransportURL' value='http://127.0.0.1/' scope='axis2'/>|scope 'axis2'",
                "<property name='X' expression='$ctx:MessageID' scope='transport'/>|may be one of the engine's own",
                "<property name='X' expression='$axis2:REST_URL_POSTFIX' scope='transport'/>|of the scope axis2",
                "<property name='Content-Type' value='1' scope='transport'/>|'Content-Type' is changed",
                "<property name='Content-Length' value='1' scope='transport'/><log level='custom'><property name='a' expression='$trp:Content-Length'/></log>|changed before",
                "<property name='SOAPAction' expression='//a' scope='transport'/>|'SOAPAction' is computed",
                "<property name='Host' value='x' scope='transport'/>|'Host' is changed",
                "<property name='X' value='1' scope='transport'/><log level='custom'><property name='a' expression='$trp:X'/></log>|changed before",
                "<log level='custom' category='TRACE'><property name='a' expression='child::p:x'/></log>|\"child::p:x\" is not bound",
                "<send><endpoint key='quotes'/></send><log level='custom'><property name='a' expression='//q:x'/></log>|\"//q:x\" is not bound",
                "<header name='To' expression='//x'/>|'To' is computed",
                "<header name='From' value='http://x'/>|SOAP header 'From'",
                "<sequence key='endless'/>|deep",
                "<switch source=\"get-property('registry','x')\"><case regex='a'/></switch>|get-property",
                "<switch source=\"get-property(//x)\"><case regex='a'/></switch>|get-property",
                "<xslt key='{//x}'/>|whose key is an expression",
                "<makefault version='pox' response='false'><reason value='r'/></makefault><respond/>|that is no answer",
                "<property name='ContentType' value='text/xml' scope='axis2'/><filter xpath='//x'><then/></filter>|'ContentType' before the message is read",
                "<property name='CHARACTER_SET_ENCODING' value='UTF-16' scope='axis2'/>|'CHARACTER_SET_ENCODING'",
                "<property name='x'><a xmlns=''/></property><property name='y' expression='$ctx:x'/>|may hold something else than a text",
                "<property name='To'><a xmlns=''/></property>|'To' has a meaning of its own",
                "<enrich><source type='body'/><target type='property' property='x'/></enrich><log level='custom'><property name='a' expression='string($ctx:x)'/></log>|may hold something else than a text",
                "<enrich><source xpath=\"base64Encode(//x)\"/><target type='body'/></enrich>|base64Encode() is the engine's",
                "<enrich><source xpath='$ctx:MessageID'/><target type='body'/></enrich>|may be one of the engine's own",
                "<makefault version='soap11'><code expression='$ctx:c'/><reason value='r'/></makefault><enrich><source type='body'/><target type='body'/></enrich><respond/>|<enrich> in the in sequence where the message has gone",
                "<send><endpoint key='attaching'/></send>|wants attachments",
                "<xslt key='overlay'><resource location='o' key='base'/></xslt><xslt key='overlay'/>|'o' is not among the resources",
                "<xslt key='sheet' target='p'/>|puts its result into a property",
                "<xslt key='sheet' source='//x'/>|takes its source from //x",
                "<xslt key='sheet'><feature name='http://javax.xml.XMLConstants/feature/secure-processing' value='false'/></xslt>|sets the feature",
                "<send><endpoint key='quotes'/></send><send><endpoint key='quotes'/></send>|<send> after a <send>",
                "<send><endpoint key='recoding'/></send>|changes the encoding",
                "<send><endpoint key='plain'/></send>|wants messages of the format pox",
                "<validate><schema key='{//x}'/><on-fail><drop/></on-fail></validate>|schemas that may change",
                "<validate><schema key='sheet'/><on-fail><drop/></on-fail></validate>|<validate>: ",
                "<validate><schema key='importing'/><on-fail><drop/></on-fail></validate>|'http' access is not allowed",
                "<header name='To' action='remove'/><send/>|without endpoint",
                "<send receive=\"{get-property('r')}\"><endpoint key='quotes'/></send>|differs from message to message",
                "<send receive='again'><endpoint key='quotes'/></send>|'again' sends to itself",
                "<clone continueParent='true'><target sequence='named'/></clone>|<clone continueParent='true'>",
                "<iterate expression='//a' continueParent='true'><target sequence='named'/></iterate>|<iterate continueParent='true'>",
                "<aggregate><completeCondition><messageCount/></completeCondition><onComplete sequence='named'/></aggregate>|<aggregate> in the in sequence",
            })
    void leavesWhatItDoesNotKnowToTheEngineAndSaysWhy(String mediators, String reason) throws Exception {
        assertThat(lane(proxy(mediators.contains("<send") ? mediators : mediators + SEND)))
                .isInstanceOfSatisfying(
                        Lane.Engine.class, engine -> assertThat(engine.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<target endpoint='quotes'><faultSequence><header name='To' value='http://127.0.0.1/'/><send/></faultSequence></target>|<send> without endpoint in the fault sequence",
                "<target endpoint='quotes'><faultSequence><xslt key='x'/></faultSequence></target>|<xslt> in the fault sequence",
                "<target endpoint='quotes'><faultSequence><log level='custom'><property name='a' expression='//x'/></log></faultSequence></target>|looks into the message",
                "<target endpoint='quotes'><outSequence><send><endpoint key='quotes'/></send></outSequence></target>|in the out sequence",
                "<target endpoint='quotes'><inSequence><send><endpoint key='quotes'/></send></inSequence></target>|<send> after a <send>",
            })
    void leavesTargetsThatItDoesNotKnowToTheEngine(String target, String reason) throws Exception {
        assertThat(lane(target))
                .isInstanceOfSatisfying(
                        Lane.Engine.class, engine -> assertThat(engine.reason()).contains(reason));
    }

    @Test
    void tellsTheClientInItsOwnWordsWhereNoSequenceDoes() throws Exception {
        assertThat(flow("<target endpoint='quotes'/>").fault()).isEqualTo(FlowInstruction.SendFault.DEFAULT);
        assertThat(flow("<target endpoint='quotes'><faultSequence><drop/></faultSequence></target>")
                        .fault())
                .isEqualTo(FlowInstruction.SendFault.DEFAULT);
    }

    @Test
    void tellsNobodyOfAMessageThatADiscardingEndpointLeavesWithoutAnAnswer() throws Exception {
        EndpointSpec.Address target = target(flow(proxy("<send><endpoint key='discarding'/></send>")));

        assertThat(target.failures().discards()).isTrue();
        assertThat(target.failures().timeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(target(flow(proxy(SEND))).failures().discards()).isFalse();
    }

    @Test
    void failsWhereTheConfigurationNamesWhatIsNotThere() throws Exception {
        assertThat(flow(proxy("<sequence key='absent'/>" + SEND)).request())
                .isEqualTo(new FlowInstruction.Fail(0, "there is no sequence named 'absent'"));
        assertThat(flow(proxy("<send><endpoint key='absent'/></send>")).request())
                .isEqualTo(new FlowInstruction.Fail(305_100, "there is no endpoint named 'absent'"));
        assertThat(flow(proxy("<xslt key='absent'/>" + SEND)).request())
                .isEqualTo(new FlowInstruction.Fail(0, "there is no stylesheet 'absent'"));
        assertThat(flow("<target endpoint='absent'/>").request())
                .isEqualTo(new FlowInstruction.Fail(305_100, "there is no endpoint named 'absent'"));
        assertThat(flow(proxy("<send><endpoint key='alias'/></send>")).request())
                .isEqualTo(new FlowInstruction.Fail(0, "there is no endpoint named 'nowhere'"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /b | 1",
                "GET | /b?c | 1",
                "PUT | /b | 0",
                "GET | /b/c | 0",
                "GET | /c.xml | 2",
                "GET | /d | 3",
                "GET | / | 4",
                "POST | / | -1",
                "OPTIONS | / | -1",
                "GET | /d/e | 4",
                "GET | /f/f | -1",
            })
    void choosesTheResourceOfAnApiAsSynapseDoes(String method, String path, int chosen) throws Exception {
        List<RestApi> resources = List.copyOf(compiler(api(
                        "/a",
                        "<resource methods='GET PUT' url-mapping='/b/*'/><resource methods='GET' url-mapping='/b'/>"
                                + "<resource methods='GET' url-mapping='*.xml'/><resource methods='GET' uri-template='/{d}'/>"
                                + "<resource methods='GET'/><resource methods='GET' uri-template='/f/{g}'/>"
                                + "<resource methods='GET' uri-template='/{g}/f'/>"))
                .apis()
                .keySet());

        for (int i = 0; i < resources.size(); i++) {
            assertThat(resources.get(i).requests().include(method, path)).isEqualTo(i == chosen);
        }
    }

    @Test
    void acceptsWhatIsDropped() throws Exception {
        assertThat(flow(proxy("<drop/>")).request()).isEqualTo(new FlowInstruction.Accept());
        assertThat(flow(proxy("")).request()).isEqualTo(new FlowInstruction.Accept());
    }

    @Test
    void tellsTheHandlerOfTheInnermostSequence() throws Exception {
        Flow flow = flow(proxy("<sequence key='guarded'/>" + SEND));

        FlowInstruction.OnFault guard = (FlowInstruction.OnFault) flow.request();
        FlowInstruction.OnFault handler = (FlowInstruction.OnFault) guard.handler();
        assertThat(handler.handler()).isEqualTo(flow.fault());
        assertThat(handler.next())
                .isInstanceOfSatisfying(
                        FlowInstruction.SendFault.class,
                        tell -> assertThat(tell.status()).isEqualTo(599));
        FlowInstruction.SetHeader set = (FlowInstruction.SetHeader) guard.next();
        assertThat(set.next())
                .isInstanceOfSatisfying(
                        FlowInstruction.OnFault.class,
                        after -> assertThat(after.handler()).isEqualTo(flow.fault()));
    }

    @Test
    void tellsAFaultWhereAFaultSequenceSendsBackWhatFailed() throws Exception {
        Flow flow = flow(
                "<target endpoint='quotes'><faultSequence><property name='HTTP_SC' value='503' scope='axis2'/>"
                        + "<property name='RESPONSE' value='true'/><header name='To' action='remove'/><send/></faultSequence></target>");

        assertThat(flow.fault()).isEqualTo(new FlowInstruction.SendFault(503, null, List.of()));
    }

    @Test
    void tellsAFaultWithoutTheActionThatAMessageToABackendWouldHave() throws Exception {
        Flow flow = flow(
                "<target><inSequence><header name='Action' value='urn:a'/><property name='X-A' value='b' scope='transport'/>"
                        + "<makefault version='soap11'><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Client'/><reason value='no'/>"
                        + "</makefault><respond/></inSequence>" + FAULT + "</target>");

        assertThat(flow.request())
                .isInstanceOfSatisfying(
                        FlowInstruction.SendFault.class,
                        fault -> assertThat(fault.fields()).containsExactly(new HeaderField("X-A", "b")));
    }

    @Test
    void asksForPropertiesInBothWays() throws Exception {
        Flow flow = flow(proxy("<property name='a' expression='//x'/>"
                + "<property name='X-A' expression=\"get-property('a')\" scope='transport'/>"
                + "<property name='X-B' expression=\"concat($ctx:a, get-property('transport','C'))\" scope='transport'/>"
                + SEND));

        FlowInstruction.SetProperty set = (FlowInstruction.SetProperty) flow.request();
        assertThat(set.need().own()).isEqualTo(BodyNeed.Extent.PREFIX);
        assertThat(set.next().need().total()).isEqualTo(BodyNeed.Extent.NONE);
    }

    @Test
    void picksOneOfSeveralEndpoints() throws Exception {
        EndpointSpec.Group group = (EndpointSpec.Group) ((FlowInstruction.Send)
                        flow(proxy("<send><endpoint key='several'/></send>")).request())
                .destination();

        assertThat(group.strategy()).isEqualTo(EndpointSpec.Strategy.FIRST_READY);
        assertThat(group.retries()).isTrue();
        assertThat(group.members())
                .satisfiesExactly(
                        one -> assertThat(((EndpointSpec.Address) one)
                                        .failures()
                                        .circuitBreaker()
                                        .isOff())
                                .isFalse(),
                        inner -> {
                            assertThat(((EndpointSpec.Group) inner).strategy())
                                    .isEqualTo(EndpointSpec.Strategy.ROUND_ROBIN);
                            assertThat(((EndpointSpec.Group) inner).failover()).isFalse();
                        });
    }

    @Test
    void sendsWhereTheConfigurationItselfSays() throws Exception {
        Flow flow = flow(proxy(
                "<header name='To' value='http://127.0.0.1:9001/x'/><send><endpoint><default/></endpoint></send>"));

        assertThat(target(flow).port()).isEqualTo(9001);
        assertThat(target(flow).path()).isEqualTo("/x");
    }

    @Test
    void compilesTheMainSequenceForBothDirections() throws Exception {
        Lane lane = mainLane("<sequence name='main'><in>" + SEND + "</in><out>"
                + "<property name='X-Main' value='1' scope='transport'/><send/></out></sequence>");

        Flow flow = ((Lane.Fast) lane).flow();
        assertThat(target(flow).name()).isEqualTo("quotes");
        FlowInstruction.RelayAnswer answer = (FlowInstruction.RelayAnswer) flow.answer();
        assertThat(answer.status()).isZero();
        assertThat(answer.fields()).containsExactly(new HeaderField("X-Main", "1"));
        assertThat(answer.empty()).isFalse();
    }

    @Test
    void leavesAMainSequenceWithoutDirectionToTheEngine() throws Exception {
        assertThat(mainLane("<sequence name='main'>" + SEND + "</sequence>"))
                .isInstanceOfSatisfying(
                        Lane.Engine.class,
                        engine -> assertThat(engine.reason())
                                .contains("in the out sequence, which gets its answer again"));
    }

    @Test
    void compilesAnApiThatOnlyForwards() throws Exception {
        Map<RestApi, Lane> lanes = compiler(
                        api("/a/b", "<resource methods='GET PUT' url-mapping='/*'>" + FORWARDS + "</resource>"))
                .apis();

        assertThat(lanes.keySet()).singleElement().satisfies(api -> {
            assertThat(api.requests().include("PUT", "/c?d")).isTrue();
            assertThat(api.requests().include("POST", "/c?d")).isFalse();
        });
        Flow flow = ((Lane.Fast) lanes.values().iterator().next()).flow();
        assertThat(target(flow).path()).isEqualTo("/");
        assertThat(flow.passesUnread()).isTrue();
    }

    @Test
    void saysWhichStepFails() throws Exception {
        assertThat(lane("<target><inSequence><log level='full' category='TRACE'/><send/></inSequence>" + FAULT
                                + "</target>")
                        .steps())
                .startsWith(
                        "in sequence\t<log>\tcompiled",
                        "in sequence\t<send>\tfails: <send> to the path of the request, which is no address of a backend");
    }

    /** A client of Synapse as an HTTP proxy names the host in its target. */
    @Test
    void leavesAMainSequenceToTheEngineThatSendsWhereTheClientSays() throws Exception {
        assertThat(mainLane("<sequence name='main'><in><send/></in><out><send/></out></sequence>"))
                .isInstanceOf(Lane.Engine.class);
    }

    @Test
    void leavesATypeToTheEngineForWhichAFormatterIsThere() throws Exception {
        for (String type : List.of("application/json; charset=UTF-8", "multipart/form-data")) {
            assertThat(lane(proxy("<property name='messageType' scope='axis2' value='" + type + "'/>" + SEND)))
                    .isInstanceOf(Lane.Engine.class);
        }
        Flow flow = flow(proxy("<property name='messageType' scope='axis2' value='text/plain'/>" + SEND));
        assertThat(flow.passesUnread()).isFalse();
    }

    @Test
    void saysOfEachStepHowItIsExecutedAndOfAllThatNeedTheEngineWhy() throws Exception {
        Lane lane = lane(proxy("<enrich><source type='inline'>x</source><target type='body'/></enrich>"
                + "<property name='a' value='b'/><transaction action='commit'/><header name='To' expression='//a'/>"
                + SEND));

        assertThat(lane).isInstanceOf(Lane.Engine.class);
        assertThat(lane.steps())
                .startsWith(
                        "in sequence\t<enrich>\tcompiled",
                        "in sequence\t<property>\tcompiled",
                        "in sequence\t<transaction>\tengine: <transaction> in the in sequence",
                        "in sequence\t<header>\tengine: the header 'To' is computed for each message",
                        "in sequence\t<send>\tcompiled");
    }

    @Test
    void leavesToTheEngineWhatMayBeWrittenAsATextWithoutItsEnvelope() throws Exception {
        String text = "<t:text xmlns:t='http://ws.apache.org/commons/ns/payload'>a</t:text>";
        for (String step : List.of(
                "<payloadFactory><format>" + text + "</format><args/></payloadFactory>",
                "<enrich><source type='inline'>" + text + "</source><target type='body'/></enrich>",
                "<property name='p'>" + text + "</property>")) {
            assertThat(lane(proxy(step + "<respond/>")))
                    .isInstanceOfSatisfying(
                            Lane.Engine.class,
                            engine -> assertThat(engine.reason()).contains("may be sent alone"));
        }
    }

    @Test
    void knowsTheAddressThatRulesMakeAndRefusesOnesThatAskTheMessage() throws Exception {
        String all =
                "<rewrite><rewriterule><action fragment='full' value='http://127.0.0.1:9000/x'/></rewriterule></rewrite>";
        Flow flow = flow(proxy(all + "<send/>"));
        assertThat(target(flow).path()).isEqualTo("/x");
        assertThat(flow.passesUnread()).isFalse();

        for (String asks : List.of(
                "<action fragment='host' xpath='//a'/>",
                "<condition><equal type='header' source='h' value='x'/></condition><action fragment='host' value='a'/>",
                "<action fragment='host' xpath=\"get-property('unset')\"/>")) {
            Lane lane = lane(proxy("<rewrite><rewriterule>" + asks + "</rewriterule></rewrite><send/>"));
            assertThat(lane)
                    .isInstanceOfSatisfying(
                            Lane.Engine.class,
                            engine -> assertThat(engine.reason()).contains("ask"));
        }
        // A property that one branch sets from the message is no literal behind it.
        Lane branched = lane(
                proxy(
                        "<property name='h' value='127.0.0.1'/><filter xpath='//a'><then><property name='h' expression='//a'/></then></filter>"
                                + "<rewrite><rewriterule><action fragment='host' xpath=\"get-property('h')\"/></rewriterule></rewrite><send/>"));
        assertThat(branched).isInstanceOf(Lane.Engine.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/services|<resource url-mapping='/*'>$</resource>|names services",
                "/a|<resource url-mapping='/*' protocol='https'>$</resource>|one content type or user agent, or https alone",
                "/other/a|<resource url-mapping='/*'>$</resource>|the API 'other' takes some of the same requests",
            })
    void leavesOtherApisToTheEngine(String context, String resources, String reason) throws Exception {
        Lane lane = compiler(
                        api(context, resources.replace("$", FORWARDS))
                                + "<api name='other' context='/other'><resource><inSequence><drop/></inSequence></resource></api>")
                .apis()
                .entrySet()
                .stream()
                .filter(api -> api.getKey().name().equals("api"))
                .findFirst()
                .orElseThrow()
                .getValue();

        assertThat(lane)
                .isInstanceOfSatisfying(
                        Lane.Engine.class, engine -> assertThat(engine.reason()).contains(reason));
    }

    private static String api(String context, String resources) {
        return "<sequence name='main'><drop/></sequence><api name='api' context='" + context + "'>" + resources
                + "</api>";
    }

    private static EndpointSpec.Address target(Flow flow) {
        return (EndpointSpec.Address) ((FlowInstruction.Send) flow.request()).destination();
    }

    private static String proxy(String in) {
        return "<target><inSequence>" + in + "</inSequence><outSequence><send/></outSequence>" + FAULT + "</target>";
    }

    private static Flow flow(String target) throws Exception {
        Lane lane = lane(target);
        assertThat(lane).isInstanceOf(Lane.Fast.class);
        return ((Lane.Fast) lane).flow();
    }

    private static Lane lane(String target) throws Exception {
        return compiler("<proxy name='p' transports='http'>" + target
                        + "</proxy><sequence name='main'><drop/></sequence>")
                .lanes()
                .get("p");
    }

    private static Lane mainLane(String main) throws Exception {
        return compiler(main).main();
    }

    private static Compiler compiler(String more) throws Exception {
        String plain = "<suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure>";
        String text = "<definitions xmlns='http://ws.apache.org/ns/synapse'>"
                + "<endpoint name='quotes'><address uri='http://127.0.0.1:9000/services/Quotes?x=1'>"
                + "<timeout><duration>20000</duration><responseAction>fault</responseAction></timeout>" + plain
                + "</address></endpoint>"
                + "<localEntry key='sheet'><a/></localEntry>"
                + "<localEntry key='overlay'><t:stylesheet version='1.0' xmlns:t='http://www.w3.org/1999/XSL/Transform'>"
                + "<t:import href='o'/></t:stylesheet></localEntry>"
                + "<localEntry key='base'><r t:version='1.0' xmlns:t='http://www.w3.org/1999/XSL/Transform'/></localEntry>"
                + "<localEntry key='importing'><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
                + "<xs:import namespace='urn:a' schemaLocation='http://127.0.0.1:1/a.xsd'/></xs:schema></localEntry>"
                + "<endpoint name='suspended'><address uri='http://127.0.0.1:9000/'/></endpoint>"
                + "<sequence name='named'><property name='X-Named' value='yes' scope='transport'/></sequence>"
                + "<sequence name='again'><send receive='again'><endpoint key='quotes'/></send></sequence>"
                + "<sequence name='endless'><sequence key='endless'/></sequence>"
                + "<sequence name='guarded' onError='handler'><property name='X' expression='$ctx:x' scope='transport'/></sequence>"
                + "<sequence name='handler'>"
                + FAULT.replaceAll("</?faultSequence>", "").replace("502", "599")
                + "</sequence>"
                + "<endpoint name='alias' key='nowhere'/>"
                + "<endpoint name='discarding'><address uri='http://127.0.0.1:9000/'><timeout><duration>1</duration>"
                + "<responseAction>discard</responseAction></timeout></address></endpoint>"
                + "<endpoint name='recoding'><address uri='http://127.0.0.1:9000/' encoding='UTF-16'/></endpoint>"
                + "<endpoint name='attaching'><address uri='http://127.0.0.1:9000/' optimize='mtom'/></endpoint>"
                + "<endpoint name='plain'><address uri='http://127.0.0.1:9000/' format='pox'/></endpoint>"
                + "<endpoint name='several'><failover><endpoint key='suspended'/><endpoint><loadbalance failover='false'>"
                + "<endpoint key='quotes'/><endpoint key='suspended'/></loadbalance></endpoint></failover></endpoint>"
                + more + "</definitions>";
        SynapseConfiguration configuration = XMLConfigurationBuilder.getConfiguration(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Properties());
        configuration.getProxyServices().forEach(Send::toTarget);
        return new Compiler(configuration, new Formats(Set.of("application/json"), false, false));
    }
}
