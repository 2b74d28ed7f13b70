package org.busbench.mediation;

import java.io.IOException;
import java.time.Duration;
import org.busbench.mediation.config.TlsSettings;
import org.busbench.mediation.config.TlsSettings.Store;
import org.busbench.mediation.wire.tls.Keys;
import org.busbench.mediation.wire.tls.TlsContext;

/** Reads the files of keys and certificates that settings name. One for each configuration, so that a renewed certificate needs no restart. */
final class Securities {
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

    private final TlsSettings settings;
    private TlsContext backends;

    /** What is named is read now; what the JDK trusts only when it is needed, since that takes a tenth of a second. */
    Securities(TlsSettings settings) {
        this.settings = settings;
        if (settings.shown() != null || settings.backends() != null) {
            backends();
        }
    }

    /** For clients that come by HTTPS. */
    TlsContext clients() {
        return security(settings.own(), settings.clients(), settings.clientsNeedCertificates());
    }

    /** For backends that are reached by HTTPS; for any thread. */
    synchronized TlsContext backends() {
        if (backends == null) {
            backends = security(settings.shown(), settings.backends(), false);
        }
        return backends;
    }

    private static TlsContext security(Store own, Store trusted, boolean needed) {
        try {
            return new TlsContext(Keys.context(keys(own), keys(trusted)), needed, HANDSHAKE_TIMEOUT);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Keys keys(Store store) {
        return store == null ? null : new Keys(store.file(), store.password(), store.keyPassword());
    }
}
