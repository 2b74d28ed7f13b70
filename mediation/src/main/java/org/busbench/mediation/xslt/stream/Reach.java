package org.busbench.mediation.xslt.stream;

/** How much of an element an instruction looks at: how much of it must have been read. */
enum Reach {
    /** Its start tag. */
    TAG,
    /** All its children, once, one after the other, as they come. */
    STREAM,
    /** Whatever is inside of it, in any order. */
    ALL;

    /** Of two that are done one after the other. */
    Reach then(Reach other) {
        if (this == TAG) {
            return other;
        }
        return other == TAG ? this : ALL;
    }
}
