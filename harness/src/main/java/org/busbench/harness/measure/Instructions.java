package org.busbench.harness.measure;

/**
 * Instructions that a process and its descendants have retired.
 *
 * @param user in user mode
 * @param kernel in the kernel, on behalf of them
 */
public record Instructions(long user, long kernel) {

    /** Refuses negative counts. */
    public Instructions {
        if (user < 0 || kernel < 0) {
            throw new IllegalArgumentException("negative instructions: user " + user + ", kernel " + kernel);
        }
    }

    Instructions minus(Instructions earlier) {
        return new Instructions(user - earlier.user, kernel - earlier.kernel);
    }
}
