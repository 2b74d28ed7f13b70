/** What tests of HTTP stand on, those of the mediator too: raw bytes over sockets, certificates, and the transport that is tried. */
package org.busbench.mediation.http.rig;
