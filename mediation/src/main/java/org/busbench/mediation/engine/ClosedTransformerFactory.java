package org.busbench.mediation.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import javax.xml.XMLConstants;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.TransformerFactoryImpl;
import net.sf.saxon.event.ProxyReceiver;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.ParseOptions;
import net.sf.saxon.lib.StandardErrorListener;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamePool.NamePoolLimitException;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.SchemaType;
import org.busbench.mediation.xslt.NameCollisions;

/**
 * Saxon, closed to the outside: a stylesheet can neither read files or URLs ({@code document()}, {@code unparsed-text()}) nor call Java, and
 * cannot write result documents. Its pool forgets no name of a message, so a stylesheet is compiled anew for another pool when messages have brought
 * 50,000. Synapse makes a factory for each mediator, from the system property {@code javax.xml.transform.TransformerFactory}; Saxon is loaded when one is
 * asked to do something.
 */
public final class ClosedTransformerFactory extends TransformerFactory {

    private final Map<String, Boolean> features = new LinkedHashMap<>();
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    private ClosedSaxon saxon;

    /** Called by JAXP. */
    public ClosedTransformerFactory() {}

    private synchronized ClosedSaxon saxon() {
        if (saxon == null) {
            saxon = new ClosedSaxon();
        }
        return saxon;
    }

    /** Another Saxon with the same settings and no names. */
    private synchronized ClosedSaxon fresh() throws TransformerConfigurationException {
        ClosedSaxon fresh = new ClosedSaxon();
        for (Map.Entry<String, Boolean> feature : features.entrySet()) {
            fresh.setFeature(feature.getKey(), feature.getValue());
        }
        attributes.forEach(fresh::setAttribute);
        fresh.setURIResolver(saxon.getURIResolver());
        fresh.setErrorListener(saxon.getErrorListener());
        return fresh;
    }

    /** Compiles a stylesheet. Only one that is read from a stream, as Synapse's are, is compiled anew later. */
    @Override
    public synchronized Templates newTemplates(Source source) throws TransformerConfigurationException {
        if (!(source instanceof StreamSource stream) || stream.getInputStream() == null) {
            return saxon().newTemplates(source);
        }
        try {
            byte[] stylesheet = stream.getInputStream().readAllBytes();
            return new RenewedTemplates(this, stylesheet, source.getSystemId());
        } catch (IOException e) {
            throw new TransformerConfigurationException("a stylesheet cannot be read: " + e.getMessage(), e);
        } finally {
            // Synapse's holds the message for which the stylesheet was compiled, with all of its tree.
            saxon().setErrorListener(new StandardErrorListener());
        }
    }

    @Override
    public synchronized void setFeature(String name, boolean value) throws TransformerConfigurationException {
        saxon().setFeature(name, value);
        features.put(name, value);
    }

    @Override
    public boolean getFeature(String name) {
        return saxon().getFeature(name);
    }

    @Override
    public synchronized void setAttribute(String name, Object value) {
        saxon().setAttribute(name, value);
        attributes.put(name, value);
    }

    @Override
    public Object getAttribute(String name) {
        return saxon().getAttribute(name);
    }

    @Override
    public void setURIResolver(URIResolver to) {
        saxon().setURIResolver(to);
    }

    @Override
    public URIResolver getURIResolver() {
        return saxon().getURIResolver();
    }

    @Override
    public void setErrorListener(ErrorListener to) {
        saxon().setErrorListener(to);
    }

    @Override
    public ErrorListener getErrorListener() {
        return saxon().getErrorListener();
    }

    @Override
    public Transformer newTransformer() throws TransformerConfigurationException {
        return saxon().newTransformer();
    }

    @Override
    public Transformer newTransformer(Source source) throws TransformerConfigurationException {
        return saxon().newTransformer(source);
    }

    @Override
    public Source getAssociatedStylesheet(Source source, String media, String title, String charset)
            throws TransformerConfigurationException {
        return saxon().getAssociatedStylesheet(source, media, title, charset);
    }

    /** A Saxon with a pool of its own. */
    private static final class ClosedSaxon extends TransformerFactoryImpl {
        final NameCollisions collisions = new NameCollisions();
        private final ParseOptions plain;

        ClosedSaxon() {
            try {
                setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            } catch (TransformerConfigurationException e) {
                throw new IllegalStateException("this Saxon does not know secure processing", e);
            }
            getConfiguration().setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
            plain = getConfiguration().getParseOptions();
            forgetMessages();
        }

        /** The options remember ten error listeners, and Synapse's hold a message each, with all of its tree. */
        void forgetMessages() {
            getConfiguration().setParseOptions(plain.withFilter(next -> new NewNames(next, collisions)));
        }
    }

    /** Counts the names of a message that the pool does not know. For one message. */
    private static final class NewNames extends ProxyReceiver {
        private final NameCollisions collisions;

        NewNames(Receiver next, NameCollisions collisions) {
            super(next);
            this.collisions = collisions;
        }

        @Override
        public void startElement(
                NodeName name,
                SchemaType type,
                AttributeMap attributes,
                NamespaceMap namespaces,
                Location location,
                int properties)
                throws XPathException {
            count(name);
            for (AttributeInfo attribute : attributes) {
                count(attribute.getNodeName());
            }
            nextReceiver.startElement(name, type, attributes, namespaces, location, properties);
        }

        private void count(NodeName name) throws XPathException {
            if (getNamePool().getFingerprint(name.getNamespaceUri(), name.getLocalPart()) < 0) {
                collisions.add(name.getNamespaceUri(), name.getLocalPart());
            }
        }
    }

    /** A stylesheet that is compiled anew, on the thread of a message, when the names are too many. For any thread. */
    private static final class RenewedTemplates implements Templates {
        private static final int MOST_NAMES = 50_000;
        /** Asking for the number of names adds one. So many messages bring fewer than the pool takes beside those. */
        private static final int MESSAGES_PER_PROBE = 16;

        private final byte[] stylesheet;
        private final String systemId;
        private final ClosedTransformerFactory factory;
        private ClosedSaxon saxon;
        private Templates compiled;
        private int names;
        private int probes;
        private int messages;

        RenewedTemplates(ClosedTransformerFactory factory, byte[] stylesheet, String systemId)
                throws TransformerConfigurationException {
            this.factory = factory;
            this.stylesheet = stylesheet;
            this.systemId = systemId;
            use(factory.saxon());
        }

        private void use(ClosedSaxon next) throws TransformerConfigurationException {
            compiled = next.newTemplates(new StreamSource(new ByteArrayInputStream(stylesheet), systemId));
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
            if (saxon.collisions.refused() || (messages % MESSAGES_PER_PROBE == 0 && isSpent())) {
                use(factory.fresh());
            }
            saxon.forgetMessages();
            return compiled.newTransformer();
        }

        @Override
        public synchronized Properties getOutputProperties() {
            return compiled.getOutputProperties();
        }
    }
}
