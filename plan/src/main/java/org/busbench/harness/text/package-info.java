/** What people write: YAML with line numbers, durations, templates, and the errors that say where to look. */
package org.busbench.harness.text;
