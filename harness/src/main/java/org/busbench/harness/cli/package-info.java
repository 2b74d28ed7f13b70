/** The command line: one command a file, and how things look on a terminal. */
package org.busbench.harness.cli;
