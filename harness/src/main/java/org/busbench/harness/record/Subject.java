package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a trial is about: its place in the plan and its cell. Part of a {@link TrialRecord}.
 *
 * @param number of the trial in the plan, from 1
 * @param block from 1; of a search its round
 * @param purpose {@code fixed-rate} or {@code frontier}; null for a trial of a block, in which adapters are compared
 * @param fork which process of the adapter it met, counted from 1 over the whole run; null for one without a process
 * @param attempt from 1; higher when a killed run was resumed and this trial had been under way
 * @param adapter who was measured
 * @param role {@code mediator} or {@code control}
 * @param scenario the job it stands for
 * @param sends the job whose messages it got
 * @param payload size of the messages
 * @param concurrency simultaneous clients; of an open model the connections that carry it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Subject(
        int number,
        int block,
        String purpose,
        Integer fork,
        Integer attempt,
        String adapter,
        String role,
        String scenario,
        String sends,
        String payload,
        int concurrency) {}
