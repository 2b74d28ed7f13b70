/** What a suite file says: pure records. */
package org.busbench.harness.suite;
