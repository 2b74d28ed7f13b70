package org.busbench.harness.adapter;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.common.tls.TlsTerms;

/**
 * How clients reach an adapter.
 *
 * @param running whether it runs already, and is neither started nor stopped here
 * @param access terms of TLS, and header fields that it wants
 * @param wsdl the address that its published WSDL must name; empty for the URL at which it is asked
 */
public record Reach(boolean running, Access access, Optional<URI> wsdl) {
    /** An adapter that is started here and needs no credentials. */
    public static final Reach STARTED_HERE = new Reach(false, Access.USUAL, Optional.empty());

    /** This reach, over TLS by a certificate of one authority, where it has no terms of its own. */
    public Reach trusting(Path authority) {
        TlsTerms terms = new TlsTerms(new TlsTerms.Store(authority, null), null, false);
        return running ? this : new Reach(false, new Access(terms, List.of()), wsdl);
    }

    public Reach publishing(Optional<URI> address) {
        return new Reach(running, access, address);
    }
}
