/**
 * The record of a run: its model, and what reads it from a run directory. Writer and readers share the model. In the files
 * the parts of a line stand side by side; in the model they are nested.
 */
package org.busbench.record;
