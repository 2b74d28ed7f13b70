/** The SOAP that the mediator writes itself, in either lane. Pure: no message and no socket is touched. */
package org.busbench.mediation.soap;
