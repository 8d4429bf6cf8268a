// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.MalformedException;
import org.jspecify.annotations.Nullable;

/** Fields that a message cannot do without. */
final class RequiredFields {
    private RequiredFields() {}

    static <T> T of(@Nullable T value, String what) {
        if (value == null) {
            throw new MalformedException("the " + what + " is missing");
        }
        return value;
    }
}
