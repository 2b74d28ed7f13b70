package org.busbench.mediation.xslt;

/** What {@code xsl:import} and {@code xsl:include} may name; there is nothing else that a stylesheet can reach. */
@FunctionalInterface
public interface Resources {

    /** Nothing at all. */
    Resources NONE = href -> null;

    /**
     * Finds a stylesheet that another one imports or includes.
     *
     * @param href as it is written there
     * @return its bytes, or null when the configuration does not name it
     */
    byte[] find(String href);
}
