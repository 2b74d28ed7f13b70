/** HTTP/1.1 between clients, this program and the backends, on HttpCore's reactor. Messages are read whole and sent whole. */
package org.busbench.mutants.wire;
