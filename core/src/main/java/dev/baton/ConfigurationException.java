// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.List;

/** A configuration is invalid. The message names every broken rule with its keys and values, not just the first. */
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** @param problems each broken rule, with its keys and values */
    public ConfigurationException(String what, List<String> problems) {
        super(what + ": " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Every broken rule, with its keys and values. */
    public List<String> problems() {
        return problems;
    }
}
