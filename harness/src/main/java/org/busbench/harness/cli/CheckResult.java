package org.busbench.harness.cli;

import java.util.Locale;

/**
 * One line of the doctor.
 *
 * @param check what was looked at
 * @param level how it is
 * @param found what is there
 * @param advice what to do; empty when all is well
 */
record CheckResult(String check, Level level, String found, String advice) {

    enum Level {
        OK,
        WARN,
        FAIL;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static CheckResult ok(String check, String found) {
        return new CheckResult(check, Level.OK, found, "");
    }

    static CheckResult warn(String check, String found, String advice) {
        return new CheckResult(check, Level.WARN, found, advice);
    }

    static CheckResult fail(String check, String found, String advice) {
        return new CheckResult(check, Level.FAIL, found, advice);
    }
}
