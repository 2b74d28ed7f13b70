/**
 * The network as the mediator sees it: loops, connections, bytes that arrive in memory which the receiver owns, slices to send, deadlines.
 * Nothing here or above names a channel or a selector; {@code wire.nio} serves these interfaces with one, {@code wire.uring} without.
 */
package org.busbench.mediation.wire;
