package org.busbench.mediation.http;

/** Who makes an answer while it is sent. On the loop's thread; must not block. */
public interface AnswerSource {

    /** The client takes no more for now. */
    void pause();

    /** The client takes more again. */
    void resume();

    /** The client has gone; nobody takes anything any more. */
    void gone();
}
