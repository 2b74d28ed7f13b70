package org.busbench.sampler.message;

import org.busbench.common.ErrorClass;

/** What is wrong with an answer. */
public record Fault(ErrorClass error, String message) {}
