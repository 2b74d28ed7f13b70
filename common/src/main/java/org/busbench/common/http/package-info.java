/**
 * HTTP/1.1 as the tools that test speak it (RFC 9112): one codec for injector, probe, verification and audit. It is apart
 * from the mediator's own on purpose: what tests the mediator must not share its faults.
 */
package org.busbench.common.http;
