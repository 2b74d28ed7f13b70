/**
 * JMeter's sample logs (JTL in its CSV form), streamed, and a run made of those that a user wrote with the stock command
 * line. Whatever such a file does not say is absent from that run.
 */
package org.busbench.reports.jtl;
