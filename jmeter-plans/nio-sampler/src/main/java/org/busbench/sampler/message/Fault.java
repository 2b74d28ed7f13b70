package org.busbench.sampler.message;

import org.busbench.common.ErrorClass;

/**
 * What is wrong with an answer.
 *
 * @param error its class
 * @param message for people, with the offending value; one line
 */
public record Fault(ErrorClass error, String message) {}
