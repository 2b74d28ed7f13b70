package org.busbench.sampler.record;

/**
 * A sampler that counts its requests in the {@link LoadRecord#current() current record}. Who runs a plan in which one of
 * these occurs may open the record beforehand; it does so itself when there is none.
 */
public interface KeepsRecord {}
