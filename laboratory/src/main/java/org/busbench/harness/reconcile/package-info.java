/** The injector's count of a trial against the backend's: what was lost, duplicated, or answered without the backend. */
package org.busbench.harness.reconcile;
