/** Gets the jars that adapters name, by Maven's own resolver, and holds them to the lock beside each adapter. */
package org.busbench.harness.artifact;
