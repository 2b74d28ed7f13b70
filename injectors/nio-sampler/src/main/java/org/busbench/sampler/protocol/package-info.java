/**
 * The conversation between a run and an injector that stays warm: {@link org.busbench.sampler.protocol.Command}s come in,
 * {@link org.busbench.sampler.protocol.Events} go out, a JSON object a line. Whatever makes the load is a
 * {@link org.busbench.sampler.protocol.Load}; {@link org.busbench.sampler.protocol.Conversation} runs one after another.
 */
package org.busbench.sampler.protocol;
