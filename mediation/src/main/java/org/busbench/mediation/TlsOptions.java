package org.busbench.mediation;

import java.nio.file.Path;
import org.busbench.mediation.config.Axis2File;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.config.TlsSettings;
import org.busbench.mediation.config.TlsSettings.Store;
import picocli.CommandLine.Option;

/** What a user says of HTTPS: by options, or by pointing at Synapse's own {@code axis2.xml}; options come first. */
final class TlsOptions {

    @Option(
            names = "--tls-listen",
            paramLabel = "HOST:PORT",
            description = "where to listen for HTTPS; off unless given here or in the axis2.xml")
    private String listen;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "key and certificates shown to clients: PKCS #12, JKS, or PEM with a PKCS #8 key")
    private Path key;

    @Option(
            names = "--tls-password-file",
            paramLabel = "FILE",
            description = "its first line is the password of --tls-key, a second one that of the key in it;"
                    + " without it $BUSBENCH_TLS_PASSWORD is taken")
    private Path passwordFile;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description = "certificates that backends may have, or their issuers: PKCS #12, JKS or PEM;"
                    + " without it those that the JDK trusts")
    private Path trust;

    @Option(
            names = "--tls-trust-password-file",
            paramLabel = "FILE",
            description =
                    "its first line is the password of --tls-trust; without it $BUSBENCH_TLS_TRUST_PASSWORD is taken")
    private Path trustPasswordFile;

    @Option(
            names = "--axis2",
            paramLabel = "FILE",
            description =
                    "an axis2.xml of Synapse: addresses, key and trust stores of its http and https transports are"
                            + " taken from there")
    private Path axis2;

    /** Settings of options and file together. */
    TlsSettings settings(SynapseHome home) throws BadConfigException {
        TlsSettings base = axis2 == null ? TlsSettings.NONE : new Axis2File(axis2, home.folder()).tls();
        return new TlsSettings(
                listen == null ? base.listen() : ListenAddress.parse(listen),
                key == null ? base.own() : Store.of(key, passwordFile, "BUSBENCH_TLS_PASSWORD"),
                base.clients(),
                base.clientsNeedCertificates(),
                base.shown(),
                trust == null ? base.backends() : Store.of(trust, trustPasswordFile, "BUSBENCH_TLS_TRUST_PASSWORD"));
    }

    /** Where clients reach the mediator by plain HTTP: as is said in words, else in the file, else as usual. */
    ListenAddress plain(String said, String usual, SynapseHome home) throws BadConfigException {
        if (said != null) {
            return ListenAddress.parse(said);
        }
        ListenAddress there = axis2 == null ? null : new Axis2File(axis2, home.folder()).http();
        return there == null ? ListenAddress.parse(usual) : there;
    }
}
