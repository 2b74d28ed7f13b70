/** What the tests stand on: raw HTTP over sockets, a backend that misbehaves on demand, and mediators in JVMs of their own. */
package org.busbench.mediation.rig;
