package org.busbench.common.client;

import org.busbench.common.ErrorClass;

/** A fault of a request's response, or of its connection. */
public record Fault(ErrorClass error, String message) {}
