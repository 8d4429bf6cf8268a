// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

/** One value as it was written. */
public record Scalar(String text, Kind kind) {
    /** What YAML takes an unquoted value for. */
    public enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        /** Not typed, as in the environment: it is whatever the key asks for. */
        ANY
    }

    static Scalar any(String text) {
        return new Scalar(text, Kind.ANY);
    }
}
