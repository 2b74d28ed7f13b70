/**
 * Other hosts: how they are reached, what runs there, and a run over several of them. A {@link
 * org.busbench.harness.remote.RemoteHost} here talks to an {@link org.busbench.harness.remote.Agent} there.
 */
package org.busbench.harness.remote;
