// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.Objects;

/** A text that is never shown. */
public final class Secret {
    public static final String HIDDEN = "***";

    private final String text;

    public Secret(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** The text itself, for code that has to present it. */
    public String reveal() {
        return text;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
