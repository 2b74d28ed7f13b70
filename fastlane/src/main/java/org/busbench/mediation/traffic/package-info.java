/** What is recorded of messages: counts and latencies by proxy, lane and outcome, and a line for each message in the access log. */
package org.busbench.mediation.traffic;
