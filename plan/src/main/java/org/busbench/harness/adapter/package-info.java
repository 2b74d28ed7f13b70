/** What an adapter folder says: pure records, and the reader that refuses what it does not know. */
package org.busbench.harness.adapter;
