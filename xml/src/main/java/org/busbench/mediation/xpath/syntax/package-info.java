/** The XPath front end that expressions of the configuration and expressions of stylesheets share: Jaxen's syntax tree and name tests. */
package org.busbench.mediation.xpath.syntax;
