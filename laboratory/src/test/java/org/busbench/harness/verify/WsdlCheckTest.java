package org.busbench.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.verify.Conformance.WsdlCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WsdlCheckTest {

    private static final URI PROXY = URI.create("http://127.0.0.1:8280/services/VirtualizationProxy");

    private final WsdlCheck check = new WsdlCheck();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8280/services/VirtualizationProxy",
                "http://some.host:8280/services/VirtualizationProxy",
                "http://127.0.0.1:8280/services/VirtualizationProxy.VirtualizationProxyHttpSoap11Endpoint",
            })
    void anAddressOfTheProxyIsItsOwn(String address) {
        assertThat(fault(200, wsdl(address))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9000/services/SimpleStockQuoteService",
                "http://127.0.0.1:9000/services/VirtualizationProxy",
                "http://127.0.0.1:8280/services/CbrProxy",
                "not an address",
            })
    void anotherAddressIsNot(String address) {
        assertThat(fault(200, wsdl(address)).orElse("")).contains("leads to " + address);
    }

    @Test
    void everyAddressMustBeTheProxysOwn() {
        String address = "<s:address location='http://127.0.0.1:9000/x'/>";
        assertThat(fault(200, wsdl(PROXY.toString()).replace("</w:port>", address + "</w:port>")))
                .isPresent();
    }

    @Test
    void aWsdlOfAnotherServiceIsNone() {
        String other = wsdl(PROXY.toString()).replace("getQuote", "placeOrder");
        assertThat(fault(200, other)).hasValue("the published WSDL knows no message of getQuote");
    }

    @Test
    void aWsdlWithoutAddressIsNone() {
        assertThat(fault(200, "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'/>"))
                .isPresent();
    }

    @Test
    void anythingButAWsdlIsAFault() {
        assertThat(fault(200, "<html/>")).isPresent();
        assertThat(fault(200, "services: none")).isPresent();
        assertThat(fault(404, wsdl(PROXY.toString()))).hasValue("?wsdl was answered with status 404");
    }

    private Optional<String> fault(int status, String body) {
        return check.fault(PROXY, "getQuote", new Answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String wsdl(String address) {
        return "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/' xmlns:s='http://schemas.xmlsoap.org/wsdl/soap/'>"
                + "<w:message name='in'><w:part name='p' element='q:getQuote'/></w:message>"
                + "<w:service><w:port><s:address location='" + address + "'/></w:port></w:service></w:definitions>";
    }
}
