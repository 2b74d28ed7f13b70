/**
 * Gatling as an injector that stays up: one JVM in which loads are made one after another.
 *
 * <p>{@link org.busbench.gatling.Injector} obeys commands, {@link org.busbench.gatling.WarmGatling} runs simulations in
 * this JVM, {@link org.busbench.gatling.GatlingLoad} is one load: Gatling sends and receives what
 * {@link org.busbench.gatling.ScenarioFile} says, and the code of the NIO sampler judges each answer.
 */
package org.busbench.gatling;
