package org.busbench.mediation.xpath;

/** Bytes that can be copied out of where they have arrived. */
@FunctionalInterface
public interface Source {

    /**
     * Copies bytes out.
     *
     * @param index of the first
     * @param target where to
     * @param offset of the first there
     * @param count how many
     */
    void copyTo(int index, byte[] target, int offset, int count);
}
