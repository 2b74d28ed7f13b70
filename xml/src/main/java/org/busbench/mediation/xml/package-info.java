/**
 * UTF-8 XML 1.0 with namespaces, read from bytes that arrive in pieces. {@link org.busbench.mediation.xml.Tokenizer} reads most messages; what it rejects
 * goes to {@link org.busbench.mediation.xml.ConformingParser}, which decides and words the error.
 */
package org.busbench.mediation.xml;
