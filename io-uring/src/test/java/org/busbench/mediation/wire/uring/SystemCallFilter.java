package org.busbench.mediation.wire.uring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;

/** A filter of seccomp(2), as containers have one. It holds for the thread that installs it, and for the threads and processes that this thread starts. */
public final class SystemCallFilter {
    private static final int LOAD_NUMBER = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final int IO_URING_SETUP = 425;
    private static final int REFUSE_WITH_EPERM = 0x00050001;
    private static final int ALLOW = 0x7fff0000;
    private static final int SET_SECCOMP = 22;
    private static final int SECCOMP_MODE_FILTER = 2;
    private static final int SET_NO_NEW_PRIVILEGES = 38;

    private SystemCallFilter() {}

    /** From now on io_uring_setup fails with EPERM. */
    public static void denyRings() {
        ByteBuffer filter = Ring.direct(32);
        instruction(filter, LOAD_NUMBER, 0, 0, 0);
        instruction(filter, JUMP_IF_EQUAL, 0, 1, IO_URING_SETUP);
        instruction(filter, RETURN, 0, 0, REFUSE_WITH_EPERM);
        instruction(filter, RETURN, 0, 0, ALLOW);
        ByteBuffer program = Ring.direct(16);
        program.putShort(0, (short) 4);
        program.putLong(8, NativeCalls.address(filter.flip()));
        NativeCalls calls = new NativeCalls();
        long prctl = System.getProperty("os.arch").equals("aarch64") ? 167 : 157;
        assertThat(calls.syscall(prctl, SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0, 0)).isZero();
        assertThat(calls.syscall(prctl, SET_SECCOMP, SECCOMP_MODE_FILTER, NativeCalls.address(program), 0, 0, 0))
                .isZero();
    }

    private static void instruction(ByteBuffer filter, int code, int ifSo, int ifNot, int operand) {
        filter.putShort((short) code).put((byte) ifSo).put((byte) ifNot).putInt(operand);
    }
}
