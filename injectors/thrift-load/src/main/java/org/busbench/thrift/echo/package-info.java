/** The Thrift service of the suite, spoken by hand: its messages, its server side and its blocking client. */
package org.busbench.thrift.echo;
