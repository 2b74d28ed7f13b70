/**
 * XSLT without a tree: stylesheets of a subset that {@link org.busbench.mediation.xslt.stream.Program} defines become programs that run while the tokenizer
 * reads; only the part of the source that a template looks into is kept, as ranges of the message's own bytes. What such a program meets and does not know
 * it leaves to the tree, which then does the whole message and words all errors: what is made here is to the byte what Saxon makes.
 */
package org.busbench.mediation.xslt.stream;
