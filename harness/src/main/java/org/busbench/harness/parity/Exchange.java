package org.busbench.harness.parity;

import org.busbench.common.http.HttpMessage;

/**
 * One message and its answer on both sides of a mediator.
 *
 * @param sent by the client
 * @param received by the backend
 * @param given by the backend
 * @param got by the client
 */
record Exchange(HttpMessage sent, HttpMessage received, HttpMessage given, HttpMessage got) {}
