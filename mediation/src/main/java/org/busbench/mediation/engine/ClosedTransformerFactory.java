package org.busbench.mediation.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.TransformerFactoryImpl;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamePool.NamePoolLimitException;
import net.sf.saxon.om.NamespaceUri;

/**
 * Saxon, closed to the outside: a stylesheet can neither read files or URLs ({@code document()}, {@code unparsed-text()}) nor call Java, and
 * cannot write result documents. Its pool forgets no name of a message, so a stylesheet is compiled anew for another pool when messages have brought
 * 50,000. Synapse makes it from the system property {@code javax.xml.transform.TransformerFactory}.
 */
public final class ClosedTransformerFactory extends TransformerFactoryImpl {

    private final Map<String, Boolean> features = new LinkedHashMap<>();
    private final Map<String, Object> attributes = new LinkedHashMap<>();

    /** Called by JAXP. */
    public ClosedTransformerFactory() {
        try {
            setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        } catch (TransformerConfigurationException e) {
            throw new IllegalStateException("this Saxon does not know secure processing", e);
        }
        getConfiguration().setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
    }

    @Override
    public void setFeature(String name, boolean value) throws TransformerConfigurationException {
        super.setFeature(name, value);
        features.put(name, value);
    }

    @Override
    public void setAttribute(String name, Object value) {
        super.setAttribute(name, value);
        attributes.put(name, value);
    }

    /** Compiles a stylesheet. Only one that is read from a stream, as Synapse's are, is compiled anew later. */
    @Override
    public synchronized Templates newTemplates(Source source) throws TransformerConfigurationException {
        if (!(source instanceof StreamSource stream) || stream.getInputStream() == null) {
            return super.newTemplates(source);
        }
        try {
            byte[] stylesheet = stream.getInputStream().readAllBytes();
            return new RenewedTemplates(this, stylesheet, source.getSystemId());
        } catch (IOException e) {
            throw new TransformerConfigurationException("a stylesheet cannot be read: " + e.getMessage(), e);
        }
    }

    private Templates compile(byte[] stylesheet, String systemId) throws TransformerConfigurationException {
        return super.newTemplates(new StreamSource(new ByteArrayInputStream(stylesheet), systemId));
    }

    /** Another Saxon with the same settings and no names. */
    private ClosedTransformerFactory fresh() throws TransformerConfigurationException {
        ClosedTransformerFactory fresh = new ClosedTransformerFactory();
        for (Map.Entry<String, Boolean> feature : features.entrySet()) {
            fresh.setFeature(feature.getKey(), feature.getValue());
        }
        attributes.forEach(fresh::setAttribute);
        fresh.setURIResolver(getURIResolver());
        fresh.setErrorListener(getErrorListener());
        return fresh;
    }

    /** A stylesheet that is compiled anew, on the thread of a message, when the names are too many. For any thread. */
    private static final class RenewedTemplates implements Templates {
        private static final int MOST_NAMES = 50_000;
        /** Asking for the number of names adds one. So many messages bring fewer than the pool takes beside those. */
        private static final int MESSAGES_PER_PROBE = 16;

        private final byte[] stylesheet;
        private final String systemId;
        private ClosedTransformerFactory saxon;
        private Templates compiled;
        private int names;
        private int probes;
        private int messages;

        RenewedTemplates(ClosedTransformerFactory first, byte[] stylesheet, String systemId)
                throws TransformerConfigurationException {
            this.stylesheet = stylesheet;
            this.systemId = systemId;
            use(first);
        }

        private void use(ClosedTransformerFactory next) throws TransformerConfigurationException {
            compiled = next.compile(stylesheet, systemId);
            saxon = next;
            names = number();
        }

        /** The number of the next name: names are numbered as they come. */
        private int number() {
            NamePool pool = saxon.getConfiguration().getNamePool();
            probes++;
            return pool.allocateFingerprint(NamespaceUri.NULL, "probe " + probes);
        }

        private boolean isSpent() {
            try {
                return number() - names >= MOST_NAMES;
            } catch (NamePoolLimitException e) {
                return true;
            }
        }

        @Override
        public synchronized Transformer newTransformer() throws TransformerConfigurationException {
            messages++;
            if (messages % MESSAGES_PER_PROBE == 0 && isSpent()) {
                use(saxon.fresh());
            }
            return compiled.newTransformer();
        }

        @Override
        public synchronized Properties getOutputProperties() {
            return compiled.getOutputProperties();
        }
    }
}
