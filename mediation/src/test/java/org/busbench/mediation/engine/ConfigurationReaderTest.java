package org.busbench.mediation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMText;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.http.LaneLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations of WSO2's products, as far as Synapse has words for them. */
class ConfigurationReaderTest {

    private static final String REGISTRY =
            "<registry provider='org.wso2.carbon.mediation.registry.WSO2Registry'><parameter name='root'>/</parameter></registry>";

    @TempDir
    private Path folder;

    private List<String> notes = List.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<proxy xmlns='http://ws.apache.org/ns/synapse' name='a' statistics='disable' trace='disable'><target endpoint='b'/></proxy>",
                "<api xmlns='http://ws.apache.org/ns/synapse' name='a' context='/a'><resource uri-template='/{b}'/></api>",
                "<sequence xmlns='http://ws.apache.org/ns/synapse' name='a'><sequence key='b'/></sequence>",
                "<endpoint xmlns='http://ws.apache.org/ns/synapse' name='a'><http uri-template='http://x/{a}'/></endpoint>",
            })
    void readsAnArtifactAlone(String artifact) throws IOException, BadConfigException {
        SynapseConfiguration read = read(artifact, null);

        assertThat(read.getProxyServices().size() + read.getAPIs().size())
                .isEqualTo(artifact.matches("<(proxy|api).*") ? 1 : 0);
        assertThat(read.getMainSequence()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<call><endpoint><address uri='http://x'/></endpoint></call>",
                "<script language='js'>1</script>",
                "<fileconnector.read/>",
                "<entitlementService remoteServiceUrl='http://x'/>",
                "<router><route expression='//a'><target sequence='b'/></route></router>",
                "<rule xmlns='http://wso2.org/carbon/rules'/>",
                "<cache/>",
                "<payloadFactory media-type='json'><format>{}</format><args/></payloadFactory>",
                "<payloadFactory><format><a xmlns=''>$1</a></format><args><arg expression='$.a' evaluator='json'/></args></payloadFactory>",
                "<switch source='json-eval($.a)'><case regex='b'><drop/></case></switch>",
                "<filter xpath='//a'><then><call/></then></filter>",
                "<filter source='${payload.a}' regex='b'><then><drop/></then></filter>",
                "<filter source='//a' regex='json'><log><property name='b' expression='json-eval($.a)'/></log></filter>",
                "<property name='a' value='b' scope='operation'/>",
                "<payloadFactory><format key='conf:a'/><args/></payloadFactory>",
                "<callout serviceURL='http://x/'><configuration repository='no/such/folder'/></callout>",
                "<callout serviceURL='http://x/'><configuration axis2xml='no/such.xml'/></callout>",
                "<switch source='//a'><case regex='b'><call/></case></switch>",
                "<in><call/></in>",
                "<dblookup><connection><pool><driver>org.absent.Driver</driver><url>jdbc:absent:x</url><user>u</user><password>p</password></pool></connection>"
                        + "<statement><sql>select 1</sql></statement></dblookup>",
            })
    void putsAFailureInThePlaceOfAStepThatSynapseDoesNotHave(String step) throws IOException, BadConfigException {
        read(main(step + "<drop/>"), null);

        assertThat(notes).hasSize(1);
        assertThat(notes.get(0)).contains("a.xml: <").endsWith("; a message that comes to it fails");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<dorp/>",
                "<filter xpath='//a'><then><dorp/></then></filter>",
                "<payloadFactory><format><call xmlns='http://ws.apache.org/ns/synapse'>$1</call></format><args><arg expression=']'/></args></payloadFactory>",
                "<class name='org.wso2.Absent'/>",
                "<property name='a' expression=']'/>",
                "<enqueue sequence='a' executor='b' priority='high'/>",
            })
    void refusesWhatNeitherKnows(String step) {
        assertThatThrownBy(() -> read(main(step), null))
                .isInstanceOf(BadConfigException.class)
                .hasMessageContaining("a.xml: Synapse refuses it: ");
        assertThat(notes).isEmpty();
    }

    @Test
    void leavesOutWhatServesNoMessageOfHttp() throws IOException, BadConfigException {
        read(
                "<definitions xmlns='http://ws.apache.org/ns/synapse'><taskManager provider='x'/><inboundEndpoint name='y'/></definitions>",
                null);

        assertThat(notes).hasSize(2).allMatch(note -> note.contains("is left out"));
    }

    @Test
    void leavesOutStoresOfClassesThatOnlyWso2Has() throws IOException, BadConfigException {
        String forwarding =
                "class='org.apache.synapse.message.processor.impl.forwarder.ScheduledMessageForwardingProcessor'";
        SynapseConfiguration read = read(
                definitions(
                        "<messageStore name='s'/><messageStore name='j' class='org.apache.synapse.message.store.impl.jms.JmsStore'/>"
                                + "<messageProcessor name='p' " + forwarding + " messageStore='s'/>"),
                null);

        assertThat(read.getMessageStores().keySet()).containsExactly("s");
        assertThat(notes).hasSize(2).allMatch(note -> note.contains("is left out: Synapse does not have its class"));

        Path processors = Files.createDirectories(folder.resolve("synapse-config/message-processors"));
        Files.writeString(
                processors.resolve("p.xml"),
                "<messageProcessor xmlns='http://ws.apache.org/ns/synapse' name='p' " + forwarding + "/>");
        assertThat(read(folder, null).getMessageProcessors()).isEmpty();
        assertThat(notes).hasSize(1);
    }

    @Test
    void makesAFaultOfSoap11OfOneOfItsCodes() throws IOException, BadConfigException {
        read(
                main(
                        "<makefault><code xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' value='s:Server'/><reason value='r'/></makefault>"
                                + "<header name='a' scope='default' value='b'/>"),
                null);

        assertThat(notes).isEmpty();
    }

    @Test
    void findsKeysOfARegistryInAFolder() throws IOException, BadConfigException {
        Path registry = Files.createDirectories(folder.resolve("registry/config/a"));
        Files.writeString(registry.resolve("x.xml"), "<x/>");
        Files.createDirectories(folder.resolve("registry/governance"));
        Files.writeString(folder.resolve("registry/governance/y.txt"), "y\u00e9");
        Files.write(folder.resolve("registry/z"), new byte[] {(byte) 0xff, 0});

        SynapseConfiguration read = read(definitions(REGISTRY), folder.resolve("registry"));

        assertThat(notes).singleElement().asString().contains("WSO2Registry is replaced by the folder " + folder);
        assertThat(((OMElement) read.getRegistry().lookup("conf:/a/x.xml")).getLocalName())
                .isEqualTo("x");
        assertThat(read.getRegistry().lookup("conf:a/x.xml")).isNotNull();
        assertThat(read.getRegistry().lookup("/_system/config/a/x.xml")).isNotNull();
        assertThat(read.getRegistry().lookup("config/a/x.xml")).isNotNull();
        assertThat(((OMText) read.getRegistry().lookup("gov:/y.txt")).getText()).isEqualTo("y\u00e9");
        assertThat(((OMText) read.getRegistry().lookup("z")).isBinary()).isTrue();
        assertThat(read.getRegistry().lookup("conf:/a")).isNull();
        assertThat(read.getRegistry().lookup("conf:/absent")).isNull();
    }

    @Test
    void leavesOutAWsdlThatNoRegistryHas() throws IOException, BadConfigException {
        String proxy =
                definitions("<proxy name='p'><target endpoint='b'/><publishWSDL key='gov:wsdls/a.wsdl'/></proxy>");
        assertThat(read(proxy, null).getProxyService("p").getWSDLKey()).isNull();
        assertThat(notes).singleElement().asString().contains("the WSDL 'gov:wsdls/a.wsdl' is not there");

        Path wsdls = Files.createDirectories(folder.resolve("registry/governance/wsdls"));
        Files.writeString(wsdls.resolve("a.wsdl"), "<definitions/>");
        ProxyService published = read(proxy, folder.resolve("registry")).getProxyService("p");
        assertThat(published.getWSDLKey()).isEqualTo("gov:wsdls/a.wsdl");
        assertThat(notes).isEmpty();
    }

    @Test
    void noKeyLeadsOutOfTheFolder() throws IOException, BadConfigException {
        Path registry = Files.createDirectories(folder.resolve("registry/config"));
        Path secret = Files.writeString(folder.resolve("secret.xml"), "<secret/>");
        Files.createSymbolicLink(registry.resolve("link.xml"), secret);
        Files.createSymbolicLink(registry.resolve("up"), folder);
        Files.writeString(
                registry.resolve("entity.xml"), "<!DOCTYPE a [<!ENTITY b SYSTEM '" + secret.toUri() + "'>]><a>&b;</a>");

        SynapseConfiguration read = read(definitions(""), folder.resolve("registry"));

        for (String key : List.of(
                "../secret.xml",
                "conf:../../secret.xml",
                "conf:/../../secret.xml",
                "conf:link.xml",
                "conf:up/secret.xml",
                secret.toString(),
                "file:" + secret,
                secret.toUri().toString(),
                "conf:" + secret,
                "a\0b",
                "")) {
            assertThat(read.getRegistry().lookup(key)).as(key).isNull();
        }
        assertThat(String.valueOf(read.getRegistry().lookup("conf:entity.xml"))).doesNotContain("secret>");
    }

    @Test
    void aRegistryWithoutAFolderIsEmpty() throws IOException, BadConfigException {
        SynapseConfiguration read = read(definitions(REGISTRY), null);

        assertThat(notes).singleElement().asString().contains("say --registry DIR");
        assertThat(read.getRegistry().lookup("conf:/etc/passwd")).isNull();
        assertThat(read.getSequence("conf:/a.xml")).isNull();
    }

    private static String definitions(String content) {
        return "<definitions xmlns='http://ws.apache.org/ns/synapse'>" + content + "</definitions>";
    }

    private static String main(String steps) {
        return definitions("<sequence name='main'>" + steps + "</sequence>");
    }

    private SynapseConfiguration read(String text, Path registry) throws IOException, BadConfigException {
        return read(Files.write(folder.resolve("a.xml"), text.getBytes(StandardCharsets.UTF_8)), registry);
    }

    private SynapseConfiguration read(Path file, Path registry) throws BadConfigException {
        Engine engine = new Engine(
                ListenAddress.parse("127.0.0.1:1"),
                SynapseHome.at(file).withRegistry(registry),
                List.of(),
                LaneLimits.USUAL);
        SynapseConfiguration read = engine.read();
        notes = engine.notes();
        return read;
    }
}
