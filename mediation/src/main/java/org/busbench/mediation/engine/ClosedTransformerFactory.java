package org.busbench.mediation.engine;

import javax.xml.XMLConstants;
import javax.xml.transform.TransformerConfigurationException;
import net.sf.saxon.TransformerFactoryImpl;
import net.sf.saxon.lib.Feature;

/**
 * Saxon, closed to the outside: a stylesheet can neither read files or URLs ({@code document()}, {@code unparsed-text()}) nor call Java, and
 * cannot write result documents. Synapse makes it from the system property {@code javax.xml.transform.TransformerFactory}.
 */
public final class ClosedTransformerFactory extends TransformerFactoryImpl {

    /** Called by JAXP. */
    public ClosedTransformerFactory() {
        try {
            setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        } catch (TransformerConfigurationException e) {
            throw new IllegalStateException("this Saxon does not know secure processing", e);
        }
        getConfiguration().setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
    }
}
