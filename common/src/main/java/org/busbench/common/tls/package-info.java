/** TLS as a client speaks it: one place that makes it of a user's terms, for verification, audit, probe and injector. */
package org.busbench.common.tls;
