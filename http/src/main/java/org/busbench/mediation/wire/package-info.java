/**
 * The network as a server sees it: loops, connections, bytes that arrive in memory which the receiver owns, slices to send, deadlines. Nothing here or
 * above names a channel or a selector; {@code wire.nio} serves these interfaces with them, another {@link
 * org.busbench.mediation.wire.TransportProvider} without.
 */
package org.busbench.mediation.wire;
