/**
 * Memory that bytes arrive in and leave from: pooled, bounded, counted by references, owned until released. Everything here belongs to one
 * event loop and is touched by its thread alone.
 */
package org.busbench.mediation.buffer;
