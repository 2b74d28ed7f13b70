package org.busbench.mediation.compile;

import javax.xml.namespace.QName;

/** What a client is told when something fails. */
public sealed interface Fault {

    /**
     * Depends on what failed: {@code $ctx:ERROR_CODE} and {@code $ctx:ERROR_MESSAGE} say it.
     *
     * @param choice by the variables alone
     */
    record Choose(Choice<Fault> choice) implements Fault {}

    /**
     * A SOAP 1.1 fault.
     *
     * @param status of the answer
     * @param code with its prefix
     * @param reason for people
     */
    record Answer(int status, QName code, String reason) implements Fault {}
}
