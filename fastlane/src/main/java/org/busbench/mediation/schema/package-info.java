/** The part of XML Schema 1.0 that messages mostly use, compiled to tables. It says of a message that it is valid, or nothing. */
package org.busbench.mediation.schema;
