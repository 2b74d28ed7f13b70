package wss4j;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.token.Timestamp;
import org.apache.wss4j.dom.util.WSSecurityUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** WS-Security by WSS4J: verifies the signature of body and timestamp, and takes the header away. */
public final class SignedEnvelopes {
    private static final int DAYS_2 = 2 * 24 * 60 * 60;

    private final WSSecurityEngine engine = new WSSecurityEngine();
    private final DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
    private final String trusted;
    private volatile Crypto crypto;

    /** The store of the signers is there once the scenario was read, and is read with the first message. */
    public SignedEnvelopes(String trusted) throws ParserConfigurationException {
        this.trusted = trusted;
        parsers.setNamespaceAware(true);
        parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    }

    /** Of a message as bytes. */
    public byte[] opened(byte[] message)
            throws WSSecurityException, ParserConfigurationException, SAXException, IOException, TransformerException {
        Document document = parsers.newDocumentBuilder().parse(new ByteArrayInputStream(message));
        open(document);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(message.length);
        TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(bytes));
        return bytes.toByteArray();
    }

    /** Of a message as a tree. */
    public void open(Document message) throws WSSecurityException {
        Element header = WSSecurityUtil.getSecurityHeader(message, "");
        RequestData request = new RequestData();
        request.setWssConfig(engine.getWssConfig());
        request.setSigVerCrypto(crypto());
        request.setTimeStampTTL(DAYS_2);
        WSHandlerResult result = engine.processSecurityHeader(header, request);
        WSSecurityEngineResult signature = found(result, WSConstants.SIGN);
        requireSigned(signature, WSSecurityUtil.findBodyElement(message));
        Timestamp timestamp =
                (Timestamp) found(result, WSConstants.TS).get(WSSecurityEngineResult.TAG_TIMESTAMP);
        requireSigned(signature, timestamp.getElement());
        header.getParentNode().removeChild(header);
    }

    private Crypto crypto() throws WSSecurityException {
        if (crypto == null) {
            Properties properties = new Properties();
            properties.setProperty("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
            properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.file", trusted);
            properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.type", "PKCS12");
            properties.setProperty("org.apache.wss4j.crypto.merlin.truststore.password", "changeit");
            crypto = CryptoFactory.getInstance(properties);
        }
        return crypto;
    }

    private static WSSecurityEngineResult found(WSHandlerResult result, int action) throws WSSecurityException {
        List<WSSecurityEngineResult> found = result.getActionResults().get(action);
        if (found == null) {
            throw new WSSecurityException(WSSecurityException.ErrorCode.INVALID_SECURITY);
        }
        return found.get(0);
    }

    @SuppressWarnings("unchecked")
    private static void requireSigned(WSSecurityEngineResult signature, Element element) throws WSSecurityException {
        List<WSDataRef> signed = (List<WSDataRef>) signature.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
        if (signed.stream().noneMatch(reference -> reference.getProtectedElement() == element)) {
            throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_CHECK);
        }
    }
}
