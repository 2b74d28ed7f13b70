package org.busbench.mediation.compile;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.util.PolicyInfo;
import org.busbench.mediation.fastlane.SignatureCheck;

/**
 * Compiles {@code enableSec} with one policy for requests: an asymmetric binding whose initiator sends an X.509 token and signs body and timestamp. Every
 * assertion must be known, for an unknown one might ask for more.
 */
final class SecurityCompiler {
    private static final Log LOG = LogFactory.getLog(SecurityCompiler.class);

    private static final Set<String> NAMESPACES = Set.of(
            "http://schemas.xmlsoap.org/ws/2004/09/policy",
            "http://www.w3.org/ns/ws-policy",
            "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
            "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
            "http://ws.apache.org/rampart/policy");

    private static final List<String> DEMANDED = words(
            "AsymmetricBinding InitiatorToken IncludeTimestamp SignedParts Body RampartConfig signatureCrypto crypto");

    private static final List<String> SUITES = words("Basic256Sha256 Basic192Sha256 Basic128Sha256 TripleDesSha256"
            + " Basic256Sha256Rsa15 Basic192Sha256Rsa15 Basic128Sha256Rsa15 TripleDesSha256Rsa15");

    /** What asks for nothing beside the others. */
    private static final List<String> PLAIN = words("Policy ExactlyOne All RecipientToken X509Token WssX509V3Token10"
            + " WssX509V3Token11 AlgorithmSuite Layout Lax Strict OnlySignEntireHeadersAndBody Wss10 Wss11"
            + " MustSupportRefKeyIdentifier MustSupportRefIssuerSerial MustSupportRefEmbeddedToken user property"
            + " MustSupportRefThumbprint MustSupportRefExternalURI timestampTTL timestampMaxSkew");

    /** Rampart's own, in seconds. */
    private static final String USUAL_SECONDS = "300";

    private SecurityCompiler() {}

    private static List<String> words(String all) {
        return List.of(all.split(" "));
    }

    /** The check of the proxy's requests. */
    static SignatureCheck of(ProxyService proxy, SynapseConfiguration configuration) throws NotCompilable {
        List<PolicyInfo> policies = proxy.getPolicies();
        if (policies.size() != 1
                || policies.get(0).isOperationPolicy()
                || policies.get(0).getType() != PolicyInfo.MESSAGE_TYPE_IN) {
            throw new NotCompilable("WS-Security without one policy of the type 'in'");
        }
        String key = policies.get(0).getPolicyKey();
        if (!(configuration.getEntry(key) instanceof OMElement policy)) {
            throw new NotCompilable("the policy '" + key + "' is no XML of the configuration");
        }
        Map<String, OMElement> found = new HashMap<>();
        collect(policy, key, found);
        List<String> missing = new ArrayList<>(DEMANDED);
        missing.removeAll(found.keySet());
        if (!missing.isEmpty() || Collections.disjoint(found.keySet(), SUITES)) {
            throw new NotCompilable("the policy '" + key + "' has no "
                    + (missing.isEmpty() ? "suite of algorithms with SHA-256" : missing.get(0)));
        }
        try {
            return new SignatureCheck(
                    trusted(found.get("crypto"), key),
                    seconds(found.get("timestampTTL")),
                    seconds(found.get("timestampMaxSkew")));
        } catch (GeneralSecurityException | IOException | NumberFormatException e) {
            throw new NotCompilable("the policy '" + key + "': " + e.getMessage());
        }
    }

    private static void collect(OMElement assertion, String key, Map<String, OMElement> found) throws NotCompilable {
        String name = assertion.getLocalName();
        boolean known = NAMESPACES.contains(String.valueOf(assertion.getNamespaceURI()))
                && (DEMANDED.contains(name) || SUITES.contains(name) || PLAIN.contains(name));
        if (!known || (name.equals("All") && found.containsKey(name))) {
            throw new NotCompilable("the policy '" + key + "' asks for " + (known ? "one of two things" : name));
        }
        if (name.equals("X509Token") && !found.containsKey("RecipientToken") && !isAlwaysSent(assertion)) {
            throw new NotCompilable("the policy '" + key + "' has a token that is not AlwaysToRecipient");
        }
        found.putIfAbsent(name, assertion);
        Iterator<?> children = assertion.getChildElements();
        while (children.hasNext()) {
            collect((OMElement) children.next(), key, found);
        }
    }

    private static boolean isAlwaysSent(OMElement token) {
        String when = token.getAttributeValue(new QName(token.getNamespaceURI(), "IncludeToken"));
        return when != null && when.endsWith("/AlwaysToRecipient");
    }

    private static Duration seconds(OMElement given) {
        return Duration.ofSeconds(
                Long.parseLong(given == null ? USUAL_SECONDS : given.getText().strip()));
    }

    /** The certificates of Merlin's key store. */
    private static List<X509Certificate> trusted(OMElement crypto, String key)
            throws GeneralSecurityException, IOException, NotCompilable {
        Map<String, String> properties = new HashMap<>();
        Iterator<?> children = crypto.getChildElements();
        while (children.hasNext()) {
            OMElement property = (OMElement) children.next();
            String name = property.getAttributeValue(new QName("name"));
            properties.put(
                    name.substring(name.lastIndexOf('.') + 1),
                    property.getText().strip());
        }
        if (!properties.keySet().containsAll(Set.of("file", "password"))) {
            throw new NotCompilable("the policy '" + key + "' names no key store with a password");
        }
        File file = new File(properties.get("file"));
        if (!file.exists()) {
            // As with Rampart, the proxy is there and refuses all messages.
            LOG.warn(
                    "there is no key store '" + file + "', which the policy '" + key + "' names: no signer is trusted");
            return List.of();
        }
        KeyStore store = KeyStore.getInstance(file, properties.get("password").toCharArray());
        List<X509Certificate> certificates = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                certificates.add(certificate);
            }
        }
        return certificates;
    }
}
