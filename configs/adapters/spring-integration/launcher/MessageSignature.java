package spring;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.springframework.ws.context.DefaultMessageContext;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.soap.security.wss4j2.Wss4jSecurityInterceptor;
import org.springframework.ws.soap.security.wss4j2.Wss4jSecurityValidationException;
import org.w3c.dom.Element;

/** Spring-WS's interceptor for WS-Security, which takes the header away. That the body itself is signed has to be asked by the application. */
final class MessageSignature {
    private static final int DAYS_2 = 2 * 24 * 60 * 60;

    private final SaajSoapMessageFactory messages = new SaajSoapMessageFactory();
    private final Wss4jSecurityInterceptor interceptor = new OfTheBody();
    private final String trusted;
    private volatile boolean isReady;

    MessageSignature(String trusted) {
        this.trusted = trusted;
        messages.afterPropertiesSet();
    }

    /** The store of the signers is there once the scenario was read, and is read with the first message. */
    private synchronized void prepare() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
        properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.file", trusted);
        properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.type", "PKCS12");
        properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.password", "changeit");
        interceptor.setValidationActions("Timestamp Signature");
        interceptor.setValidationSignatureCrypto(CryptoFactory.getInstance(properties));
        interceptor.setValidationTimeToLive(DAYS_2);
        interceptor.afterPropertiesSet();
        isReady = true;
    }

    /** The message without its header of WS-Security; empty when it is not signed rightly. */
    byte[] opened(byte[] signed) {
        try {
            if (!isReady) {
                prepare();
            }
            SoapMessage message = messages.createWebServiceMessage(new ByteArrayInputStream(signed));
            if (!interceptor.handleRequest(new DefaultMessageContext(message, messages), this)) {
                return new byte[0];
            }
            ByteArrayOutputStream plain = new ByteArrayOutputStream(signed.length);
            message.writeTo(plain);
            return plain.toByteArray();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("the message cannot be read", unreadable);
        } catch (Exception refused) {
            return new byte[0];
        }
    }

    /** Asks what was signed, too: the interceptor asks only that something was. */
    private static final class OfTheBody extends Wss4jSecurityInterceptor {
        @Override
        protected void checkResults(List<WSSecurityEngineResult> results, List<Integer> actions)
                throws Wss4jSecurityValidationException {
            super.checkResults(results, actions);
            Element timestamp = ((Timestamp) found(results, WSConstants.TS).get(WSSecurityEngineResult.TAG_TIMESTAMP)).getElement();
            @SuppressWarnings("unchecked")
            List<WSDataRef> signed =
                    (List<WSDataRef>) found(results, WSConstants.SIGN).get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
            boolean body = signed.stream().map(WSDataRef::getProtectedElement).anyMatch(OfTheBody::isBody);
            if (!body || signed.stream().noneMatch(one -> one.getProtectedElement() == timestamp)) {
                throw new Wss4jSecurityValidationException("body or timestamp is not signed");
            }
        }

        private static WSSecurityEngineResult found(List<WSSecurityEngineResult> results, int action) {
            return results.stream()
                    .filter(result -> Integer.valueOf(action).equals(result.get(WSSecurityEngineResult.TAG_ACTION)))
                    .findFirst()
                    .orElseThrow();
        }

        private static boolean isBody(Element element) {
            return element.getParentNode() == element.getOwnerDocument().getDocumentElement()
                    && "Body".equals(element.getLocalName());
        }
    }
}
