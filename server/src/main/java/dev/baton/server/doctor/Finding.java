// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

/**
 * What one check came to.
 *
 * @param advice what to change; empty if nothing
 */
public record Finding(String check, Level level, String detail, String advice) {
    /** How bad it is. */
    public enum Level {
        OK,
        /** It works, and may not always. */
        WARN,
        /** It does not work. */
        FAIL
    }

    public static Finding ok(String check, String detail) {
        return new Finding(check, Level.OK, detail, "");
    }

    public static Finding warn(String check, String detail, String advice) {
        return new Finding(check, Level.WARN, detail, advice);
    }

    public static Finding fail(String check, String detail, String advice) {
        return new Finding(check, Level.FAIL, detail, advice);
    }
}
