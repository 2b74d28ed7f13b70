package org.busbench.mediation.xslt.stream;

/** How characters are written. */
enum Escape {
    /** As content of elements. */
    TEXT,
    /** Within the quotes of an attribute. */
    ATTRIBUTE,
    /** As they are, to be compared. */
    NONE
}
