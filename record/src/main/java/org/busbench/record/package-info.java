/**
 * The record of a run: its model, and what reads it from a run directory. Writer and readers share the model. In the files
 * the parts of a line stand side by side; in the model they are nested. {@code docs/schema} says of each key what it means, in which
 * unit, and when it is null; a component has the name of its key.
 */
package org.busbench.record;
