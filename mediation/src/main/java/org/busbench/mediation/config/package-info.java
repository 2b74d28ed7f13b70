/** What the mediator is told: the address to listen on and the Synapse home to read, checked before anything starts. */
package org.busbench.mediation.config;
