package org.busbench.mediation.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.XMLConfigurationBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configurations as Synapse reads them, and what becomes of their proxies. */
class CompilerTest {

    private static final String FAULT = "<faultSequence><makefault version='soap11'>"
            + "<code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='no'/></makefault>"
            + "<property name='HTTP_SC' value='502' scope='axis2'/><send/></faultSequence>";
    private static final String SEND = "<send><endpoint key='quotes'/></send>";

    @Test
    void compilesAProxyThatOnlyForwards() throws Exception {
        Flow flow = flow("<target endpoint='quotes'><outSequence><send/></outSequence>" + FAULT + "</target>");

        assertThat(flow.request())
                .isEqualTo(new Stage.Send(
                        new Target("quotes", "127.0.0.1", 9000, "/services/Quotes?x=1", Duration.ofSeconds(20)),
                        List.of()));
        assertThat(flow.request().reads()).isEqualTo(Reads.NOTHING);
        assertThat(flow.answer()).isEqualTo(new Reply(List.of(), List.of()));
        assertThat(flow.requestFault())
                .isInstanceOfSatisfying(
                        Fault.Answer.class, fault -> assertThat(fault.status()).isEqualTo(502));
    }

    @Test
    void takesHeaderFieldsAlongAndTheLastWordCounts() throws Exception {
        Flow flow = flow(proxy("<property name='X-A' value='1' scope='transport'/>"
                + "<property name='x-a' value='2' scope='transport'/>"
                + "<property name='Expect' scope='transport' action='remove'/>"
                + "<header name='Action' value='urn:a'/>" + SEND));

        assertThat(((Stage.Send) flow.request()).fields())
                .containsExactly(
                        new Field("x-a", "2"), new Field("Expect", null), new Field("SOAPAction", "\"urn:a\""));
    }

    @Test
    void putsWhatFollowsAChoiceIntoEachOfItsBranches() throws Exception {
        Flow flow = flow(proxy(
                "<switch source='//x'><case regex='a'><property name='X' value='1' scope='transport'/></case></switch>"
                        + SEND));

        Choice<Stage> choice = ((Stage.Choose) flow.request()).choice();
        assertThat(((Stage.Send) choice.of("a")).fields()).containsExactly(new Field("X", "1"));
        assertThat(((Stage.Send) choice.of("b")).fields()).isEmpty();
        assertThat(((Stage.Send) choice.of(null)).fields()).isEmpty();
        assertThat(flow.request().reads()).isEqualTo(Reads.BEGINNING);
    }

    @Test
    void readsAWholeMessageForTwoDecisions() throws Exception {
        String choice = "<switch source='//x'><case regex='a'/></switch>";

        assertThat(flow(proxy(choice + choice + SEND)).request().reads()).isEqualTo(Reads.WHOLE);
    }

    @Test
    void readsNothingForADecisionByATransportHeader() throws Exception {
        Flow flow = flow(proxy("<switch source='$trp:x'><case regex='a'/></switch>" + SEND));

        assertThat(flow.request().reads()).isEqualTo(Reads.NOTHING);
    }

    @Test
    void choosesByAFilter() throws Exception {
        String to = "<filter xpath='//x'><then><property name='X' value='1' scope='transport'/></then><else/></filter>";
        Choice<Stage> choice = ((Stage.Choose) flow(proxy(to + SEND)).request()).choice();

        assertThat(((Stage.Send) choice.of("true")).fields()).containsExactly(new Field("X", "1"));
        assertThat(((Stage.Send) choice.of("false")).fields()).isEmpty();
    }

    @Test
    void followsSequencesByTheirNames() throws Exception {
        assertThat(flow(proxy("<sequence key='named'/>" + SEND)).request())
                .isInstanceOfSatisfying(
                        Stage.Send.class,
                        send -> assertThat(send.fields()).containsExactly(new Field("X-Named", "yes")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<log level='full'/>|<log> in the in sequence",
                "<property name='x' value='1'/>|scope 'default'",
                "<property name='X' expression='//x' scope='transport'/>|computed for each message",
                "<header name='To' value='http://x'/>|SOAP header 'To'",
                "<sequence key='absent'/>|'absent'",
                "<sequence key='endless'/>|deep",
                "<switch source=\"get-property('x')\"><case regex='a'/></switch>|get-property",
                "<xslt key='absent'/>|'absent'",
                "<send><endpoint key='suspended'/></send>|suspended when it fails",
                "<send><endpoint key='quotes'/></send><log/>|after a <send>",
                "<send/>|without endpoint",
                "<drop/>|<drop>",
            })
    void leavesWhatItDoesNotKnowToTheEngineAndSaysWhy(String mediators, String reason) throws Exception {
        assertThat(lane(proxy(mediators + SEND)))
                .isInstanceOfSatisfying(
                        Lane.Engine.class, engine -> assertThat(engine.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<target endpoint='quotes'/>|no fault sequence",
                "<target endpoint='quotes'><faultSequence><drop/></faultSequence></target>|<drop> in the fault sequence",
                "<target endpoint='quotes'><outSequence><log/></outSequence></target>|no fault sequence",
                "<target endpoint='absent'><faultSequence><drop/></faultSequence></target>|'absent'",
            })
    void wantsATargetAndAFaultSequence(String target, String reason) throws Exception {
        assertThat(lane(target))
                .isInstanceOfSatisfying(
                        Lane.Engine.class, engine -> assertThat(engine.reason()).contains(reason));
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
        String plain = "<suspendOnFailure><initialDuration>0</initialDuration></suspendOnFailure>";
        String text = "<definitions xmlns='http://ws.apache.org/ns/synapse'>"
                + "<endpoint name='quotes'><address uri='http://127.0.0.1:9000/services/Quotes?x=1'>"
                + "<timeout><duration>20000</duration><responseAction>fault</responseAction></timeout>" + plain
                + "</address></endpoint>"
                + "<endpoint name='suspended'><address uri='http://127.0.0.1:9000/'/></endpoint>"
                + "<sequence name='named'><property name='X-Named' value='yes' scope='transport'/></sequence>"
                + "<sequence name='endless'><sequence key='endless'/></sequence>"
                + "<proxy name='p' transports='http'>" + target + "</proxy>"
                + "<sequence name='main'><drop/></sequence></definitions>";
        SynapseConfiguration configuration = XMLConfigurationBuilder.getConfiguration(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Properties());
        return new Compiler(configuration).lanes().get("p");
    }
}
