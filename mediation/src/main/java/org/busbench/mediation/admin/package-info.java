/** The port for operators: health, metrics, stacks of threads, and reload of the configuration. */
package org.busbench.mediation.admin;
