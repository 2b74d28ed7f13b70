package org.busbench.injector;

import java.io.IOException;
import java.util.Properties;
import org.apache.jmeter.protocol.http.control.Header;
import org.apache.jmeter.protocol.http.control.HeaderManager;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jmeter.util.SSLManager;
import org.apache.jorphan.collections.HashTree;
import org.busbench.common.http.Access;
import org.busbench.common.tls.StorePassword;
import org.busbench.common.tls.TlsTerms.Store;

/**
 * Lets any plan ask a server as that wants to be asked: with header fields around all samplers, and with a client's
 * certificate. JMeter's own HTTP sampler trusts every server; the NIO sampler reads the properties itself. Secrets are
 * read here, and stand in no plan and in no property.
 */
final class TargetAccess {
    private static final String KEYSTORE = "javax.net.ssl.keyStore";
    private static final String PASSWORD = "javax.net.ssl.keyStorePassword";

    private TargetAccess() {}

    /**
     * Prepares a plan by the properties of its run.
     *
     * @throws IOException when a secret is not where the properties say
     */
    static void prepare(HashTree plan) throws IOException {
        Access access = Access.of(JMeterUtils::getProperty);
        if (!access.fields().isEmpty()) {
            HeaderManager headers = new HeaderManager();
            headers.setName("header fields of the target");
            for (Access.Field field : access.fields()) {
                headers.add(new Header(field.name(), field.value()));
            }
            plan.add(plan.getArray()[0], headers);
        }
        identity(access.tls().identity());
    }

    /** Sets the identity; settings of an earlier run are forgotten. */
    private static void identity(Store store) throws IOException {
        Properties system = System.getProperties();
        if (store == null && !system.containsKey(KEYSTORE)) {
            return;
        }
        system.remove(KEYSTORE);
        system.remove(PASSWORD);
        if (store != null) {
            system.setProperty(KEYSTORE, store.file().toString());
            system.setProperty(PASSWORD, StorePassword.of(store));
        }
        SSLManager.reset();
    }
}
