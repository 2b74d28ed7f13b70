/** What of others is shipped: the bill of materials, the known vulnerabilities, and the notices. Only the build runs this. */
package org.busbench.supply;
