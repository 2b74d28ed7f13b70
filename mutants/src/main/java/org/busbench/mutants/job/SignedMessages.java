package org.busbench.mutants.job;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.mutants.job.Transform.UnreadableException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Routes to A what the signer of the scenario ws-security has signed, body and timestamp, and takes everything else for unreadable. */
final class SignedMessages implements Router {
    private static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

    private final Path trusted;
    private KeyStore signer;

    /** The store is made when the scenario is read, which may be later, and is read with the first message. */
    SignedMessages(Path trusted) {
        this.trusted = trusted;
    }

    @Override
    public String route(byte[] message) throws UnreadableException {
        try {
            if (isSigned(message)) {
                return "A";
            }
        } catch (Exception e) {
            throw new UnreadableException("the message is not signed: " + e.getMessage(), e);
        }
        throw new UnreadableException("the message is not signed", null);
    }

    private boolean isSigned(byte[] message) throws Exception {
        if (signer == null) {
            signer = KeyStore.getInstance(trusted.toFile(), "changeit".toCharArray());
        }
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(message));
        ((Element) document.getDocumentElement().getLastChild()).setIdAttributeNS(WSU, "Id", true);
        first(document, WSU, "Timestamp").setIdAttributeNS(WSU, "Id", true);
        DOMValidateContext context = new DOMValidateContext(
                signer.getCertificate("signer").getPublicKey(), first(document, XMLSignature.XMLNS, "Signature"));
        XMLSignature signature = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context);
        List<String> signed = signature.getSignedInfo().getReferences().stream()
                .map(Reference::getURI)
                .toList();
        Instant end = Instant.parse(first(document, WSU, "Expires").getTextContent());
        return Instant.now().isBefore(end)
                && signed.equals(List.of("#timestamp", "#body"))
                && signature.validate(context);
    }

    private static Element first(Document document, String namespace, String name) {
        return (Element) document.getElementsByTagNameNS(namespace, name).item(0);
    }
}
