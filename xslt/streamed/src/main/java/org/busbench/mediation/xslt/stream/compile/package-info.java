/**
 * Compiles stylesheets into {@link org.busbench.mediation.xslt.stream.Program}s. It accepts only the subset that a program may hold; everything else makes a
 * stylesheet {@link org.busbench.mediation.xslt.stream.compile.NotStreamable}.
 */
package org.busbench.mediation.xslt.stream.compile;
