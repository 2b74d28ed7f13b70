package org.busbench.mediation.xml;

/** The token that {@link Tokenizer#next} found. */
public enum Token {
    /** An element begins: {@link Tokenizer#tag}. An empty element tag is a START and an END. */
    START,
    /** The element that began last and has not ended yet ends. */
    END,
    /** A piece of character data, as it stands in the bytes: {@link Tokenizer#from} to {@link Tokenizer#to}. A text may come in several pieces. */
    TEXT,
    /** One character of character data that is written in another way (a reference, a line end): {@link Tokenizer#codePoint}. */
    CHARACTER,
    /** A comment has ended; it separates two texts. */
    COMMENT,
    /** A processing instruction has ended; it separates two texts. */
    INSTRUCTION,
    /** The document is complete and was well-formed. */
    END_DOCUMENT,
    /** The bytes end before the next token does: call {@link Tokenizer#grow} or {@link Tokenizer#complete}, then ask again. */
    NEED_MORE,
    /** MalformedXmlException, or not supported by this tokenizer: {@link Tokenizer#reason}. Only {@link ConformingParser} knows which. Final. */
    REJECTED
}
