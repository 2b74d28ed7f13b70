/**
 * Heads of HTTP/1 messages: read strictly as their bytes arrive, remembered when they repeat, and written for the next hop with other fields and
 * with the framing that was understood.
 */
package org.busbench.mediation.http.head;
