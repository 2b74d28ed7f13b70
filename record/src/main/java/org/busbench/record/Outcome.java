package org.busbench.record;

/** How a trial ended. */
public enum Outcome implements Keyed {
    MEASURED,
    /** The job was not done right, or with too many errors: there is no figure. */
    NOT_SERVED,
    /** The trial itself broke off: there is no figure. */
    FAILED;
}
