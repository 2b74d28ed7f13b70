package org.busbench.sampler.message;

import org.busbench.common.ErrorClass;

/** A fault of an answer. */
public record Fault(ErrorClass error, String message) {}
