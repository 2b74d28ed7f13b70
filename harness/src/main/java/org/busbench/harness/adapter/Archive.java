package org.busbench.harness.adapter;

/**
 * A distribution that is unpacked: one artifact, without what it depends on.
 *
 * @param coordinates {@code group:artifact:type[:classifier]:version}, of type {@code zip}, {@code jar} or {@code war}
 * @param sha256 of its content, in hex
 * @param line where the adapter's file says so
 */
public record Archive(String coordinates, String sha256, int line) {}
