package org.busbench.mediation.fastlane;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.SignatureMethod;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Lets a message through whose SOAP body and timestamp were signed by the owner of a trusted certificate (SOAP Message Security 1.1 with the X.509 Certificate
 * Token Profile). Nothing of the message is changed.
 *
 * <p>The elements that must be signed are those at their places in the envelope, whatever has the same id elsewhere, and there is one of each. References lead
 * to them and to header blocks, never out of the message, and have one transform, exclusive canonical XML. What is older than SHA-256 is no signature.
 *
 * <p>Immutable; for any thread.
 */
public final class SignatureCheck implements ContentChange {
    /** The namespace of the header block. */
    public static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

    private static final Log LOG = LogFactory.getLog(SignatureCheck.class);
    private static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String X509 =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
    private static final Set<String> SIGNATURES = Set.of(
            SignatureMethod.RSA_SHA256,
            SignatureMethod.RSA_SHA512,
            SignatureMethod.ECDSA_SHA256,
            SignatureMethod.ECDSA_SHA512);
    private static final Set<String> DIGESTS = Set.of(DigestMethod.SHA256, DigestMethod.SHA512);

    private final Map<String, X509Certificate> trusted;
    private final Set<TrustAnchor> anchors;
    private final Duration timeToLive;
    private final Duration skew;
    private final ThreadLocal<Tools> tools = ThreadLocal.withInitial(Tools::make);

    /** What one thread parses and verifies with. */
    private record Tools(DocumentBuilder parser, XMLSignatureFactory signatures) {
        static Tools make() {
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                // Nodes that are made one by one when they are first met cost more than they save: all of them are.
                factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
                DocumentBuilder parser = factory.newDocumentBuilder();
                parser.setErrorHandler(new DefaultHandler());
                return new Tools(parser, XMLSignatureFactory.getInstance("DOM"));
            } catch (ParserConfigurationException e) {
                throw new IllegalStateException("the JDK's XML parser lacks a feature", e);
            }
        }
    }

    /**
     * For signers with one of these certificates, or with one that an authority among these has signed.
     *
     * @param timeToLive how long a message is fresh after the creation of its timestamp, which may say less
     * @param skew by how much another clock may be ahead
     */
    public SignatureCheck(Collection<X509Certificate> trusted, Duration timeToLive, Duration skew)
            throws GeneralSecurityException {
        Map<String, X509Certificate> known = new HashMap<>();
        for (X509Certificate certificate : trusted) {
            known.put(Base64.getEncoder().encodeToString(certificate.getEncoded()), certificate);
        }
        this.trusted = Map.copyOf(known);
        this.anchors = trusted.stream()
                .filter(certificate -> certificate.getBasicConstraints() >= 0)
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toUnmodifiableSet());
        this.timeToLive = timeToLive;
        this.skew = skew;
    }

    @Override
    public boolean computesLong() {
        return true;
    }

    /** The same array; null for a message that is refused. */
    byte[] change(byte[] message, Tokenizer tokenizer) {
        try {
            requirePlain(message, tokenizer);
            Tools own = tools.get();
            verify(own.parser.parse(new InputSource(new ByteArrayInputStream(message))), own.signatures);
            return message;
        } catch (SAXException
                | IOException
                | GeneralSecurityException
                | MarshalException
                | XMLSignatureException
                | DateTimeException
                | IllegalArgumentException
                | ClassCastException e) {
            LOG.debug("a message was refused for its signature", e);
            return null;
        }
    }

    /** The tokenizer has bounds, and takes neither a DTD nor another encoding, so that both parsers see the same message. */
    private static void requirePlain(byte[] message, Tokenizer tokenizer) throws SignatureException {
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        Token token = tokenizer.next();
        while (token != Token.END_DOCUMENT) {
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                throw new SignatureException("no plain XML in UTF-8");
            }
            token = tokenizer.next();
        }
    }

    private void verify(Document message, XMLSignatureFactory signatures)
            throws GeneralSecurityException, MarshalException, XMLSignatureException {
        Element envelope = message.getDocumentElement();
        String soap = envelope.getNamespaceURI();
        if (!"Envelope".equals(envelope.getLocalName()) || !SoapNamespaces.contains(String.valueOf(soap))) {
            throw new SignatureException("no envelope");
        }
        Element header = only(envelope, soap, "Header");
        Element body = only(envelope, soap, "Body");
        Element security = only(header, WSSE, "Security");
        if (security.hasAttributeNS(soap, "actor") || security.hasAttributeNS(soap, "role")) {
            throw new SignatureException("the block is for another node");
        }
        Element timestamp = only(security, WSU, "Timestamp");
        requireFresh(timestamp);
        Element token = only(security, WSSE, "BinarySecurityToken");
        Element signature = only(security, XMLSignature.XMLNS, "Signature");
        Element info = only(signature, XMLSignature.XMLNS, "SignedInfo");
        Element key = only(only(signature, XMLSignature.XMLNS, "KeyInfo"), WSSE, "SecurityTokenReference");
        if (!only(key, WSSE, "Reference").getAttribute("URI").equals("#" + token.getAttributeNS(WSU, "Id"))
                || !token.getAttribute("ValueType").equals(X509)) {
            throw new SignatureException("another key than that of the X.509 token");
        }
        requireAlgorithm(info, "CanonicalizationMethod", Set.of(CanonicalizationMethod.EXCLUSIVE));
        requireAlgorithm(info, "SignatureMethod", SIGNATURES);

        X509Certificate certificate = certificate(token);
        DOMValidateContext context =
                new DOMValidateContext(KeySelector.singletonKeySelector(certificate.getPublicKey()), signature);
        context.setProperty("org.jcp.xml.dsig.secureValidation", true);
        Map<String, Element> places = places(header, List.of(body, timestamp, token));
        Set<Element> signed = new HashSet<>();
        for (Element reference : children(info, XMLSignature.XMLNS, "Reference")) {
            String uri = reference.getAttribute("URI");
            Element target = uri.startsWith("#") ? places.get(uri.substring(1)) : null;
            if (target == null) {
                throw new SignatureException("a reference to '" + uri + "'");
            }
            Element transforms = only(reference, XMLSignature.XMLNS, "Transforms");
            requireAlgorithm(transforms, "Transform", Set.of(CanonicalizationMethod.EXCLUSIVE));
            requireAlgorithm(reference, "DigestMethod", DIGESTS);
            target.setIdAttributeNS(WSU, "Id", true);
            signed.add(target);
        }
        if (!signed.contains(body) || !signed.contains(timestamp)) {
            throw new SignatureException("body or timestamp is not signed");
        }
        if (!signatures.unmarshalXMLSignature(context).validate(context)) {
            throw new SignatureException("the signature is wrong");
        }
    }

    /** The elements that may be signed, by their ids: no others are known by an id. */
    private static Map<String, Element> places(Element header, List<Element> more) throws SignatureException {
        List<Element> all = new ArrayList<>(more);
        all.addAll(children(header, null, null));
        Map<String, Element> places = new HashMap<>();
        for (Element element : all) {
            if (element.hasAttributeNS(WSU, "Id") && places.put(element.getAttributeNS(WSU, "Id"), element) != null) {
                throw new SignatureException("two elements have one id");
            }
        }
        return places;
    }

    private void requireFresh(Element timestamp) throws SignatureException {
        Instant now = Instant.now();
        Instant created =
                Instant.parse(only(timestamp, WSU, "Created").getTextContent().strip());
        Instant expires =
                Instant.parse(only(timestamp, WSU, "Expires").getTextContent().strip());
        if (created.isAfter(now.plus(skew))
                || !now.isBefore(expires)
                || !now.isBefore(created.plus(timeToLive).plus(skew))) {
            throw new SignatureException("the timestamp is of another time");
        }
    }

    private X509Certificate certificate(Element token) throws GeneralSecurityException {
        String text = token.getTextContent().replaceAll("\\s", "");
        X509Certificate certificate = trusted.get(text);
        if (certificate == null) {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            byte[] bytes = Base64.getDecoder().decode(text);
            certificate = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes));
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false);
            CertPathValidator.getInstance("PKIX").validate(factory.generateCertPath(List.of(certificate)), parameters);
        }
        certificate.checkValidity();
        return certificate;
    }

    private static void requireAlgorithm(Element parent, String name, Set<String> known) throws SignatureException {
        String algorithm = only(parent, XMLSignature.XMLNS, name).getAttribute("Algorithm");
        if (!known.contains(algorithm)) {
            throw new SignatureException("the algorithm '" + algorithm + "'");
        }
    }

    private static Element only(Element parent, String namespace, String local) throws SignatureException {
        List<Element> found = children(parent, namespace, local);
        if (found.size() != 1) {
            throw new SignatureException(found.size() + " elements '" + local + "' in '" + parent.getLocalName() + "'");
        }
        return found.get(0);
    }

    /** Those of this name; all of them for null. */
    private static List<Element> children(Element parent, String namespace, String local) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child
                    && (local == null
                            || (local.equals(child.getLocalName()) && namespace.equals(child.getNamespaceURI())))) {
                found.add(child);
            }
        }
        return found;
    }
}
