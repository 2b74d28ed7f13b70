/** The plugin for Gatling. */
package org.busbench.thrift.gatling;
