/**
 * How long a run takes: its steps one by one as the run will take them, each as long as such steps took in earlier runs. A
 * guess for people; no figure of a report follows from it.
 */
package org.busbench.harness.forecast;
