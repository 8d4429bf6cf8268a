// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

/**
 * What one check came to.
 *
 * @param advice what to change; empty if nothing
 */
record Finding(String check, Level level, String detail, String advice) {
    /** How bad it is. */
    enum Level {
        OK,
        /** It works, and may not always. */
        WARN,
        /** It does not work. */
        FAIL
    }

    static Finding ok(String check, String detail) {
        return new Finding(check, Level.OK, detail, "");
    }

    static Finding warn(String check, String detail, String advice) {
        return new Finding(check, Level.WARN, detail, advice);
    }

    static Finding fail(String check, String detail, String advice) {
        return new Finding(check, Level.FAIL, detail, advice);
    }
}
