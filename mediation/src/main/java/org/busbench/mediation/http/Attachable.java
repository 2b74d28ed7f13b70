package org.busbench.mediation.http;

/** Something with which a handler may keep something of its own. On the loop's thread. */
abstract class Attachable {
    private Object attachment;

    /** For an exchange. */
    Attachable() {}

    /** {@return what the handler keeps with it, or null} */
    public final Object attachment() {
        return attachment;
    }

    /** Keeps something with it, in the place of what was kept before. */
    public final void attach(Object something) {
        attachment = something;
    }
}
