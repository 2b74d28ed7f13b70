/** JSON that becomes a SOAP envelope, and the content of an envelope that becomes JSON, by the rules of Axis2's builder and formatter. */
package org.busbench.mediation.json;
