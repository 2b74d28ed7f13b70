/** Bodies of HTTP/1 messages: where they end, and where their content stands within the chunks. */
package org.busbench.mediation.http.body;
