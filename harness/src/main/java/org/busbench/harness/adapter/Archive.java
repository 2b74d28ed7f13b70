package org.busbench.harness.adapter;

/**
 * One artifact, without what it depends on: a distribution to be unpacked, or a file of a repository.
 *
 * @param coordinates {@code group:artifact[:type[:classifier]]:version}
 * @param sha256 of its content, in hex
 * @param line where the adapter's file says so
 */
public record Archive(String coordinates, String sha256, int line) {}
