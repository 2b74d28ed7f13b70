/** What is known of the messages that went through: counts by proxy, lane and outcome, how long they took, and a line for each in the access log. */
package org.busbench.mediation.traffic;
