import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignatureMethod;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Signs the messages of the scenario before any load, for RSA is too dear for an injector. Writes into the folder that is its argument {@code
 * rows.csv}, with the whole header block of WS-Security for each size, and {@code trusted.p12} with the certificate of the signer, whose key
 * is made anew each time. One row in twenty must be refused, for one of the reasons in {@link #WRONG}.
 */
public final class Sign {
    private static final List<String> SIZES = List.of("1K", "10K");
    private static final int ROWS = 400;
    private static final int ONE_IN = 20;
    private static final String RIGHT = "right";
    private static final List<String> WRONG = List.of(
            "altered-signature", "altered-body", "unknown-signer", "expired", "unsigned-body", "wrapped-body");
    private static final List<String> CURRENCIES = List.of("EUR", "USD", "SEK", "PLN", "CHF");
    private static final Duration VALID = Duration.ofDays(2);
    private static final String PASSWORD = "changeit";

    private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    private static final String WSSE = OASIS + "wssecurity-secext-1.0.xsd";
    private static final String WSU = OASIS + "wssecurity-utility-1.0.xsd";
    private static final String X509 = OASIS + "x509-token-profile-1.0#X509v3";
    private static final String BLOCK = "<wsse:Security xmlns:wsse=\"" + WSSE + "\" soapenv:mustUnderstand=\"1\">"
            + "<wsse:BinarySecurityToken EncodingType=\"" + OASIS + "soap-message-security-1.0#Base64Binary\" ValueType=\""
            + X509 + "\" wsu:Id=\"token\">%s</wsse:BinarySecurityToken><wsu:Timestamp wsu:Id=\"timestamp\">"
            + "<wsu:Created>%s</wsu:Created><wsu:Expires>%s</wsu:Expires></wsu:Timestamp>"
            + "<wsse:SecurityTokenReference><wsse:Reference URI=\"#token\" ValueType=\"" + X509
            + "\"/></wsse:SecurityTokenReference></wsse:Security>";

    private record Signer(PrivateKey key, X509Certificate certificate) {
        /** A new one, with a certificate that it has signed itself. */
        static Signer make(Path folder) throws Exception {
            Path file = folder.resolve("signer.p12");
            Files.deleteIfExists(file);
            List<String> command = new ArrayList<>(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
            command.addAll(List.of("-alias", "signer", "-dname", "CN=busbench signer", "-validity", "30"));
            command.addAll(List.of("-keyalg", "RSA", "-keysize", "2048", "-sigalg", "SHA256withRSA"));
            command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD));
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IOException("keytool made no key");
            }
            KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
            Files.delete(file);
            return new Signer(
                    (PrivateKey) store.getKey("signer", PASSWORD.toCharArray()),
                    (X509Certificate) store.getCertificate("signer"));
        }
    }

    private Sign() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path templates = args.length > 1 ? Path.of(args[1]) : folder.getParent();
        Signer known = Signer.make(folder);
        Signer unknown = Signer.make(folder);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("signer", known.certificate);
        try (OutputStream out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        StringBuilder rows = new StringBuilder("kind,id,amount,currency");
        SIZES.forEach(size -> rows.append(",security").append(size));
        rows.append(",nonce,route\n");
        Random random = new Random(20261127);
        for (int row = 0; row < ROWS; row++) {
            String kind = row % ONE_IN == 1 ? WRONG.get(row / ONE_IN % WRONG.size()) : RIGHT;
            String id = HexFormat.of().toHexDigits(random.nextLong());
            String amount = (100_000 + random.nextInt(900_000)) + ".00";
            String currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
            boolean altered = kind.equals("altered-body") || kind.equals("wrapped-body");
            rows.append(kind).append(',').append(altered ? other(id) : id);
            rows.append(',').append(amount).append(',').append(currency);
            for (String size : SIZES) {
                String message = Files.readString(templates.resolve("transfer-" + size + ".xml"))
                        .replace("${id}", id)
                        .replace("${amount}", amount)
                        .replace("${currency}", currency);
                rows.append(',').append(block(message, size, kind, kind.equals("unknown-signer") ? unknown : known));
            }
            rows.append(',').append(HexFormat.of().toHexDigits(random.nextLong()));
            rows.append(',').append(kind.equals(RIGHT) ? "backend-A" : "refused").append('\n');
        }
        Path made = Files.writeString(folder.resolve("rows.new"), rows);
        Files.move(made, folder.resolve("rows.csv"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Another text of the same length. */
    private static String other(String text) {
        return (text.charAt(0) == 'a' ? 'b' : 'a') + text.substring(1);
    }

    /** The header block for a message, as the field of a row. */
    private static String block(String message, String size, String kind, Signer signer) throws Exception {
        Instant created = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(60);
        created = kind.equals("expired") ? created.minus(VALID).minus(VALID) : created;
        String certificate = Base64.getEncoder().encodeToString(signer.certificate.getEncoded());
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        // In a section of character data a comma cannot be written as a reference.
        factory.setCoalescing(true);
        Document document = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(message.replace(
                        "${security" + size + "}", BLOCK.formatted(certificate, created, created.plus(VALID))))));
        Element security = (Element) document.getElementsByTagNameNS(WSSE, "Security").item(0);
        Element token = (Element) security.removeChild(security.getLastChild());
        sign(security, token, signer, kind.equals("unsigned-body") ? List.of("timestamp") : List.of("timestamp", "body"));
        Element value = (Element)
                security.getElementsByTagNameNS(XMLSignature.XMLNS, "SignatureValue").item(0);
        String bytes = value.getTextContent().replaceAll("\\s", "");
        value.setTextContent(kind.equals("altered-signature") ? other(bytes) : bytes);
        // XML signature wrapping (McIntosh and Austel, 2005): what was signed is there, and not where it is read.
        return kind.equals("wrapped-body")
                ? field(security) + "<w:Wrapped xmlns:w=\"urn:busbench:wrapped\">"
                        + field((Element) document.getDocumentElement().getLastChild()) + "</w:Wrapped>"
                : field(security);
    }

    private static void sign(Element security, Element token, Signer signer, List<String> ids) throws Exception {
        NodeList all = security.getOwnerDocument().getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            if (element.hasAttributeNS(WSU, "Id")) {
                element.setIdAttributeNS(WSU, "Id", true);
            }
        }
        XMLSignatureFactory xml = XMLSignatureFactory.getInstance("DOM");
        Transform exclusive = xml.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null);
        List<Reference> references = new ArrayList<>();
        for (String id : ids) {
            DigestMethod sha256 = xml.newDigestMethod(DigestMethod.SHA256, null);
            references.add(xml.newReference("#" + id, sha256, List.of(exclusive), null, null));
        }
        SignedInfo info = xml.newSignedInfo(
                xml.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
                xml.newSignatureMethod(SignatureMethod.RSA_SHA256, null),
                references);
        DOMSignContext context = new DOMSignContext(signer.key, security);
        context.setDefaultNamespacePrefix("ds");
        xml.newXMLSignature(info, xml.getKeyInfoFactory().newKeyInfo(List.of(new DOMStructure(token))))
                .sign(context);
    }

    private static String field(Element element) throws TransformerException {
        Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
        copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter text = new StringWriter();
        copy.transform(new DOMSource(element), new StreamResult(text));
        return text.toString().replace(",", "&#44;").replace("\r", "&#13;").replace("\n", "&#10;");
    }
}
