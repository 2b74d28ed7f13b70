/**
 * XSLT without a tree. A {@link org.busbench.mediation.xslt.stream.Program} is a tree of instructions that runs while the tokenizer reads. Only the part of
 * the source that a template looks into is kept, as ranges of the message's own bytes. What the {@link org.busbench.mediation.xslt.stream.Transducer} does not
 * know it leaves to Saxon, which then transforms the whole message and words all errors. The result is to the byte what Saxon makes.
 */
package org.busbench.mediation.xslt.stream;
