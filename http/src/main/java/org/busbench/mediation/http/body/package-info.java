/** Bodies of HTTP/1 messages: where they end, where their content stands within the chunks, and how an upstream's framing changes for a client. */
package org.busbench.mediation.http.body;
