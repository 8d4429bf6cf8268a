// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

/** One value as it was written. */
public record Scalar(String text, Kind kind) {
    /** The YAML type of an unquoted value. */
    public enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        /** Not typed, as in the environment: the key decides. */
        ANY
    }

    static Scalar any(String text) {
        return new Scalar(text, Kind.ANY);
    }
}
