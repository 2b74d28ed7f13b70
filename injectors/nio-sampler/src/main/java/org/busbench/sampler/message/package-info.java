/** What is sent, row by row, and what must come back. Knows no sockets. */
package org.busbench.sampler.message;
